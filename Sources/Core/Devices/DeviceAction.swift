public import AppLock
public import Chronology
public import WindowStacks

/// What a person, the system or the app does to a session: the vocabulary of scripts, and what
/// behaviour models draw.
public enum DeviceAction: Sendable {
    /// `loggedIn` nil: as stored, or logged in at the first launch.
    case launch(background: Bool, loggedIn: Bool?)
    case home
    case open
    case interrupt(Interruption)
    case returnFromInterruption
    case lockDevice(asleep: Bool, alwaysOn: AlwaysOn?)
    case unlockDevice(toHome: Bool)
    case swipeAbort
    case kill
    case reboot(down: TimeSpan)
    case shiftWall(nanoseconds: Int64)
    case setWall(nanoseconds: Int64)
    case snapshot(Orientation)
    /// Nil window: the point; nil point: the middle of the screen.
    case tap(window: Name?, point: Point?)
    case touch(TouchList)
    case scroll
    case key
    case tracking(Bool)
    case hold(Name)
    case releaseHold(Name)
    /// In the main window of the scene where `window` is nil.
    case push(Name, sensitive: Bool?, window: Name?)
    case present(Name, sensitive: Bool?, window: Name?)
    case presentAlert(Name, window: Name?)
    case pop(window: Name?)
    case dismiss(window: Name?)
    case focus(Name, window: Name?)
    case createWindow(WindowDescription)
    case show(Name)
    case hide(Name)
    case makeKey(Name)
    case makeKeyAndVisible(Name)
    case releaseWindow(Name)
    case setLevel(Name, Int32)
    case overlay(OverlayKind, Name)
    case dismissOverlay(Name)
    /// Nil method: biometric while a prompt is out, else passcode. Nil generation: the current.
    case authenticate(AuthenticationResult, AuthenticationMethod?, generation: UInt32?)
    case manualLock
    case entry(EntryKind, Name)
    case connectScene(Name)
    case disconnectScene(Name)
    case dismissGesture
    case advance
}

/// What makes an app inactive without leaving it.
public enum Interruption: UInt8, Sendable, CaseIterable {
    case peek, controlCentre, call, permissionAlert, biometricSheet
}

public enum Orientation: UInt8, Sendable, CaseIterable { case portrait, landscape }

/// The false didBecomeActive of an always-on display: `ghost` after the device was locked, for
/// `length`.
public struct AlwaysOn: Hashable, Sendable {
    public var ghost: TimeSpan = .milliseconds(1400)
    public var length: TimeSpan = .milliseconds(250)
    public init() {}
}

/// How the simulated device behaves; the `device` block of a scenario.
public struct DeviceSettings: Hashable, Sendable {
    public struct Fuzz: Hashable, Sendable {
        public var equalLevels = false
        public var lateTimers = false
    }
    /// Nil: 0 in virtual mode, 50 ms in live mode.
    public var snapshotDelay: TimeSpan?
    public var suspendDelay = TimeSpan.zero
    public var coverAnimation = TimeSpan.milliseconds(300)
    public var protectedDataDelay = TimeSpan.seconds(10)
    /// 1 or 2.
    public var orientations: UInt8 = 1
    /// 2026-01-01T08:00:00Z.
    public var wallStartNanoseconds: Int64 = 1_767_254_400_000_000_000
    public var fuzz = Fuzz()
    public init() {}
}
