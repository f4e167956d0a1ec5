import Simulation

/// One session of a population that was lived alone: what it violated and what led to that.
public struct SessionText: Sendable {
    static let trailBound = 16

    public var style: Style

    public init(style: Style) { self.style = style }

    public func text(_ report: RunReport) -> String {
        let events = report.part.counters[.events]
        let total = report.part.violationTotal
        let session = report.session.map { "session \($0), " } ?? ""
        var text = style.paint(report.name, .bold) + "  \(session)seed \(report.seed)\n"
        text += "  \(Quantity.count(events)) event\(events == 1 ? "" : "s") in "
        text += "\(Quantity.duration(report.duration.modelNanoseconds))\n\n"
        text += style.paint(total == 0 ? "PASS" : "FAIL", total == 0 ? .green : .red)
        text += "  \(Quantity.count(total)) violation\(total == 1 ? "" : "s")\n"
        for failure in report.failures {
            let line = style.folded("  \(failure.subject)  \(failure.actual)")
            text += "\n  " + style.paint(failure.subject, .red)
            text += line.dropFirst(2 + failure.subject.count) + "\n"
            for line in failure.trail.suffix(Self.trailBound) {
                text += style.paint(style.folded("  " + style.spelled(line)), .dim) + "\n"
            }
        }
        return text + "\n"
            + style.folded("  digest \(report.digestText), scenario \(report.hash)", indent: 2)
            + "\n"
    }
}
