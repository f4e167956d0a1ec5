import Chance
public import TimerQueues

/// One row to be: a subject, so many sessions, an operation.
public struct BenchCell: Hashable, Sendable {
    public var subject: BenchSubject
    public var sessions: Int
    public var operation: BenchOperation

    public init(subject: BenchSubject, sessions: Int, operation: BenchOperation) {
        self.subject = subject
        self.sessions = sessions
        self.operation = operation
    }
}

/// What is measured, how often and in which order, and what is not.
public struct BenchPlan: Sendable {
    /// Each once, in the order of the tables.
    public private(set) var cells: [BenchCell] = []
    /// Sentences about what was left out or made smaller.
    public private(set) var notes: [String] = []
    /// How many sessions a queue is measured with where so many were asked for.
    private var reach: [QueueKind: Int] = [:]
    private let options: BenchOptions

    /// `descriptors` is how many this process may have open.
    public init(_ options: BenchOptions, descriptors: UInt64) {
        self.options = options
        for kind in options.queues { bound(kind, descriptors) }
        if Bounds.isDebug {
            notes.append("this is a build for debugging: its figures mean nothing")
        }
        var seen: Set<BenchCell> = []
        for count in options.sessions {
            for operation in options.operations {
                for cell in cells(count, operation) where seen.insert(cell).inserted {
                    cells.append(cell)
                }
            }
        }
    }

    public func sessions(of kind: QueueKind, asked count: Int) -> Int {
        min(count, reach[kind] ?? count)
    }

    /// All cells once, in an order of this repeat's own, so that no subject has the same neighbours
    /// each time, nor always the quiet minute.
    public func order(ofRepeat index: Int) -> [BenchCell] {
        var stream = ChanceStream(seed: options.seed, session: UInt64(index), purpose: 0xBE)
        var order = cells
        for place in stride(from: order.count - 1, to: 0, by: -1) {
            order.swapAt(place, Int(stream.next(below: UInt64(place + 1))))
        }
        return order
    }

    private func cells(_ count: Int, _ operation: BenchOperation) -> [BenchCell] {
        var cells: [BenchCell] = []
        var floors: [BenchCell] = []
        for kind in options.queues {
            let sessions = sessions(of: kind, asked: count)
            cells.append(
                BenchCell(
                    subject: .queue(kind.rawValue), sessions: sessions, operation: operation))
            guard operation.hasStoreAsFloor else { continue }
            floors.append(
                BenchCell(
                    subject: .store(width: kind.touchWidth), sessions: sessions, operation: .touch))
        }
        if operation == .touch {
            for subject in [BenchSubject.record, .prefetchedRecord] {
                floors.append(BenchCell(subject: subject, sessions: count, operation: .touch))
            }
        }
        if operation == .mixed {
            floors.append(BenchCell(subject: .events, sessions: count, operation: .mixed))
        }
        return cells + floors
    }

    private mutating func bound(_ kind: QueueKind, _ descriptors: UInt64) {
        let most = options.sessions.last ?? 0
        let name = kind.rawValue
        if let (count, why) = kind.sessionBound, most > count {
            reach[kind] = count
            notes.append("\(name): measured at N = \(count) and no more, \(why)")
        }
        // Some are needed for other things than timers.
        let free = Int(clamping: descriptors) - 100
        if kind.takesDescriptors, most > free {
            reach[kind] = max(free, 1)
            notes.append(
                "\(name): N = \(most) is over the descriptor limit of \(descriptors); "
                    + "measured at \(max(free, 1))")
        }
    }
}

extension BenchPlan {
    /// What the largest measurement takes, and what of; nil where that fits into what is available
    /// and within the limit on each process, which the shell's word names.
    public static func shortage(
        _ options: BenchOptions, available: UInt64?,
        limit: (byteCount: UInt64, setting: String)? = nil
    ) -> String? {
        guard let most = options.sessions.last else { return nil }
        let isLimited = limit.map { $0.byteCount < available ?? .max } ?? false
        guard let room = isLimited ? limit?.byteCount : available else { return nil }
        let plan = BenchPlan(options, descriptors: 1 << 20)
        var worst: (name: String, perSession: UInt64, total: UInt64) = ("", 0, 0)
        for kind in options.queues {
            // Twice for growth by doubling, and what the draws of a measurement take.
            let perSession =
                kind.bytesPerTimerEstimate + UInt64(BenchSubject.recordWidth) + 16
            let count = UInt64(plan.sessions(of: kind, asked: most))
            let (total, overflow) = perSession.multipliedReportingOverflow(by: count)
            let needed = overflow ? UInt64.max : total
            if needed > worst.total { worst = (kind.rawValue, perSession, needed) }
        }
        guard worst.total > room else { return nil }
        return "N = \(most) takes about \(worst.total >> 20) MiB for \(worst.name) "
            + "(\(worst.perSession) bytes a session), and \(room >> 20) MiB are "
            + (isLimited ? "allowed (\(limit?.setting ?? ""))" : "available")
    }
}
