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

    /// Codes are always wrong, and the first wrong one logs out. Who didn't log in again would
    /// never see a lock again, and so never be logged out a second time.
    @Test(arguments: ["process", "inline"])
    func peopleLogInAgainWhereverTheEngineIs(_ placement: String) throws {
        let behaviour =
            "{name: all, foreground: {constant: 6s}, background: {constant: 6s}, "
            + "authentication: {success: 0%, takes: {constant: 500ms}, methods: {passcode: 1}}}"
        let run = try Program.run([
            "load-test", "\(Program.root)/Scenarios/quickstart.yaml",
            "--set", "population.sessions=40", "--set", "population.duration=60s",
            "--set", "population.warmup=0s", "--set", "population.load=[{hold: 60s}]",
            "--set", "population.behaviour=[\(behaviour)]", "--set", "population.faults=[]",
            "--set", "population.time_scale=10", "--set", "engine.background_lock.after=5s",
            "--set", "engine.auth={max_attempts: 1, limit_action: logout}",
            "--set", "engine.placement=\(placement)",
        ])
        #expect(run.number("impossible") == 0, "\(run.output)\(run.errors)")
        #expect(run.number("limit_actions") ?? 0 >= 80, "\(run.output)")
    }

    @Test func aBrokenScenarioIsToldBeforeAnythingStarts() throws {
        let run = try Program.run(["load-test", "\(Program.root)/Scenarios/nowhere.yaml"])
        #expect(run.code != 0)
        #expect(run.errors.contains("nowhere.yaml"))
    }
}
