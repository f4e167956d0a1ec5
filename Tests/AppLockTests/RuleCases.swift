import AppLock
import Chronology
import Testing

/// One sentence of the hardened engine's rules, and a script that says it again.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var rule: Int
    var says: String
    var change: @Sendable (inout LockPolicy) -> Void = { _ in }
    var script: String

    /// The whole of them.
    static let all = locking + unlocking

    var testDescription: String { "rule \(rule): \(says)" }
}

let unlocked = "0 launch\n0 success\n"
/// Without the idle countdown, whose timers would stand in every line.
let noIdle: @Sendable (inout LockPolicy) -> Void = { $0.idle.after = .never }
let idle5: @Sendable (inout LockPolicy) -> Void = { $0.idle.after = .after(.seconds(5)) }

extension RuleCase {
    /// Rules 1 to 5: what locks and what covers.
    static let locking: [RuleCase] = [
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
            rule: 1, says: "a short absence that never became active keeps its anchor",
            change: noIdle,
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
            rule: 3, says: "never with a hold taken, and anew at the end of the last",
            change: idle5,
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
    ]
}
