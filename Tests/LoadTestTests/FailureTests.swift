import Linux
import Testing

@Suite(.serialized) struct FailureTests {
    private func child(_ role: String, of driver: Int32) -> Int32? {
        Program.children(of: driver).first { Program.commandLine($0).contains(role) }
    }

    @Test(arguments: [("worker", "worker 0"), ("engine-process", "engine 0")])
    func aProcessThatIsKilledIsLostByName(_ role: String, _ name: String) throws {
        let run = try Program.run(Program.longLive, after: 1500) { id in
            if let victim = child(role, of: id) { try? send(signal: 9, to: victim) }
        }
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.value("partial") == "true")
        #expect(run.value("sessions.lost") == "300")
        let lost = run.values("lost")
        #expect(lost.contains { $0.hasPrefix("\(name) was killed by signal 9") }, "\(lost)")
    }

    @Test func oneOfTwoWorkersLeavesTheOthersPart() throws {
        let run = try Program.run(Program.longLive + ["--workers", "2"], after: 1500) { id in
            if let victim = child("worker", of: id) { try? send(signal: 9, to: victim) }
        }
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.value("sessions") == "150")
        #expect(run.value("sessions.lost") == "150")
        #expect(run.number("events") ?? 0 > 0)
    }

    @Test func aSilentProcessHangs() throws {
        let run = try Program.run(
            Program.longLive + ["--silence", "1000000000"], after: 1500
        ) { id in
            if let victim = child("engine-process", of: id) { try? send(signal: 19, to: victim) }
        }
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.values("lost").contains { $0.hasPrefix("engine 0 hung") })
    }

    @Test func anEngineThatSendsRubbishIsToldWithItsLastLines() throws {
        let command = "echo about to fail >&2; head -c 4096 /dev/zero >&4; exec sleep 30"
        let run = try Program.run(Program.longLive + ["--engine-command", command])
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.values("lost").contains { $0.hasPrefix("engine 0 sent rubbish") })
        #expect(run.values("last") == ["about to fail"])
        #expect(run.errors.contains("engine 0: about to fail"))
    }

    @Test func anEngineThatWillNotStartIsLost() throws {
        let run = try Program.run(
            Program.longLive + ["--engine-command", "echo no licence >&2; exit 3"])
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.values("lost").contains { $0.hasPrefix("engine 0 exited with code 3") })
    }

    @Test(arguments: [(Int32(2), Int64(130)), (15, 143)])
    func aSignalStopsDrainsAndKeepsThePart(_ signal: Int32, _ code: Int64) throws {
        let run = try Program.run(Program.longLive, after: 1500) { id in
            try? send(signal: signal, to: id)
        }
        #expect(run.code == code, "\(run.output)\(run.errors)")
        #expect(run.value("partial") == "true")
        #expect(run.value("unanswered") == "0")
        #expect(run.value("sessions.lost") == "0")
        #expect(run.number("events") ?? 0 > 0)
        #expect(run.children.count == 2)
        #expect(run.children.allSatisfy { !Program.isAlive($0) })
    }

    @Test func aKilledDriverLeavesNoChild() throws {
        let run = try Program.run(Program.longLive + ["--workers", "2"], after: 1500) { id in
            try? send(signal: 9, to: id)
        }
        #expect(run.exit.signal == 9)
        #expect(run.children.count == 4)
        let isClean = Program.wait(milliseconds: 1000) {
            run.children.allSatisfy { !Program.isAlive($0) }
        }
        #expect(isClean)
    }

    @Test func runsLeaveNoProcessBehind() throws {
        for _ in 0..<2 {
            let run = try Program.run(Program.smallLive, after: 1000) { _ in }
            #expect(run.children.count == 2)
            #expect(run.children.allSatisfy { !Program.isAlive($0) })
        }
    }
}
