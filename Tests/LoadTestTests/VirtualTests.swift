import Linux
import Testing

@Suite struct VirtualTests {
    private static let arguments = [
        "load-test", "\(Program.root)/Scenarios/morning-rush.yaml",
        "--set", "population.sessions=60", "--set", "population.duration=90s",
    ]

    @Test func theDigestIsTheSameForAnyNumberOfWorkersAndEveryQueue() throws {
        var digests: Set<String> = []
        var events: Set<String> = []
        for workers in ["1", "2", "3"] {
            for queue in ["hierarchical-wheel", "sorted-array", "chunked-wheel"] {
                let run = try Program.run(
                    Self.arguments + ["--workers", workers, "--queue", queue])
                #expect(run.code == 0, "\(run.output)\(run.errors)")
                #expect(run.value("sessions.lost") == "0")
                digests.insert(run.value("digest") ?? "")
                events.insert(run.value("events") ?? "")
            }
        }
        #expect(digests.count == 1 && events.count == 1, "\(digests) \(events)")
        #expect(!events.contains("0"))
    }

    @Test func aSingleWorkerInItsOwnProcessComesToTheSame() throws {
        let here = try Program.run(Self.arguments + ["--workers", "1"])
        let there = try Program.run(Self.arguments + ["--workers", "1", "--in-processes"])
        #expect(here.value("digest") == there.value("digest"))
        #expect(here.values("process").count == 1)
        #expect(there.values("process").count == 2)
    }

    @Test func moreWorkersThanSessionsAreNotStarted() throws {
        let run = try Program.run(
            Self.arguments + ["--set", "population.sessions=2", "--workers", "8"])
        #expect(run.code == 0)
        #expect(run.values("process").filter { $0.hasPrefix("worker") }.count <= 3)
    }

    @Test func anInterruptedRunEndsEarlyAndSaysSo() throws {
        let long =
            Self.arguments + [
                "--set", "population.sessions=5000", "--set", "population.duration=2h",
            ]
        for workers in ["1", "2"] {
            let run = try Program.run(long + ["--workers", workers], after: 700) { id in
                try? send(signal: 2, to: id)
            }
            #expect(run.code == 130, "\(run.output)\(run.errors)")
            #expect(run.value("partial") == "true")
            let reached = run.number("model_ns") ?? 0
            #expect(reached > 0 && reached < 7_200_000_000_000)
        }
    }
}
