import Simulation
import Statistics

/// `result.series`: everything a report is, exact, in bytes; any other file is made from it again.
///
/// | part | bytes |
/// | --- | --- |
/// | mark | `locksim-result`, a line's end |
/// | version | of this format |
/// | reports | their number, then each, field by field |
/// | end | `end`, so that a file cut short is told from a whole one |
public enum ResultArchive {
    public static let version: UInt64 = 1
    private static let mark = Array("locksim-result\n".utf8)
    private static let end = "end"

    public static func bytes(_ reports: [RunReport]) -> [UInt8] {
        var archive = Archive()
        var reports = reports
        do throws(ArchiveError) {
            try walk(&archive, &reports)
        } catch {
            preconditionFailure("writing reads nothing, so nothing can be damaged")
        }
        return mark + archive.bytes
    }

    public static func reports(_ bytes: [UInt8]) throws(ArchiveError) -> [RunReport] {
        guard bytes.starts(with: mark) else { throw .foreign }
        var archive = Archive(reading: bytes.dropFirst(mark.count))
        var reports: [RunReport] = []
        try walk(&archive, &reports)
        guard archive.isAtEnd else { throw .damaged }
        return reports
    }

    private static func walk(
        _ archive: inout Archive, _ reports: inout [RunReport]
    ) throws(ArchiveError) {
        var version = version
        try archive.field(&version)
        guard version == self.version else { throw .version(version) }
        try archive.list(&reports, RunReport()) { (archive, report) throws(ArchiveError) in
            try report.walk(&archive)
        }
        var last = end
        try archive.field(&last)
        guard last == end else { throw .damaged }
    }
}

extension RunReport {
    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try walkHead(&archive)
        try walkNumbers(&archive)
        try walkTroubles(&archive)
        try archive.list(&films, Film(blank: ())) { (archive, film) throws(ArchiveError) in
            try film.walk(&archive)
        }
        try archive.list(&timelines, SessionTimeline(session: 0, spans: [])) {
            (archive, timeline) throws(ArchiveError) in
            try timeline.walk(&archive)
        }
    }

    private mutating func walkHead(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&name)
        try archive.field(&path)
        try archive.field(&summary)
        try archive.field(&hash)
        try archive.field(&seed)
        try archive.field(&mode)
        try archive.field(&timerQueue)
        try archive.optional(&queue, "") { (archive, name) throws(ArchiveError) in
            try archive.field(&name)
        }
        try archive.list(&thresholds, .blank) { (archive, threshold) throws(ArchiveError) in
            try threshold.walk(&archive)
        }
        try archive.field(&isScript)
        try archive.list(&overrides)
        try archive.field(&workers)
        try archive.field(&namesSessions)
        var alone = session.map { UInt64($0) }
        try archive.optional(&alone, 0) { (archive, n) throws(ArchiveError) in
            try archive.field(&n)
        }
        session = alone.map { UInt32(truncatingIfNeeded: $0) }
    }

    private mutating func walkNumbers(_ archive: inout Archive) throws(ArchiveError) {
        var bytes = archive.isReading ? [] : part.encode()
        try archive.field(&bytes)
        if archive.isReading {
            do throws(StatisticsError) {
                part = try RunPart(decoding: bytes)
            } catch {
                throw .damaged
            }
        }
        try archive.field(&duration.modelNanoseconds)
        try archive.field(&duration.wallNanoseconds)
        try archive.field(&duration.cpuNanoseconds)
        try archive.field(&warmupNanoseconds)
        try archive.optional(&environment.host, .blank) { (archive, host) throws(ArchiveError) in
            try host.walk(&archive)
        }
        try archive.list(&processes, ProcessFacts(role: .driver, index: 0)) {
            (archive, process) throws(ArchiveError) in
            try process.walk(&archive)
        }
        try archive.list(&samples, .blank) { (archive, sample) throws(ArchiveError) in
            try sample.walk(&archive)
        }
        try archive.optional(&generator, GeneratorFacts()) {
            (archive, facts) throws(ArchiveError) in
            try archive.field(&facts.offeredEvents)
            try archive.field(&facts.achievedEvents)
            try archive.field(&facts.lateEvents)
        }
    }

    private mutating func walkTroubles(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&expectations.checked)
        try archive.field(&expectations.failed)
        try archive.list(&expectationPlaces)
        try archive.list(&failures, .blank) { (archive, failure) throws(ArchiveError) in
            try failure.walk(&archive)
        }
        try archive.list(&lostProcesses)
        try archive.field(&isPartial)
        try archive.optional(&ending, .blank) { (archive, ending) throws(ArchiveError) in
            try ending.walk(&archive)
        }
        var signalNumber = signal.map { Int($0) }
        try archive.optional(&signalNumber, 0) { (archive, n) throws(ArchiveError) in
            try archive.field(&n)
        }
        signal = signalNumber.map { Int32(truncatingIfNeeded: $0) }
        try archive.optional(&isDeterministic, false) { (archive, flag) throws(ArchiveError) in
            try archive.field(&flag)
        }
        try archive.list(&invalidReasons)
        try archive.optional(&internalError, "") { (archive, text) throws(ArchiveError) in
            try archive.field(&text)
        }
    }
}
