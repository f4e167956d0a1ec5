public import AppLock
public import Chronology
public import Devices

/// What people of one kind do with the app.
public struct Behaviour: Sendable {
    public struct Touches: Hashable, Sendable {
        public var rate = Rate.zero
        /// Touches in a burst, `burstGap` apart; 1 is no burst. `rate` counts touches, not bursts.
        public var burstLength: UInt32 = 1
        public var burstGap = TimeSpan.zero
        /// Of touches made with several fingers.
        public var multiTouch = Share.zero

        public init() {}
    }

    public struct Weighted<Value: Hashable & Sendable>: Hashable, Sendable {
        public var value: Value
        public var weight: Millionths

        public init(_ value: Value, weight: Millionths) {
            self.value = value
            self.weight = weight
        }
    }

    public struct OverlayRate: Hashable, Sendable {
        public var kind: OverlayKind
        public var rate: Rate

        public init(kind: OverlayKind, rate: Rate) {
            self.kind = kind
            self.rate = rate
        }
    }

    public struct Authentication: Hashable, Sendable {
        public var success = Share.whole
        public var takes = Distribution.constant(.seconds(1))
        public var methods = [Weighted(AuthenticationMethod.biometric, weight: .one)]

        public init() {}
    }

    public var name: String
    /// Relative to the other behaviours'.
    public var weight = Millionths.one
    public var foreground: Distribution
    public var background: Distribution
    public var touches = Touches()
    public var keys = Rate.zero
    public var interruptions = Rate.zero
    /// Not empty, in the order of the kinds' own list.
    public var interruptionKinds = [Weighted(Interruption.peek, weight: .one)]
    public var overlays: [OverlayRate] = []
    public var authentication = Authentication()
    public var entries = Rate.zero

    public init(name: String, foreground: Distribution, background: Distribution) {
        self.name = name
        self.foreground = foreground
        self.background = background
    }
}
