import Scenarios
import Simulation
import Statistics

/// One scenario under several timer queues: a line each.
public struct QueueComparison: Sendable {
    public var style: Style

    public init(style: Style) { self.style = style }

    /// In virtual time the queue must not show: those whose digest is another than the first one's
    /// are not deterministic. Runs that were ended early compare with nobody.
    public static func judge(_ reports: inout [RunReport]) {
        let whole = reports.indices.filter {
            reports[$0].mode == .virtual && !reports[$0].isPartial
        }
        guard let first = whole.first else { return }
        for index in whole.dropFirst() {
            reports[index].isDeterministic =
                reports[index].part.digest == reports[first].part.digest
        }
    }

    public func text(_ reports: [RunReport]) -> String {
        guard let first = reports.first else { return "" }
        let isLive = first.mode == .live
        var title = "\(first.name)  \(first.mode.rawValue), seed \(first.seed)"
        title += ", \(Quantity.count(first.part.sessions, "session")), "
        title += "\(reports.count) timer queues"
        var text = style.paint(first.name, .bold)
        text += style.folded(title).dropFirst(first.name.count) + "\n\n"
        var head = ["queue", "events/s", "wall", "CPU"]
        head += isLive ? ["late p50", "late p99", "late max"] : ["bytes/session"]
        head += ["latency p50", "latency p99", "early", "lost", "digest", ""]
        // The digest is of virtual time; what is late or slow is of live runs.
        if isLive { head.removeAll { $0 == "digest" } }
        let rows = reports.map { row($0, isLive: isLive) }
        let table = TextTable(rows: [head] + rows, leftColumns: [0, head.count - 1])
        for (index, piece) in table.split(toFit: style.columns).enumerated() {
            text += (index == 0 ? "" : "\n") + piece.text
        }
        text += "\n"
        if !isLive, reports.count > 1 {
            let differ = reports.filter { $0.isDeterministic == false }.compactMap(\.queue)
            text +=
                differ.isEmpty
                ? "digests agree\n"
                : style.paint("digests differ", .red) + ": \(differ.joined(separator: ", "))\n"
        }
        for report in reports where report.exitCode != 0 {
            for reason in report.reasons {
                text += "  \(report.queue ?? ""): \(style.spelled(reason))\n"
            }
        }
        return text
    }

    private func row(_ report: RunReport, isLive: Bool) -> [String] {
        let part = report.part
        let duration = report.duration
        func value(_ kind: Meter.Kind, _ percentile: Percentile) -> String {
            part.meter[kind].value(at: percentile).map { Quantity.duration($0) } ?? "-"
        }
        var cells = [
            report.queue ?? "",
            Quantity.rate(part.allEvents, nanoseconds: duration.wallNanoseconds),
            Quantity.duration(duration.wallNanoseconds),
            Quantity.duration(duration.cpuNanoseconds),
        ]
        if isLive {
            cells += [.p50, .p99, .p100].map { value(.timerLateness, $0) }
        } else {
            cells.append(Quantity.count(part.sessionBytes / max(part.sessions, 1)))
        }
        cells += [Percentile.p50, .p99].map { value(.decisionLatency, $0) }
        cells += [Quantity.count(part.timersEarly), Quantity.count(part.timersLost)]
        if !isLive { cells.append(report.digestText) }
        let isFine = report.exitCode == 0
        cells.append(isFine ? "ok" : report.verdict.rawValue.uppercased())
        return cells
    }
}
