import Testing

@Suite(.serialized) struct LiveScriptTests {
    /// Cases whose edges lie 100 ms of the clock apart, and more, at this scale.
    static let scale = "50"
    static let cases = [
        "seeds/s000-five-windows",
        "seeds/s000-gesture-or-fingerprint-hardened",
        "seeds/s000-plan-two-back-in-place",
        "seeds/s001-four-overlays",
        "seeds/s001-login-at-launch",
        "seeds/s001-overlay-waits-for-unlock",
        "seeds/s003-lock-stands-in",
        "seeds/s003-notification-follows-each-call",
        "reports/dialog-open-no-lock",
        "reports/keyboard-floats-over-the-lock",
        "reports/killed-while-locked-opens",
        "reports/left-during-biometric-success",
        "reports/lock-swiped-away",
        "reports/notification-tap-after-reboot",
        "reports/second-lock-on-second-return",
    ]

    @Test(arguments: cases)
    func aCasePassesInRealTime(_ name: String) throws {
        let run = try Program.run([
            "load-test", "\(Program.root)/Scenarios/cases/\(name).yaml",
            "--time-scale", Self.scale,
        ])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.value("failed") == "0")
        #expect(run.number("checked") ?? 0 > 0)
    }
}
