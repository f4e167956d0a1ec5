import AppLock
import Chronology
import Testing

@Suite struct RuleTests {
    @Test(arguments: RuleCase.all)
    func engineKeepsTheRule(rule: RuleCase) {
        var policy = LockPolicy()
        rule.change(&policy)
        var script = EngineScript(policy)
        for line in script.run(rule.script) { Issue.record("\(line)") }
    }

    @Test func everyRuleHasItsCases() {
        #expect(Set(RuleCase.all.map(\.rule)) == Set(1...12))
    }

    @Test func fiveBiometricFailuresEndBiometryUntilACodeSucceeds() {
        var policy = LockPolicy()
        noIdle(&policy)
        var script = EngineScript(policy)
        var lines = script.run("0 launch -> resign0 lock0 prompt1\n0 failure ->")
        for count in 2...5 {
            lines += script.run("\(count) tap -> prompt\(count)\n\(count) failure ->")
        }
        lines += script.run(
            """
            6 tap -> prompt6
            6 success ->
            7 tap -> prompt7
            8 success code -> unprompt7 unlock0 key0 focus0
            9 manual -> resign0 lock0 prompt8
            9 success -> unlock0 key0 focus0
            """)
        #expect(lines == [])
        // They are no wrong codes.
        #expect(script.engine.attempts == 0)
    }

    @Test func whatIsStoredFollowsTheEngine() throws {
        var script = EngineScript()
        #expect(script.run("0 launch\n0 success\n10 resign") == [])
        let anchor = try #require(script.stored?.anchor)
        #expect(anchor.reading == 10_000_000_000)
        #expect(script.stored?.isLatched == false)
        #expect(script.run("11 background\n40 foreground") == [])
        #expect(script.stored?.isLatched == true)
        #expect(script.stored?.anchor == anchor)
        #expect(script.run("40 active\n41 failure code") == [])
        #expect(script.stored?.attempts == 1)
        #expect(script.stored?.generation == 2)
        #expect(script.run("42 success code") == [])
        #expect(script.stored?.isLatched == false)
        #expect(script.stored?.anchor == nil)
        #expect(script.stored?.attempts == 0)
    }

    @Test func unreadableClocksMeanLocked() {
        var engine = LockEngine()
        var commands = CommandBuffer()
        func hear(_ event: LockEvent, _ seconds: UInt64, isReadable: Bool = true) {
            commands.removeAll()
            let readings = ClockReadings(
                continuous: Instant(nanoseconds: seconds * 1_000_000_000),
                uptime: Instant(nanoseconds: seconds * 1_000_000_000), wallNanoseconds: 0,
                bootID: 1,
                isReadable: isReadable)
            engine.handle(event, at: readings, under: policy, into: &commands)
        }
        var policy = LockPolicy()
        policy.coldStart = .open
        for isReadable in [true, false] {
            hear(.didFinishLaunching(stored: nil, loggedIn: nil), 0)
            hear(.sceneWillConnect(.first), 0)
            hear(.willEnterForeground(.first), 0)
            hear(.didBecomeActive(.first), 0)
            hear(.willResignActive(.first), 1)
            hear(.didEnterBackground(.first), 1)
            hear(.willEnterForeground(.first), 2, isReadable: isReadable)
            #expect(engine.isLocked == !isReadable)
        }
    }
}
