import AppLock
import Chronology

extension RuleCase {
    /// Rules 6 to 12: what unlocks, and what has to wait for it.
    static let unlocking: [RuleCase] = [
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
            rule: 6, says: "nothing unlocks in background or without protected data",
            change: noIdle,
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
}
