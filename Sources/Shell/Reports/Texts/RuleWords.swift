public import Devices
import Linux

extension Rule {
    /// When it is broken, in a sentence.
    public var meaning: String {
        switch self {
        case .contentExposed:
            "Sensitive content could be seen or touched for a whole frame while a lock was due."
        case .snapshotLeak:
            "A picture for the app switcher shows sensitive content that had to be hidden."
        case .inputBehindLock: "A touch or key reached something other than the lock."
        case .lockNotTopmost: "A lock is up, but not in front, not key, or without the keyboard."
        case .earlyLock: "The app locked although nothing was due."
        case .missedLock: "A lock was due, and at the first frame in front there was none."
        case .unlatched: "A lock that was due or up vanished without authentication."
        case .stuckLock: "Somebody authenticated, and the lock is still up."
        case .promptMissed: "Locked and active with a prompt due, and none was offered."
        case .idleEarly: "The idle timeout fired before its time."
        case .idleMissed: "The idle timeout was due and didn’t fire."
        case .idleTwice: "The idle timeout fired again with nothing done in between."
        case .contextLost:
            "After the unlock or return, windows, controllers, key window or field differ."
        case .keyWindowWrong: "The key window is none that could be used."
        case .coverStuck: "Active and unlocked, and the cover is still up."
        case .doubleLock: "More than one lock is up at once."
        case .doublePrompt: "More than one prompt is out at once."
        case .promptLoop: "A prompt came again by itself without a real background."
        case .staleAuth: "An outdated answer, or one in the background, unlocked."
        case .entryBypass: "An entry from outside led past the lock."
        case .entryLost: "An entry from outside was never delivered."
        case .entryTwice: "An entry from outside was delivered twice."
        case .attemptsReset: "Wrong attempts were forgotten."
        case .timerEarly: "A timer of the host fired before its deadline."
        case .timerLost: "A timer of the host never fired."
        case .timerAfterCancel: "A timer of the host fired after it was cancelled."
        }
    }
}

extension RunEnvironment {
    /// What is known of the machine, in words.
    var pairs: [(String, String)] {
        guard let host else { return [] }
        let load = host.loadHundredths.map {
            Quantity.decimal(UInt64(max($0, 0)), per: 100, places: 2)
        }
        let known: [(String, String?)] = [
            ("processor", host.processorModel), ("cores", String(host.processorCount)),
            ("cores allowed", String(host.allowedProcessorCount)),
            ("memory", host.memoryByteCount.map { Quantity.bytes($0) }),
            ("kernel", host.kernelRelease), ("clock source", host.clockSource),
            ("governor", host.governor), ("load before the run", load.joined(separator: ", ")),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } }
    }
}
