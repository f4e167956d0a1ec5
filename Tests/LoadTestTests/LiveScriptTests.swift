import Testing

@Suite(.serialized) struct LiveScriptTests {
    /// Cases with a scale at which their edges lie 100 ms of the clock apart, and more: 21 s away
    /// under an exact limit of 20 s are a second past it, 30 s are ten. (Under S000's whole seconds
    /// 21 s are an edge of their own.)
    static let cases = [
        ("seeds/s000-five-windows", 50),
        ("seeds/s000-gesture-or-fingerprint-hardened", 8),
        ("seeds/s000-plan-two-back-in-place", 50),
        ("seeds/s001-first-way-root", 50),
        ("seeds/s001-second-way-subview", 50),
        ("seeds/s001-four-overlays", 50),
        ("seeds/s001-login-at-launch", 50),
        ("seeds/s001-overlay-waits-for-unlock", 50),
        ("seeds/s003-lock-stands-in", 50),
        ("seeds/s003-notification-follows-each-call", 50),
        ("reports/dialog-open-no-lock", 50),
        ("reports/keyboard-floats-over-the-lock", 50),
        ("reports/killed-while-locked-opens", 50),
        ("reports/left-during-biometric-success", 50),
        ("reports/lock-swiped-away", 50),
        ("reports/notification-tap-after-reboot", 50),
        ("reports/second-lock-on-second-return", 50),
    ]

    @Test(arguments: cases)
    func aCasePassesInRealTime(_ name: String, _ scale: Int) throws {
        let run = try Program.run([
            "load-test", "\(Program.root)/Scenarios/cases/\(name).yaml",
            "--time-scale", "\(scale)",
        ])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.value("failed") == "0")
        #expect(run.number("checked") ?? 0 > 0)
    }
}
