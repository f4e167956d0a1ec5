public import TimerQueues

/// One measurement of lateness: real time can't be hurried, so each is made once.
public struct AccuracyCell: Hashable, Sendable {
    public var kind: QueueKind
    /// Of our own queues; nil: the library wakes itself.
    public var wake: WakeKind?
    public var isBusy: Bool

    public init(kind: QueueKind, wake: WakeKind?, isBusy: Bool) {
        self.kind = kind
        self.wake = wake
        self.isBusy = isBusy
    }

    /// Stands for our own queues where none is named: they differ in less than a wake-up does.
    static let representative = QueueKind.lazyWheel

    /// In the order of the table. Named queues are measured beside a busy neighbour, too; without
    /// names one of ours is, and the libraries have the processor for themselves.
    public static func all(_ options: BenchOptions) -> [AccuracyCell] {
        guard options.measuresAccuracy else { return [] }
        let kinds = options.queues.filter {
            !$0.isPure || options.namesQueues || $0 == representative
        }
        return kinds.flatMap { kind -> [AccuracyCell] in
            let wakes: [WakeKind?] = kind.isPure ? WakeKind.allCases : [nil]
            let neighbours = kind.isPure || options.namesQueues ? [false, true] : [false]
            return wakes.flatMap { wake in
                neighbours.map { AccuracyCell(kind: kind, wake: wake, isBusy: $0) }
            }
        }
    }

    /// What is left out, in a sentence; nil where nothing is.
    public static func note(_ options: BenchOptions) -> String? {
        guard options.measuresAccuracy, !options.namesQueues else { return nil }
        return "accuracy: of our own queues \(representative.rawValue) alone, as the wake-up "
            + "decides, and libraries without a neighbour; “--queues” names others"
    }

    public var label: String {
        let words = [kind.rawValue, wake?.rawValue, isBusy ? "busy" : "idle"].compactMap { $0 }
        return "accuracy, " + words.joined(separator: ", ")
    }
}
