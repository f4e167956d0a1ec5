import Testing

@Suite(.serialized) struct LiveTests {
    @Test(arguments: ["process", "inline"])
    func everySessionIsAnsweredNothingIsEarlyOrLost(_ placement: String) throws {
        let run = try Program.run(
            Program.smallLive + ["--set", "engine.placement=\(placement)"])
        // How late things were is the machine's affair, and may make the run invalid.
        #expect(run.code == 0 || run.code == 98, "\(run.output)\(run.errors)")
        #expect(run.value("sessions") == "300")
        #expect(run.value("sessions.lost") == "0")
        #expect(run.value("partial") == "false")
        #expect(run.value("timers.early") == "0")
        #expect(run.value("timers.lost") == "0")
        #expect(run.value("unanswered") == "0")
        #expect(run.value("impossible") == "0")
        #expect(run.number("model_ns") == 20_000_000_000)
        for name in ["events", "locks", "covers", "idle_fires", "offered", "achieved"] {
            #expect(run.number(name) ?? 0 > 0, "\(name)")
        }
        if run.code == 0 { #expect(run.value("violations") == "0", "\(run.output)") }
        #expect(run.value("decision_latency")?.hasPrefix("count 0") == false)
        let roles = run.values("process").map { $0.split(separator: " ")[0] }
        #expect(roles.contains("engine") == (placement == "process"))
    }

    @Test func severalWorkersShareEngines() throws {
        for engines in ["1", "3"] {
            let run = try Program.run(
                Program.smallLive + ["--workers", "3", "--engines", engines])
            #expect(run.code == 0 || run.code == 98, "\(run.output)\(run.errors)")
            #expect(run.value("sessions.lost") == "0")
            #expect(run.value("unanswered") == "0")
            #expect(run.value("timers.early") == "0")
            let roles = run.values("process").filter { $0.hasPrefix("engine") }
            #expect(roles.count == Int(engines))
        }
    }

    @Test(arguments: ["sorted-array", "chunked-wheel"])
    func otherQueuesWakeWorkersToo(_ queue: String) throws {
        let run = try Program.run(Program.smallLive + ["--queue", queue])
        #expect(run.code == 0 || run.code == 98, "\(run.output)\(run.errors)")
        #expect(run.value("timers.early") == "0")
        #expect(run.value("timers.lost") == "0")
        #expect(run.number("events") ?? 0 > 0)
    }

    @Test func aBrokenScenarioIsToldBeforeAnythingStarts() throws {
        let run = try Program.run(["load-test", "\(Program.root)/Scenarios/nowhere.yaml"])
        #expect(run.code != 0)
        #expect(run.errors.contains("nowhere.yaml"))
    }
}
