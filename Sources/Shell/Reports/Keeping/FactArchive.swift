import Chronology
import Linux
import Scenarios

// How the parts of a report are kept.

extension Threshold {
    static var blank: Threshold {
        guard case .found(let metric) = MetricTable.lookUp("events") else {
            preconditionFailure("the table of metrics has events")
        }
        return Threshold(
            metric: metric, comparison: .equal, value: .number(Millionths(rawValue: 0)),
            text: "", position: SourcePosition(line: 1, column: 1))
    }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        var path = metric.path
        try archive.field(&path)
        if archive.isReading {
            guard case .found(let metric) = MetricTable.lookUp(path) else { throw .damaged }
            self.metric = metric
        }
        try archive.field(&comparison)
        try value.walk(&archive)
        try archive.field(&aborts)
        try archive.field(&after.nanoseconds)
        try archive.field(&text)
        try archive.field(&position.line)
        try archive.field(&position.column)
    }
}

extension Threshold.Value {
    private enum Kind: String { case duration, number, share, rate, bytes }

    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        var (kind, first, second) = parts
        try archive.field(&kind)
        try archive.field(&first)
        try archive.field(&second)
        switch kind {
        case .duration: self = .duration(.nanoseconds(first))
        case .number: self = .number(Millionths(rawValue: first))
        case .share: self = .share(Share(billionths: first))
        case .rate:
            self = .rate(Rate(count: Millionths(rawValue: first), per: .nanoseconds(second)))
        case .bytes: self = .bytes(first)
        }
    }

    private var parts: (Kind, UInt64, UInt64) {
        switch self {
        case .duration(let span): (.duration, span.nanoseconds, 0)
        case .number(let number): (.number, number.rawValue, 0)
        case .share(let share): (.share, share.billionths, 0)
        case .rate(let rate): (.rate, rate.count.rawValue, rate.per.nanoseconds)
        case .bytes(let count): (.bytes, count, 0)
        }
    }
}

extension MeasuredValue {
    private enum Kind: String { case duration, number, share, rate, bytes }

    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        var (kind, first, second) = parts
        try archive.field(&kind)
        try archive.field(&first)
        try archive.field(&second)
        switch kind {
        case .duration: self = .duration(nanoseconds: first)
        case .number: self = .number(first)
        case .share: self = .share(billionths: first)
        case .rate: self = .rate(count: first, nanoseconds: second)
        case .bytes: self = .bytes(first)
        }
    }

    private var parts: (Kind, UInt64, UInt64) {
        switch self {
        case .duration(let nanoseconds): (.duration, nanoseconds, 0)
        case .number(let number): (.number, number, 0)
        case .share(let billionths): (.share, billionths, 0)
        case .rate(let count, let nanoseconds): (.rate, count, nanoseconds)
        case .bytes(let count): (.bytes, count, 0)
        }
    }
}

extension Ending {
    static var blank: Ending {
        Ending(
            result: ThresholdResult(that: "", unit: .number, value: nil, count: 0, passed: false),
            at: 0)
    }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&result.that)
        try archive.field(&result.unit)
        try archive.optional(&result.value, .number(0)) { (archive, value) throws(ArchiveError) in
            try value.walk(&archive)
        }
        try archive.field(&result.count)
        try archive.field(&result.passed)
        try archive.field(&at)
    }
}

extension Host {
    static var blank: Host { Host(processorCount: 1, allowedProcessorCount: 1) }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.words(&processorModel)
        try archive.field(&processorCount)
        try archive.field(&allowedProcessorCount)
        try archive.words(&kernelRelease)
        try archive.words(&clockSource)
        try archive.words(&governor)
        try archive.list(&loadHundredths, 0) { (archive, load) throws(ArchiveError) in
            try archive.field(&load)
        }
        try archive.number(&memoryByteCount)
        try archive.number(&availableMemoryByteCount)
    }
}

extension ProcessFacts {
    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&role)
        try archive.field(&index)
        try archive.field(&cpuShareBillionths)
        try archive.field(&residentByteCount)
        try archive.field(&contextSwitches)
        try archive.number(&loopIdleBillionths)
        try archive.number(&spinShareBillionths)
    }
}

extension ProcessSample {
    static var blank: ProcessSample {
        ProcessSample(
            role: .driver, index: 0, second: 0, cpuShareBillionths: 0, residentByteCount: 0)
    }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&role)
        try archive.field(&index)
        try archive.field(&second)
        try archive.field(&cpuShareBillionths)
        try archive.field(&residentByteCount)
    }
}

extension ReportedFailure {
    static var blank: ReportedFailure {
        ReportedFailure(place: "", subject: "", expected: "", actual: "")
    }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&place)
        try archive.field(&subject)
        try archive.field(&expected)
        try archive.field(&actual)
        try archive.list(&trail)
    }
}

extension Archive {
    fileprivate mutating func words(_ text: inout String?) throws(ArchiveError) {
        try optional(&text, "") { (archive, text) throws(ArchiveError) in try archive.field(&text) }
    }

    fileprivate mutating func number(_ number: inout UInt64?) throws(ArchiveError) {
        try optional(&number, 0) { (archive, number) throws(ArchiveError) in
            try archive.field(&number)
        }
    }
}
