import AppLock
import Chronology

/// The hash chain of one session over (time, event, commands). Sums over sessions mod 2^64, so
/// that neither their order nor how they are shared out shows.
public struct Digest: Hashable, Sendable {
    public private(set) var value: UInt64 = 0x6C6F_636B_7369_6D00

    public init() {}

    @inline(__always)
    public mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    mutating func mix(_ event: LockEvent, at now: UInt64) {
        mix(now)
        switch event {
        case .touches(let scene, let touches):
            var word = UInt64(scene.index) << 8 | 1
            for index in 0..<Int(touches.count) {
                let touch = touches[index]
                word = word &* 131 &+ UInt64(touch.finger) << 4 | UInt64(touch.phase.rawValue)
            }
            mix(word)
        case .key(let scene): mix(UInt64(scene.index) << 8 | 2)
        case .scroll(let scene): mix(UInt64(scene.index) << 8 | 3)
        case .timerFired(let kind, let generation):
            mix(UInt64(generation) << 16 | UInt64(kind.rawValue) << 8 | 4)
        case .authentication(let result, let method, let generation):
            mix(
                UInt64(generation) << 24 | UInt64(method.rawValue) << 16
                    | UInt64(result.rawValue) << 8 | 5)
        case .didFinishLaunching(let stored, let loggedIn):
            mix(6 | (stored == nil ? 0 : 256) | (loggedIn == false ? 512 : 0))
        case .sceneWillConnect(let scene): mix(UInt64(scene.index) << 8 | 7)
        case .sceneDidDisconnect(let scene): mix(UInt64(scene.index) << 8 | 8)
        case .willEnterForeground(let scene): mix(UInt64(scene.index) << 8 | 9)
        case .didBecomeActive(let scene): mix(UInt64(scene.index) << 8 | 10)
        case .willResignActive(let scene): mix(UInt64(scene.index) << 8 | 11)
        case .didEnterBackground(let scene): mix(UInt64(scene.index) << 8 | 12)
        case .holdBegan(let name): mix(UInt64(name.rawValue) << 8 | 13)
        case .holdEnded(let name): mix(UInt64(name.rawValue) << 8 | 14)
        case .entry(let kind, let name):
            mix(UInt64(name.rawValue) << 16 | UInt64(kind.rawValue) << 8 | 15)
        case .overlayRequested(let kind, let name, let scene):
            mix(
                UInt64(name.rawValue) << 24 | UInt64(kind.rawValue) << 16
                    | UInt64(scene.index) << 8 | 16)
        case .overlayDismissed(let name, let scene):
            mix(UInt64(name.rawValue) << 16 | UInt64(scene.index) << 8 | 17)
        case .windowShown(let scene, let name):
            mix(UInt64(name.rawValue) << 16 | UInt64(scene.index) << 8 | 18)
        case .windowHidden(let scene, let name):
            mix(UInt64(name.rawValue) << 16 | UInt64(scene.index) << 8 | 19)
        case .windowReleased(let scene, let name):
            mix(UInt64(name.rawValue) << 16 | UInt64(scene.index) << 8 | 20)
        case .wallClockChanged: mix(21)
        case .protectedDataAvailable(let isAvailable): mix(22 | (isAvailable ? 256 : 0))
        case .manualLock: mix(23)
        }
    }

    mutating func mix(_ command: LockCommand) {
        switch command {
        case .schedule(let kind, let deadline, let generation):
            mix(deadline.nanoseconds)
            mix(UInt64(generation) << 16 | UInt64(kind.rawValue) << 8 | 33)
        case .cancel(let kind, let generation):
            mix(UInt64(generation) << 16 | UInt64(kind.rawValue) << 8 | 34)
        case .raiseLock(let scene): mix(UInt64(scene.index) << 8 | 35)
        case .liftLock(let scene): mix(UInt64(scene.index) << 8 | 36)
        case .replaceLock(let scene): mix(UInt64(scene.index) << 8 | 37)
        case .dropLock(let scene): mix(UInt64(scene.index) << 8 | 38)
        case .raiseCover(let scene): mix(UInt64(scene.index) << 8 | 39)
        case .dropCover(let scene): mix(UInt64(scene.index) << 8 | 40)
        case .showOverlay(let kind, let name, let scene):
            mix(
                UInt64(name.rawValue) << 24 | UInt64(kind.rawValue) << 16
                    | UInt64(scene.index) << 8 | 41)
        case .hideOverlay(let name, let scene):
            mix(UInt64(name.rawValue) << 16 | UInt64(scene.index) << 8 | 42)
        case .prompt(let generation): mix(UInt64(generation) << 8 | 43)
        case .cancelPrompt(let generation): mix(UInt64(generation) << 8 | 44)
        case .resignKeyboard(let scene): mix(UInt64(scene.index) << 8 | 45)
        case .restoreResponder(let scene): mix(UInt64(scene.index) << 8 | 46)
        case .restoreKeyWindow(let scene): mix(UInt64(scene.index) << 8 | 47)
        case .returnToRoot(let scene): mix(UInt64(scene.index) << 8 | 48)
        case .post(let name): mix(UInt64(name.rawValue) << 8 | 49)
        case .deliver(let kind, let name):
            mix(UInt64(name.rawValue) << 16 | UInt64(kind.rawValue) << 8 | 50)
        case .discardEntries: mix(51)
        case .perform(let action): mix(UInt64(action.rawValue) << 8 | 52)
        case .attempts(let count): mix(UInt64(count) << 8 | 53)
        case .persist(let state):
            mix(UInt64(state.generation) << 16 | (state.isLatched ? 256 : 0) | 54)
            mix(UInt64(bitPattern: state.anchor?.reading ?? .max))
            mix(UInt64(state.attempts) << 8 | UInt64(state.biometricFailures))
        }
    }
}
