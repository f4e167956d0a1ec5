import Auditing
import Devices
import Scenarios
import Simulation

/// `trace.json`: Chrome's trace event format, which Perfetto opens. Sampled sessions are processes,
/// as they are on a phone, and what they are in is a thread each, as spans of one thread have to
/// nest: foreground, lock, cover, prompt, and what broke a rule. Rates and real processes are
/// counters.
///
/// At most some ten thousand events: spans up to `SessionSpans.bound`, counters thinned as on the
/// page.
public enum TraceEvents {
    private static let runProcess = 1
    private static let firstProcess = 10
    private static let firstSession = 1000
    /// The threads of a session, by their place.
    private static let threads = SessionSpans.Kind.allCases.map(\.rawValue) + ["violations"]

    public static func text(_ report: RunReport) -> String {
        var events: [String] = []
        var sessions: [UInt64: Int] = [:]
        func process(of session: UInt64) -> Int {
            if let known = sessions[session] { return known }
            let process = firstSession + sessions.count
            sessions[session] = process
            name(process, "session \(session)", &events)
            for place in threads.indices { nameThread(process, place, &events) }
            return process
        }
        for timeline in report.timelines {
            let process = process(of: timeline.session)
            for span in timeline.spans { events.append(slice(span, process)) }
        }
        for first in report.part.firsts {
            let process = process(of: UInt64(first.session))
            events.append(
                event("i", process, thread(process, threads.count - 1), at: first.at) { json in
                    json.field("name", first.rule.rawValue)
                    json.field("s", "t")
                })
        }
        counters(report, &events)
        var head = JSONWriter(isCompact: true)
        head.object { json in
            json.field("scenario", report.name)
            json.field("seed", String(report.seed))
            json.field("clock", report.mode == .live ? "real" : "model")
            json.field("locksim", Version.text)
        }
        return "{\"displayTimeUnit\":\"ms\",\"otherData\":\(head.text),\"traceEvents\":[\n"
            + events.joined(separator: ",\n") + "\n]}\n"
    }

    /// Different in each process, as Linux has it.
    private static func thread(_ process: Int, _ place: Int) -> UInt64 {
        UInt64(process * 10 + place)
    }

    private static func nameThread(_ process: Int, _ place: Int, _ events: inout [String]) {
        events.append(
            event("M", process, thread(process, place)) { json in
                json.field("name", "thread_name")
                json.key("args")
                json.object { $0.field("name", threads[place]) }
            })
    }

    private static func slice(_ span: SessionTimeline.Span, _ process: Int) -> String {
        let place = threads.firstIndex(of: span.kind) ?? 0
        return event("X", process, thread(process, place), at: span.from) { json in
            json.field("dur", decimal: microseconds(span.to - span.from))
            json.field("name", span.kind)
            json.field("cat", "session")
        }
    }

    private static func counters(_ report: RunReport, _ events: inout [String]) {
        let series = PageSeries(report)
        guard series.secondCount > 0 else { return }
        name(runProcess, "run", &events)
        for column in series.columns {
            let isTime = ["p50", "p99", "lag_p99"].contains(column.name)
            let label = isTime ? "\(column.name) (us)" : column.name
            for (place, value) in column.values.enumerated() {
                guard let value else { continue }
                let number = isTime ? microseconds(value) : String(value)
                events.append(counter(runProcess, label, series.axis[place], number))
            }
        }
        for (index, process) in series.processes.enumerated() {
            let number = firstProcess + index
            name(number, process.name, &events)
            for (place, value) in process.cpu.values.enumerated() {
                guard let value else { continue }
                let percent = Quantity.decimal(value, per: 10_000_000, places: 2)
                events.append(counter(number, "CPU (%)", series.axis[place], percent))
            }
            for (place, value) in process.memory.values.enumerated() {
                guard let value else { continue }
                events.append(counter(number, "memory (B)", series.axis[place], String(value)))
            }
        }
    }

    /// There are thousands of these, all of one shape.
    private static func counter(
        _ process: Int, _ label: String, _ tenths: Int, _ value: String
    ) -> String {
        let at = microseconds(UInt64(tenths) * 100_000_000)
        let name = JSONWriter.quoted(label)
        return "{\"ph\":\"C\",\"pid\":\(process),\"tid\":0,\"ts\":\(at),\"name\":\(name),"
            + "\"args\":{\"value\":\(value)}}"
    }

    private static func name(_ process: Int, _ text: String, _ events: inout [String]) {
        events.append(
            event("M", process, 0) { json in
                json.field("name", "process_name")
                json.key("args")
                json.object { $0.field("name", text) }
            })
    }

    private static func event(
        _ phase: String, _ process: Int, _ thread: UInt64, at instant: UInt64 = 0,
        _ more: (inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter(isCompact: true)
        writer.object { json in
            json.field("ph", phase)
            json.field("pid", process)
            json.field("tid", thread)
            json.field("ts", decimal: microseconds(instant))
            more(&json)
        }
        return writer.text
    }

    private static func microseconds(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1000, places: 3)
    }
}
