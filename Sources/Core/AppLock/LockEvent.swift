/// A phase of one finger on the screen.
@frozen
public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
}

/// What one event says of one finger.
@frozen
public struct Touch: Hashable, Sendable {
    public static let fingerBound = 10
    public var finger: UInt8
    public var phase: TouchPhase

    @inlinable public init(finger: UInt8, phase: TouchPhase) {
        self.finger = finger
        self.phase = phase
    }
}

/// The fingers of one touch event, in the order they are looked at; at most ten.
@frozen
public struct TouchList: Sendable {
    public private(set) var count: UInt8 = 0
    @usableFromInline var storage = InlineArray<10, Touch>(
        repeating: Touch(finger: 0, phase: .began))

    public init() {}

    public init(_ touch: Touch) { append(touch) }

    public mutating func append(_ touch: Touch) {
        precondition(count < Touch.fingerBound, "an event carries at most ten fingers")
        storage[Int(count)] = touch
        count += 1
    }

    @inlinable public subscript(index: Int) -> Touch {
        precondition(index < Int(count), "finger index out of range")
        return storage[index]
    }
}

@frozen
public enum AuthenticationResult: UInt8, Hashable, Sendable, CaseIterable {
    case success, failure, cancel, systemCancel
}

@frozen
public enum AuthenticationMethod: UInt8, Hashable, Sendable, CaseIterable {
    case biometric, passcode, gesture
}

@frozen
public enum EntryKind: UInt8, Hashable, Sendable, CaseIterable {
    case url, notification, widget, share, shortcut
}

/// S001's four reasons to cover the interface.
@frozen
public enum OverlayKind: UInt8, Hashable, Sendable, CaseIterable {
    case alert, loading, launch, login
}

@frozen
public enum TimerKind: UInt8, Hashable, Sendable, CaseIterable {
    case idle, backoff
}

/// Everything an engine is told. Each event comes with clock readings; there is no other input.
@frozen
public enum LockEvent: Sendable {
    /// The process starts. `stored` is what the last `persist` command held, nil at the first
    /// launch; `loggedIn`, where the app knows it by itself, overrides what is stored.
    case didFinishLaunching(stored: StoredState?, loggedIn: Bool?)
    case sceneWillConnect(SceneID)
    case sceneDidDisconnect(SceneID)
    case willEnterForeground(SceneID)
    case didBecomeActive(SceneID)
    case willResignActive(SceneID)
    case didEnterBackground(SceneID)
    case touches(SceneID, TouchList)
    case key(SceneID)
    case scroll(SceneID)
    case holdBegan(Name)
    case holdEnded(Name)
    case authentication(AuthenticationResult, AuthenticationMethod, generation: UInt32)
    case entry(EntryKind, Name)
    case overlayRequested(OverlayKind, Name, SceneID)
    case overlayDismissed(Name, SceneID)
    /// The app showed a window, set its level, or presented a controller in one.
    case windowShown(SceneID, Name)
    case windowHidden(SceneID, Name)
    case windowReleased(SceneID, Name)
    case wallClockChanged
    case protectedDataAvailable(Bool)
    case manualLock
    case timerFired(TimerKind, generation: UInt32)
}
