import AppLock
import Chronology
import Testing

/// One sentence of the hardened engine's rules, and a script that says it again.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var rule: Int
    var says: String
    var change: @Sendable (inout LockPolicy) -> Void = { _ in }
    var script: String

    var testDescription: String { "rule \(rule): \(says)" }
}

private let unlocked = "0 launch\n0 success\n"
/// Without the idle countdown, whose timers would stand in every line.
private let noIdle: @Sendable (inout LockPolicy) -> Void = { $0.idle.after = .never }
private let idle5: @Sendable (inout LockPolicy) -> Void = { $0.idle.after = .after(.seconds(5)) }

private let cases: [RuleCase] = [
    RuleCase(
        rule: 1, says: "on return the time since the first resign decides, inclusively",
        change: noIdle,
        script: unlocked + """
            10 resign -> cover0
            12 background ->
            30 foreground -> resign0 lock0
            30 active -> prompt2
            """),
    RuleCase(
        rule: 1, says: "a nanosecond less does not lock", change: noIdle,
        script: unlocked + """
            10 home -> cover0
            29.999999999 open -> uncover0
            """),
    RuleCase(
        rule: 1, says: "only an absence that reached the background locks", change: noIdle,
        script: unlocked + """
            10 resign -> cover0
            500 active -> uncover0
            """),
    RuleCase(
        rule: 1, says: "immediately locks on the way out",
        change: {
            $0.idle.after = .never
            $0.backgroundLock.after = .immediately
        },
        script: unlocked + """
            10 resign -> cover0
            10 background -> resign0 lock0
            """),
    RuleCase(
        rule: 1, says: "never is not zero",
        change: {
            $0.idle.after = .never
            $0.backgroundLock.after = .never
        },
        script: unlocked + """
            10 home -> cover0
            1e6 open -> uncover0
            """),
    RuleCase(
        rule: 1, says: "a short absence that never became active keeps its anchor", change: noIdle,
        script: unlocked + """
            10 home -> cover0
            20 abort ->
            30 open -> resign0 lock0 prompt2
            """),
    RuleCase(
        rule: 2, says: "the cover goes up once and comes down when active and unlocked",
        change: noIdle,
        script: unlocked + """
            10 resign -> cover0
            10 background ->
            11 foreground ->
            11 active -> uncover0
            """),
    RuleCase(
        rule: 2, says: "the cover stays under the lock until it is gone", change: noIdle,
        script: unlocked + """
            10 home -> cover0
            40 open -> resign0 lock0 prompt2
            41 success -> unlock0 key0 focus0 uncover0
            """),
    RuleCase(
        rule: 3, says: "any touch, key or scroll starts the countdown anew", change: idle5,
        script: unlocked + """
            2 key -> idle@7
            3 scroll -> idle@8
            4 down -> cancel-idle
            6 up -> idle@11
            11 timer idle -> post:IdleTimeout root0
            12 timer idle ->
            """),
    RuleCase(
        rule: 3, says: "never with a finger down", change: idle5,
        script: unlocked + """
            1 down 1 -> cancel-idle
            2 down 2 ->
            3 up 1 ->
            9 timer idle ->
            10 up 2 -> idle@15
            """),
    RuleCase(
        rule: 3, says: "never with a hold taken, and anew at the end of the last", change: idle5,
        script: unlocked + """
            1 hold film -> cancel-idle
            2 hold route ->
            9 release film ->
            10 key ->
            20 release route -> idle@25
            """),
    RuleCase(
        rule: 3, says: "due while away it fires on return, once",
        change: {
            $0.idle.after = .after(.seconds(5))
            $0.backgroundLock.after = .never
        },
        script: unlocked + """
            2 home -> cover0
            5 timer idle ->
            8 abort ->
            9 open -> post:IdleTimeout root0 uncover0 idle@14
            """),
    RuleCase(
        rule: 3, says: "where the return locks there is no idleness", change: idle5,
        script: unlocked + """
            2 home -> cover0
            60 open -> cancel-idle resign0 lock0 prompt2
            90 timer idle ->
            """),
    RuleCase(
        rule: 3, says: "a stale timer is a no-op, a late one is not too late", change: idle5,
        script: unlocked + """
            1 down -> cancel-idle
            1 up -> idle@6
            6 timer idle stale ->
            8 timer idle -> post:IdleTimeout root0
            """),
    RuleCase(
        rule: 3, says: "input to the lock is no activity", change: idle5,
        script: unlocked + """
            1 manual -> cancel-idle resign0 lock0 prompt2
            2 tap ->
            3 key ->
            4 scroll ->
            """),
    RuleCase(
        rule: 4, says: "an overlay asked for while locked waits", change: noIdle,
        script: unlocked + """
            1 ask alert oops -> show-alert:oops
            2 manual -> resign0 lock0 prompt2
            3 ask alert later ->
            4 ask alert never ->
            5 dismiss never ->
            6 success -> unlock0 key0 focus0 show-alert:later
            7 dismiss oops -> hide:oops
            """),
    RuleCase(
        rule: 5, says: "what is due stays due, whatever the clocks do", change: noIdle,
        script: unlocked + """
            10 home -> cover0
            31 open -> resign0 lock0 prompt2
            32 wall -90000 ->
            33 home -> unprompt2
            34 kill
            35 launch -> attempts0 resign0 lock0 prompt3
            """),
    RuleCase(
        rule: 5, says: "another boot locks an absence at once",
        change: {
            $0.idle.after = .never
            $0.coldStart = .open
        },
        script: """
            0 launch ->
            10 home -> cover0
            11 reboot
            12 launch -> attempts0 resign0 lock0 prompt1
            """),
    RuleCase(
        rule: 5, says: "without a stamp another boot locks nothing",
        change: {
            $0.idle.after = .never
            $0.coldStart = .open
        },
        script: """
            0 launch ->
            10 resign -> cover0
            10 active -> uncover0
            11 reboot
            12 launch -> attempts0
            """),
    RuleCase(
        rule: 5, says: "the wall clock set back means nothing to the continuous one",
        change: noIdle,
        script: unlocked + """
            10 home -> cover0
            20 wall -86400 ->
            30 open -> resign0 lock0 prompt2
            """),
    RuleCase(
        rule: 5, says: "a stamp in the future locks, even on a clock that a person set",
        change: {
            $0.idle.after = .never
            $0.clock = .wall
        },
        script: unlocked + """
            10 home -> cover0
            11 wall -86400 ->
            12 open -> resign0 lock0 prompt2
            """),
    RuleCase(
        rule: 6, says: "only the current prompt's result counts", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 cancel ->
            2 tap -> prompt2
            3 success 1 ->
            4 success 3 ->
            5 success 2 -> unlock0 key0 focus0
            6 success 2 ->
            """),
    RuleCase(
        rule: 6, says: "nothing unlocks in background or without protected data", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 data off ->
            2 success ->
            3 data on ->
            4 home -> cover0 unprompt1
            5 success code ->
            6 open -> prompt2
            7 success -> unlock0 key0 focus0 uncover0
            """),
    RuleCase(
        rule: 6, says: "a code counts without a prompt, a biometric result does not",
        change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 cancel ->
            2 success ->
            3 success code -> unlock0 key0 focus0
            """),
    RuleCase(
        rule: 6, says: "generations never restart", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 kill
            2 launch -> attempts0 resign0 lock0 prompt2
            """),
    RuleCase(
        rule: 7, says: "after cancel or failure no prompt comes by itself, but at a tap",
        change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 cancel ->
            2 resign -> cover0
            2 active ->
            3 tap -> prompt2
            4 failure ->
            5 resign ->
            5 active ->
            6 home ->
            7 open -> prompt3
            """),
    RuleCase(
        rule: 7, says: "after system-cancel one comes once more", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 resign -> cover0
            1 system-cancel ->
            2 active -> prompt2
            3 cancel ->
            4 resign ->
            4 active ->
            """),
    RuleCase(
        rule: 7, says: "a tap uses up the prompt owed after system-cancel", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 system-cancel ->
            2 tap -> prompt2
            3 cancel ->
            4 resign -> cover0
            4 active ->
            """),
    RuleCase(
        rule: 7, says: "the sheet's own resign starts no countdown and no second prompt",
        change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 resign -> cover0
            2 active ->
            3 success -> unlock0 key0 focus0 uncover0
            """),
    RuleCase(
        rule: 7, says: "raised while inactive it is offered at the next becoming active",
        change: noIdle,
        script: unlocked + """
            1 resign -> cover0
            2 manual -> resign0 lock0
            3 active -> prompt2
            """),
    RuleCase(
        rule: 7, says: "the wait holds a prompt back, and it comes when the wait ends",
        change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 failure code -> unprompt1 attempts1
            1 failure code -> attempts2
            1 failure code -> attempts3
            2 success code ->
            2 tap -> backoff@4.375
            3 tap ->
            4.375 timer backoff -> prompt2
            5 success -> attempts0 unlock0 key0 focus0
            """),
    RuleCase(
        rule: 8, says: "entries wait while locked, in order, each once", change: noIdle,
        script: unlocked + """
            1 entry first -> deliver:first
            2 manual -> resign0 lock0 prompt2
            3 entry second ->
            3 entry third ->
            3 entry second ->
            4 success -> unlock0 key0 focus0 deliver:second deliver:third deliver:second
            5 entry last -> deliver:last
            """),
    RuleCase(
        rule: 8, says: "an entry in background waits for becoming active, not for a swipe",
        change: noIdle,
        script: unlocked + """
            1 home -> cover0
            2 entry bill ->
            3 abort ->
            4 open -> uncover0 deliver:bill
            """),
    RuleCase(
        rule: 8, says: "while nobody is logged in an entry waits for login", change: noIdle,
        script: """
            0 launch out -> show-login:login
            1 entry bill ->
            2 dismiss login -> hide:login deliver:bill
            """),
    RuleCase(
        rule: 9, says: "becoming active without coming to the foreground is a ghost",
        change: noIdle,
        script: unlocked + """
            1 home -> cover0
            2.4 active ->
            2.65 resign ->
            21 open -> resign0 lock0 prompt2
            """),
    RuleCase(
        rule: 10, says: "wrong codes survive kill and reboot, and the limit acts once",
        change: {
            $0.idle.after = .never
            $0.authentication.backoff = nil
        },
        script: """
            0 launch -> resign0 lock0 prompt1
            1 failure code -> unprompt1 attempts1
            2 failure code -> attempts2
            3 kill
            4 launch -> attempts2 resign0 lock0 prompt2
            5 failure code -> unprompt2 attempts3
            6 reboot
            7 launch -> attempts3 resign0 lock0 prompt3
            8 failure code -> unprompt3 attempts4
            8 entry bill ->
            9 failure code -> attempts5 logout unlock0 key0 focus0 root0 discard show-login:login
            10 failure code ->
            11 home -> cover0
            500 open -> uncover0
            501 dismiss login -> hide:login attempts0
            """),
    RuleCase(
        rule: 10, says: "after a reboot the whole wait runs again", change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 failure code -> unprompt1 attempts1
            1 failure code -> attempts2
            1 failure code -> attempts3
            100 reboot
            101 launch -> attempts3 resign0 lock0 backoff@3.375
            103.375 timer backoff -> prompt2
            """),
    RuleCase(
        rule: 10, says: "who is logged in is stored", change: noIdle,
        script: """
            0 launch out -> show-login:login
            1 kill
            2 launch -> attempts0 show-login:login
            3 dismiss login -> hide:login
            4 kill
            5 launch -> attempts0 resign0 lock0 prompt1
            """),
    RuleCase(
        rule: 10, says: "it is stored where no login is shown, too",
        change: {
            $0.idle.after = .never
            $0.loginAtLaunch = false
        },
        script: """
            0 launch out ->
            1 kill
            2 launch -> attempts0
            3 manual ->
            """),
    RuleCase(
        rule: 11, says: "what the app shows later lifts the lock", change: noIdle,
        script: unlocked + """
            1 shown sheet ->
            2 manual -> resign0 lock0 prompt2
            3 shown sheet -> lift0
            """),
    RuleCase(
        rule: 12, says: "lock and cover go up in each scene, with one prompt", change: noIdle,
        script: unlocked + """
            1 connect 1 ->
            1 foreground 1 ->
            1 active 1 ->
            2 resign 0 -> cover0
            2 resign 1 -> cover1
            2 background 0 ->
            2 background 1 ->
            40 foreground 0 -> resign0 lock0 resign1 lock1
            40 active 0 -> prompt2
            40 foreground 1 ->
            40 active 1 ->
            41 success -> unlock0 key0 focus0 unlock1 key1 focus1 uncover0 uncover1
            """),
    RuleCase(
        rule: 12, says: "a scene connected while locked is locked from its first frame",
        change: noIdle,
        script: """
            0 launch -> resign0 lock0 prompt1
            1 cancel ->
            2 connect 1 -> resign1 lock1
            2 foreground 1 ->
            2 active 1 ->
            """),
    RuleCase(
        rule: 12, says: "an absence begins when no scene is in front", change: noIdle,
        script: unlocked + """
            1 connect 1 ->
            1 foreground 1 ->
            1 active 1 ->
            2 home 1 -> cover1
            500 open 1 -> uncover1
            """),
]

@Suite struct RuleTests {
    @Test(arguments: cases)
    func engineKeepsTheRule(rule: RuleCase) {
        var policy = LockPolicy()
        rule.change(&policy)
        var script = EngineScript(policy)
        for line in script.run(rule.script) { Issue.record("\(line)") }
    }

    @Test func everyRuleHasItsCases() {
        #expect(Set(cases.map(\.rule)) == Set(1...12))
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
