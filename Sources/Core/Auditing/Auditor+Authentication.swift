import AppLock
import Chronology
import Devices

/// Prompts, results and the count of failures.
extension Auditor {
    mutating func hearResult(
        _ result: AuthenticationResult, _ method: AuthenticationMethod, _ generation: UInt32,
        _ now: UInt64, _ readings: ClockReadings, _ device: inout Device,
        _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        heardSuccess = result == .success
        restartWait(now, readings)
        let isCurrent = generation == promptGeneration
        let answersPrompt = promptOut && isCurrent
        let isHeard =
            (device.showsLock || mustLock) && isLoggedIn && foreground != 0
            && readings.protectedDataAvailable && isCurrent
        guard isHeard, now >= waitEnd else { return }
        if answersPrompt { promptOut = false }
        switch result {
        case .cancel: break
        case .systemCancel: if answersPrompt { owesPromptAgain = true }
        case .failure:
            owesPromptAgain = false
            guard device.showsLock else { return }
            countFailure(method, answersPrompt, now, owner)
        case .success:
            if method == .biometric {
                guard answersPrompt else { return }
                if biometricFailures >= 5 && !owner.quirks.persistsNothing { return }
            }
            accept(now, &device)
        }
    }

    private mutating func accept(_ now: UInt64, _ device: inout Device) {
        isAuthorised = device.showsLock
        mustLock = false
        anchor = .max
        reachedBackground = false
        rebooted = false
        promptOut = false
        owesPrompt = false
        owesPromptAgain = false
        promptHeld = false
        forgive()
        noteActivity(now)
    }

    private mutating func countFailure(
        _ method: AuthenticationMethod, _ answersPrompt: Bool, _ now: UInt64,
        _ owner: LockPolicy
    ) {
        guard method != .biometric else {
            if answersPrompt && biometricFailures < 5 { biometricFailures += 1 }
            return
        }
        if attempts < .max { attempts += 1 }
        guard let backoff = owner.authentication.backoff, attempts >= backoff.from else { return }
        // Each factor alone, as the rule is written: base^n seconds.
        var length: UInt64 = 1_000_000_000
        for _ in 0..<attempts {
            length = length > .max / 1_000_000 ? .max / 1_000_000 : length
            length = length * UInt64(backoff.baseThousandths) / 1000
        }
        waitLength = length
        waitEnd = now + length
    }

    /// After a reboot the whole wait runs again, from the boot on.
    mutating func restartWait(_ now: UInt64, _ readings: ClockReadings) {
        guard waitEnd == .max, waitLength > 0 else { return }
        let boot = now - min(now, readings.continuous.nanoseconds)
        waitEnd = boot + waitLength
    }

    /// A code or a tap on the lock was seen before the prompt; was the prompt called for?
    mutating func judgePrompt(
        _ now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        defer {
            promptDue = false
            sawPrompt = false
        }
        guard promptDue, device.showsLock, foreground != 0, !promptOut else { return }
        if now < waitEnd {
            promptHeld = true
            return
        }
        if !sawPrompt { log.report(.promptMissed, at: now) }
    }

    mutating func seePrompt(
        _ generation: UInt32, _ now: UInt64, _ device: inout Device, _ wasRaised: Bool,
        _ log: inout ViolationLog
    ) {
        sawPrompt = true
        if promptOut {
            log.report(.doublePrompt, at: now)
        } else if now < waitEnd {
            log.report(.attemptsReset, at: now)
        } else if !promptDue && !promptHeld && !wasRaised {
            log.report(.promptLoop, at: now)
        }
        promptOut = true
        promptHeld = false
        promptDue = false
        owesPrompt = false
        owesPromptAgain = false
        promptGeneration = generation
    }
}
