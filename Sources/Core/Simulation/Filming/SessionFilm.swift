public import AppLock
import Devices

/// One step of a film: what happened, what the engine answered, and what the session looked like
/// afterwards.
public struct FilmStep: Sendable {
    public enum Happening: Sendable {
        case event(LockEvent)
        case picture(SceneID, isLeak: Bool)
        /// What the app hears nothing of, or only later.
        case deed(Deed)
    }

    public enum Deed: Sendable { case killed, rebooted, deviceLocked, deviceUnlocked, wallSet }

    /// Model time.
    public var at: UInt64
    public var happening: Happening
    public var commands: [LockCommand] = []
    /// How many commands came besides.
    public var leftOut = 0
    public var frame: SessionFrame
}

/// The last steps of one session, and when its lock, cover and prompt were up.
public struct SessionFilm: Sendable {
    /// How many steps a violation shows.
    public static let stepBound = 48
    /// Enough for a whole script, or a session of a trace.
    public static let wholeBound = 5000

    private let bound: Int
    public private(set) var steps: [FilmStep] = []
    public private(set) var spans = SessionSpans()

    /// Keeps the last `bound` steps, or up to twice as many.
    public init(bound: Int = stepBound) { self.bound = bound }

    /// Oldest first, `stepBound` at most.
    public func steps(until instant: UInt64) -> [FilmStep] {
        Array(steps.filter { $0.at <= instant }.suffix(Self.stepBound))
    }

    mutating func add(_ step: FilmStep, _ device: borrowing Device) {
        if steps.count >= 2 * bound { steps.removeFirst(bound) }
        steps.append(step)
        spans.note(device, at: step.at)
    }
}

/// Stretches of one session's life, for a timeline; the first `bound` of them.
public struct SessionSpans: Sendable {
    public enum Kind: String, CaseIterable, Sendable { case foreground, lock, cover, prompt }

    public struct Span: Hashable, Sendable {
        public var kind: Kind
        public var from: UInt64
        public var to: UInt64
    }

    public static let bound = 2000

    public private(set) var spans: [Span] = []
    /// Since when each kind lasts; nil: it doesn't.
    private var open = [UInt64?](repeating: nil, count: Kind.allCases.count)

    public init() {}

    mutating func note(_ device: borrowing Device, at now: UInt64) {
        let states = [device.isForeground, device.showsLock, device.isCovered, device.isPromptOut]
        for (index, isOn) in states.enumerated() where isOn != (open[index] != nil) {
            if let from = open[index] { add(Kind.allCases[index], from, now) }
            open[index] = isOn ? now : nil
        }
    }

    /// Those that still last end here.
    mutating func finish(at now: UInt64) {
        for index in open.indices {
            if let from = open[index] { add(Kind.allCases[index], from, max(now, from)) }
            open[index] = nil
        }
    }

    private mutating func add(_ kind: Kind, _ from: UInt64, _ to: UInt64) {
        if spans.count < Self.bound { spans.append(Span(kind: kind, from: from, to: to)) }
    }
}

extension SessionFilm {
    public mutating func finish(at now: UInt64) { spans.finish(at: now) }
}

extension World {
    /// After an event and all that came of it.
    mutating func film(_ event: LockEvent, _ session: inout Session, at now: UInt64) {
        guard let last = record?.trail.last else { return }
        addStep(.event(event), answers: last.commands, leftOut: last.leftOut, &session, at: now)
    }

    mutating func addStep(
        _ happening: FilmStep.Happening, answers commands: [LockCommand] = [], leftOut: Int = 0,
        _ session: inout Session, at now: UInt64
    ) {
        guard var film = record?.film else { return }
        film.add(
            FilmStep(
                at: now, happening: happening, commands: commands, leftOut: leftOut,
                frame: SessionFrame(&session.device, at: now)), session.device)
        record?.film = film
    }
}

extension FilmStep.Deed {
    /// Nil for what the app hears of by an event at once.
    init?(_ action: DeviceAction) {
        switch action {
        case .kill: self = .killed
        case .reboot: self = .rebooted
        case .lockDevice: self = .deviceLocked
        case .unlockDevice: self = .deviceUnlocked
        case .shiftWall, .setWall: self = .wallSet
        default: return nil
        }
    }
}
