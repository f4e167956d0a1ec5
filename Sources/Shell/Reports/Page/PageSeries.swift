import Scenarios
import Simulation
import Statistics

/// The seconds of a run as columns, thinned out so that a page of hours stays small: of each
/// stretch the least and the greatest value stay, in the order in which they came.
struct PageSeries {
    struct Column {
        var name: String
        /// Nil: nothing to say about that second.
        var values: [UInt64?]
    }

    static let pointBound = 1600
    static let processBound = 12

    private(set) var step = 1
    private(set) var secondCount = 0
    /// The second each point begins at, in tenths.
    private(set) var axis: [Int] = []
    private(set) var columns: [Column] = []
    private(set) var processes: [(name: String, cpu: Column, memory: Column)] = []

    init(_ report: RunReport) {
        let series = report.part.series
        secondCount = max(series.secondCount, report.sampledSeconds)
        // Two points for each stretch once there are several seconds in it.
        step = secondCount <= Self.pointBound ? 1 : (2 * secondCount - 1) / Self.pointBound + 1
        axis = makeAxis()
        columns = makeColumns(report).map { thinned($0) }
        makeProcesses(report)
    }

    private func makeAxis() -> [Int] {
        if step == 1 { return (0..<secondCount).map { $0 * 10 } }
        return stride(from: 0, to: secondCount, by: step).flatMap { second in
            [second * 10, second * 10 + step * 5]
        }
    }

    private func makeColumns(_ report: RunReport) -> [Column] {
        let isLive = report.mode == .live
        let seconds = report.seconds
        var columns: [Column] = []
        for column in RunPart.Column.allCases {
            if !isLive && (column == .intended || column == .lateSends) { continue }
            let name = column == .intended ? "offered" : column.name
            columns.append(Column(name: name, values: seconds.map { $0.number(column) }))
        }
        guard isLive else { return columns }
        columns.append(Column(name: "p50", values: seconds.map { $0.latency?.p50 }))
        columns.append(Column(name: "p99", values: seconds.map { $0.latency?.p99 }))
        columns.append(Column(name: "lag_p99", values: seconds.map { $0.lag?.p99 }))
        return columns
    }

    private mutating func makeProcesses(_ report: RunReport) {
        for process in report.sampledProcesses.prefix(Self.processBound) {
            var cpu = [UInt64?](repeating: nil, count: secondCount)
            var memory = cpu
            for sample in report.samples
            where sample.role == process.role && sample.index == process.index {
                guard sample.second < secondCount else { continue }
                cpu[sample.second] = sample.cpuShareBillionths
                memory[sample.second] = sample.residentByteCount
            }
            processes.append(
                (
                    process.name, thinned(Column(name: "cpu", values: cpu)),
                    thinned(Column(name: "rss", values: memory))
                ))
        }
    }

    private func thinned(_ column: Column) -> Column {
        var values = column.values
        values += repeatElement(nil, count: max(secondCount - values.count, 0))
        guard step > 1 else { return Column(name: column.name, values: values) }
        var points: [UInt64?] = []
        for start in stride(from: 0, to: secondCount, by: step) {
            points += Self.extremes(values[start..<min(start + step, secondCount)])
        }
        return Column(name: column.name, values: points)
    }

    /// Two values: the least and the greatest, the earlier first.
    static func extremes(_ values: ArraySlice<UInt64?>) -> [UInt64?] {
        var least: (at: Int, value: UInt64)?
        var greatest: (at: Int, value: UInt64)?
        for (at, value) in values.enumerated() {
            guard let value else { continue }
            if value < least?.value ?? .max || least == nil { least = (at, value) }
            if greatest == nil || value > greatest?.value ?? 0 { greatest = (at, value) }
        }
        guard let least, let greatest else { return [nil, nil] }
        return least.at <= greatest.at
            ? [least.value, greatest.value] : [greatest.value, least.value]
    }
}
