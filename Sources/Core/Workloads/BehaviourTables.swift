import AppLock
public import Chance
import Chronology
import Devices
public import Scenarios

/// Behaviour models made ready for drawing: tables shared by all sessions.
public struct BehaviourTables: Sendable {
    /// What a person does by chance, all kinds drawn from one stream of moments.
    public enum Deed: UInt8, Sendable, CaseIterable {
        case touch, key, interruption, entry, alert, loading, launch, login, reboot
    }

    /// One behaviour; immutable, and shared rather than copied where a person looks at it.
    final class Model: Sendable {
        let foreground: DistributionTable
        let background: DistributionTable
        let authenticationTakes: DistributionTable
        let success: Ratio
        let multiTouch: Ratio
        let burstLength: UInt32
        let burstGap: UInt64
        let methods: Choice<AuthenticationMethod>
        let interruptions: Choice<Interruption>
        /// Gaps between deeds in front and away; nil where there are none.
        let gapInFront: DistributionTable?
        let gapAway: DistributionTable?
        let deedsInFront: Choice<Deed>
        let deedsAway: Choice<Deed>

        /// Moments of all kinds of deeds together are a Poisson stream of the summed rate.
        init(_ behaviour: Behaviour, _ reboots: Rate) throws(DistributionShape.Flaw) {
            burstLength = max(behaviour.touches.burstLength, 1)
            burstGap = behaviour.touches.burstGap.nanoseconds
            var front: [(Deed, UInt64)] = [
                (.touch, behaviour.touches.rate.perDay / UInt64(burstLength)),
                (.key, behaviour.keys.perDay), (.interruption, behaviour.interruptions.perDay),
                (.entry, behaviour.entries.perDay), (.reboot, reboots.perDay),
            ]
            for overlay in behaviour.overlays {
                front.append((overlay.kind.deed, overlay.rate.perDay))
            }
            let away = [(Deed.entry, behaviour.entries.perDay), (.reboot, reboots.perDay)]
            let authentication = behaviour.authentication
            foreground = try DistributionTable(behaviour.foreground.shape)
            background = try DistributionTable(behaviour.background.shape)
            authenticationTakes = try DistributionTable(authentication.takes.shape)
            success = authentication.success.ratio
            multiTouch = behaviour.touches.multiTouch.ratio
            methods = Choice(authentication.methods.map { ($0.value, $0.weight.rawValue) })
            interruptions = Choice(
                behaviour.interruptionKinds.map { ($0.value, $0.weight.rawValue) })
            gapInFront = try BehaviourTables.gap(front)
            gapAway = try BehaviourTables.gap(away)
            deedsInFront = Choice(front)
            deedsAway = Choice(away)
        }

        /// Till the next deed, in nanoseconds; nil where there is none.
        func drawGap(isInFront: Bool, _ stream: inout ChanceStream) -> UInt64? {
            if isInFront { return gapInFront?.sample(&stream).nanoseconds }
            return gapAway?.sample(&stream).nanoseconds
        }
    }

    public struct Faults: Sendable {
        var wallShift: ClosedRange<Int64>?
        var wallShare = Ratio.never
        var deviceSleep = Ratio.never
        var kill = Ratio.never
        public var events: EventFaults?
        public var eventDelay: DistributionTable?
    }

    private(set) var models: [Model] = []
    public private(set) var faults = Faults()
    private var weights: Choice<Int>
    /// How long an interruption and an overlay last, where a scenario has no word for it.
    let interruptionLasts: DistributionTable
    let overlayLasts: DistributionTable
    public let seed: UInt64

    public init(
        _ behaviours: [Behaviour], faults: [Fault], seed: UInt64
    ) throws(DistributionShape.Flaw) {
        self.seed = seed
        weights = Choice(behaviours.enumerated().map { ($0.offset, $0.element.weight.rawValue) })
        interruptionLasts = try DistributionTable(.uniform(.seconds(1), .seconds(8)))
        overlayLasts = try DistributionTable(.uniform(.milliseconds(500), .seconds(4)))
        var reboots = Rate.zero
        for fault in faults { add(fault, &reboots) }
        if let delay = self.faults.events?.delay {
            self.faults.eventDelay = try DistributionTable(delay.shape)
        }
        for behaviour in behaviours { models.append(try Model(behaviour, reboots)) }
    }

    private mutating func add(_ fault: Fault, _ reboots: inout Rate) {
        switch fault {
        case .wallClock(let shift, let share):
            faults.wallShift = shift
            faults.wallShare = share.ratio
        case .deviceSleep(let share): faults.deviceSleep = share.ratio
        case .kill(let share): faults.kill = share.ratio
        case .reboot(let rate): reboots = rate
        case .events(let events): faults.events = events
        }
    }

    fileprivate static func gap(
        _ deeds: [(Deed, UInt64)]
    ) throws(DistributionShape.Flaw) -> DistributionTable? {
        let perDay = deeds.reduce(UInt64(0)) { $0 + $1.1 }
        guard perDay > 0 else { return nil }
        let day = TimeSpan.hours(24).nanoseconds.multipliedFullWidth(by: 1_000_000)
        let mean = TimeSpan(nanoseconds: perDay.dividingFullWidth(day).quotient)
        return try DistributionTable(.exponential(mean: mean))
    }

    /// The behaviour of a session, drawn by weight.
    func model(_ stream: inout ChanceStream) -> Int { weights.draw(&stream) }
}

/// One of several values, by weight.
struct Choice<Value: Sendable>: Sendable {
    private var values: [(value: Value, upTo: UInt64)] = []

    init(_ weighted: [(Value, UInt64)]) {
        var sum: UInt64 = 0
        for (value, weight) in weighted where weight > 0 {
            sum += weight
            values.append((value, sum))
        }
        if values.isEmpty, let first = weighted.first { values = [(first.0, 1)] }
    }

    func draw(_ stream: inout ChanceStream) -> Value {
        guard values.count > 1 else { return values[0].value }
        let place = stream.next(below: values[values.count - 1].upTo)
        for entry in values where place < entry.upTo { return entry.value }
        return values[values.count - 1].value
    }
}

extension Share {
    var ratio: Ratio { Ratio(min(billionths, 1_000_000_000), of: 1_000_000_000) }
}

extension Rate {
    /// In millionths a day.
    var perDay: UInt64 {
        guard per.nanoseconds > 0 else { return 0 }
        let product = count.rawValue.multipliedFullWidth(by: TimeSpan.hours(24).nanoseconds)
        return per.nanoseconds.dividingFullWidth((product.high % per.nanoseconds, product.low))
            .quotient
    }
}

extension OverlayKind {
    var deed: BehaviourTables.Deed {
        switch self {
        case .alert: .alert
        case .loading: .loading
        case .launch: .launch
        case .login: .login
        }
    }
}

extension Distribution {
    var shape: DistributionShape {
        switch self {
        case .constant(let span): .constant(span)
        case .uniform(let from, let to): .uniform(from, to)
        case .exponential(let mean): .exponential(mean: mean)
        case .lognormal(let median, let sigma): .lognormal(median: median, sigma: sigma.real)
        case .weibull(let shape, let scale): .weibull(shape: shape.real, scale: scale)
        case .pareto(let scale, let shape, let cap):
            .pareto(scale: scale, shape: shape.real, cap: cap)
        case .choice(let spans): .choice(spans)
        case .empirical(let spans): .empirical(spans)
        case .mix(let parts):
            .mix(parts.map { .init(share: $0.share.ratio, shape: $0.distribution.shape) })
        }
    }
}

extension Millionths {
    /// Exactly rounded, so the same everywhere.
    var real: Double { Double(rawValue) / 1_000_000 }
}
