import AppLock
import Chronology
import Testing

/// The tables of policies and presets, field by field as they are written down.
@Suite struct PresetTests {
    @Test func hardenedIsTheTableOfDefaults() {
        let policy = Preset.hardened.policy
        #expect(policy == LockPolicy())
        #expect(policy.backgroundLock.after == .after(.seconds(20)))
        #expect(policy.backgroundLock.compare == .reaches)
        #expect(policy.backgroundLock.resolution == .exact)
        #expect(policy.clock == .continuous)
        #expect(policy.anchor == .firstResign)
        #expect(!policy.anchorRenewedWhileLocked)
        #expect(policy.coldStart == .locked)
        #expect(policy.loginAtLaunch)
        #expect(policy.presentation == .window(level: 2001))
        #expect(policy.dismissal == .hideThenRelease)
        #expect(policy.cover.when == .resign)
        #expect(policy.cover.presentation == .window)
        #expect(!policy.cover.animated && !policy.cover.dropAnimated)
        #expect(policy.cover.dropWhen == .active)
        #expect(policy.idle.after == .after(.seconds(180)))
        #expect(policy.idle.action == .returnToRoot)
        #expect(Name.predefined[Int(policy.idle.notification.rawValue)] == "IdleTimeout")
        #expect(policy.idle.counts == .input)
        #expect(policy.idle.starts == .active)
        #expect(policy.idle.touches == .allFingersUp)
        #expect(policy.idle.runLoopMode == .common)
        #expect(policy.authentication.generations == .checked)
        #expect(policy.authentication.maxAttempts == 5)
        #expect(policy.authentication.backoff == .init(baseThousandths: 1500, from: 3))
        #expect(policy.authentication.limitAction == .logout)
        #expect(policy.entries == .gate)
        #expect(policy.quirks == LockPolicy().quirks)
    }

    /// `s000-window`, the ground of the documents' presets, from `hardened`.
    private var s000Window: LockPolicy {
        var policy = LockPolicy()
        policy.backgroundLock.compare = .exceeds
        policy.backgroundLock.resolution = .wholeSeconds
        policy.clock = .wall
        policy.anchor = .background
        policy.coldStart = .open
        policy.loginAtLaunch = false
        policy.dismissal = .lowerLevel
        policy.cover.when = .never
        policy.idle.after = .never
        policy.authentication.maxAttempts = nil
        policy.authentication.backoff = nil
        policy.authentication.limitAction = .none
        policy.authentication.generations = .ignored
        policy.entries = .open
        return policy
    }

    private func withoutQuirks(_ policy: LockPolicy) -> LockPolicy {
        var policy = policy
        policy.quirks = LockPolicy().quirks
        return policy
    }

    private func document(_ change: (inout LockPolicy) -> Void) -> LockPolicy {
        var policy = s000Window
        change(&policy)
        return policy
    }

    @Test func documentsPresetsAreTheirTable() {
        let s001: (LockPolicy.Presentation) -> LockPolicy = { presentation in
            document {
                $0.backgroundLock.after = .never
                $0.loginAtLaunch = true
                $0.presentation = presentation
                $0.dismissal = .hideThenRelease
            }
        }
        let table: [(Preset, LockPolicy)] = [
            (.s000Window, s000Window),
            (.s000Root, document { $0.presentation = .rootSwap }),
            (.s001Window, s001(.window(level: 2001))),
            (.s001Root, s001(.rootSwap)),
            (.s001Subview, s001(.subview)),
            (
                .s003,
                document {
                    $0.backgroundLock.after = .never
                    $0.dismissal = .hideThenRelease
                    $0.cover.when = .background
                    $0.cover.presentation = .present
                    $0.cover.dropWhen = .foreground
                }
            ),
            (
                .s004,
                document {
                    $0.backgroundLock.after = .never
                    $0.dismissal = .hideThenRelease
                    $0.idle.after = .after(.minutes(3))
                    $0.idle.action = .returnToRoot
                    $0.idle.notification = .accessibilityIdleTimeout
                    $0.idle.counts = .touches
                    $0.idle.starts = .firstTouch
                    $0.idle.touches = .anyEndArms
                    $0.idle.runLoopMode = .default
                    $0.clock = .uptime
                }
            ),
        ]
        #expect(Set(table.map(\.0)) == Set(Preset.allCases.filter(\.isFromADocument)))
        for (preset, policy) in table {
            #expect(withoutQuirks(preset.policy) == policy, "\(preset.rawValue)")
            #expect(preset.policy.quirks.persistsNothing, "\(preset.rawValue)")
            #expect(preset.ownerPolicy == preset.policy, "\(preset.rawValue)")
        }
        #expect(Preset.s000Root.policy.quirks.freshRoot)
        #expect(Preset.s000Window.policy.quirks.replacesLock)
    }

    @Test func knownBadPresetsAreHardenedButForOneThing() {
        let table: [(String, (inout LockPolicy) -> Void)] = [
            ("wall-clock", { $0.clock = .wall }),
            ("uptime-clock", { $0.clock = .uptime }),
            ("int-seconds", { $0.backgroundLock.resolution = .wholeSeconds }),
            ("exceeds", { $0.backgroundLock.compare = .exceeds }),
            ("cover-on-background", { $0.cover.when = .background }),
            ("cover-animated", { $0.cover.animated = true }),
            (
                "cover-drop-animated",
                {
                    $0.cover.dropAnimated = true
                    $0.quirks.keepsFadeOnRaise = true
                }
            ),
            ("cover-drop-on-foreground", { $0.cover.dropWhen = .foreground }),
            ("anchor-background", { $0.anchor = .background }),
            (
                "grace-renewed-while-locked",
                {
                    $0.anchorRenewedWhileLocked = true
                    $0.quirks.anchorsAnewWhileLocked = true
                }
            ),
            ("auth-ungenerated", { $0.authentication.generations = .ignored }),
            (
                "cold-start-open",
                {
                    $0.coldStart = .open
                    $0.quirks.opensAtEveryLaunch = true
                }
            ),
            ("lower-level", { $0.dismissal = .lowerLevel }),
            ("idle-any-finger", { $0.idle.touches = .anyEndArms }),
            ("idle-default-mode", { $0.idle.runLoopMode = .default }),
            ("idle-touches-only", { $0.idle.counts = .touches }),
            ("entries-open", { $0.entries = .open }),
            ("attempts-forgotten", { $0.quirks.forgetsAttempts = true }),
            ("unlatched", { $0.quirks.dropsUndueLock = true }),
        ]
        #expect(
            table.map(\.0).sorted() == Preset.allCases.filter(\.isKnownBad).map(\.rawValue).sorted()
        )
        for (name, change) in table {
            var policy = LockPolicy()
            change(&policy)
            let preset = Preset(rawValue: name)
            #expect(preset?.policy == policy, "\(name)")
            #expect(policy != LockPolicy(), "\(name)")
            #expect(preset?.ownerPolicy == LockPolicy(), "\(name)")
        }
    }

    @Test func everyPresetIsHardenedADocumentsOrKnownBad() {
        #expect(Preset.allCases.count == 27)
        for preset in Preset.allCases {
            let kinds = [preset == .hardened, preset.isFromADocument, preset.isKnownBad]
            #expect(kinds.filter { $0 }.count == 1, "\(preset.rawValue)")
        }
    }
}
