import Chronology
import Linux
import UV
import Wire

/// A worker or engine process as its driver sees it.
final class Child {
    let role: ProcessUse.Role
    let index: Int
    let sessions: UInt64
    var process: Process?
    var control: FrameStream?
    var errors: Pipe?
    private(set) var lines = LastLines()
    private(set) var isReady = false
    private(set) var lastHeard: UInt64 = 0
    private(set) var exit: ProcessExit?
    private(set) var report: ChildReport?
    private(set) var progress = ChildProgress()
    private var incoming: [UInt8] = []
    private var failures: [String] = []
    /// Something was heard that the driver has to act upon.
    var onNews: (() -> Void)?
    var onTrouble: ((String) -> Void)?
    var onLine: ((String) -> Void)?

    var name: String { "\(role.rawValue) \(index)" }
    var processID: Int32? { process?.id }
    var isGone: Bool { exit != nil && errors == nil }

    init(_ role: ProcessUse.Role, _ index: Int, sessions: UInt64) {
        self.role = role
        self.index = index
        self.sessions = sessions
    }

    /// `more` are the descriptors the child finds from 4 on.
    func start(
        _ loop: Loop, _ buffer: ReadBuffer, _ command: [String], _ more: [Int32], _ order: WorkOrder
    ) throws(UVError) {
        let pipe = try Pipe(loop)
        let errors = try Pipe(loop)
        let options = ProcessOptions(
            executable: command[0], arguments: Array(command.dropFirst()),
            streams: [.ignored, .ignored, .pipe(errors), .pipe(pipe)]
                + more.map { .inherited($0) })
        process = try Process(loop, options) { [self] exit in
            self.exit = exit
            onNews?()
        }
        let control = FrameStream(pipe)
        self.control = control
        control.outgoing.append(Hello(role: .driver, index: 0))
        control.outgoing.appendStatistics(order.encode().span)
        control.flush()
        lastHeard = Clock.boottime.now()
        control.afterPump = { [self] in act() }
        try control.start(into: buffer) { [self] reader, _ throws(WireError) in
            try hear(&reader)
        } onEnd: { [self] end in
            if case .rubbish = end { onTrouble?("\(end)") }
            onNews?()
        }
        try errors.startReading(into: buffer) { [self] bytes in
            lines.append(bytes) { line in onLine?(line) }
        } onEnd: { [self] _ in
            lines.finish { line in onLine?(line) }
            self.errors = nil
            onNews?()
        }
        self.errors = consume errors
    }

    private func hear(_ reader: inout FrameReader) throws(WireError) {
        lastHeard = Clock.boottime.now()
        while let message = try reader.next() {
            switch message {
            case .hello(let hello):
                guard hello.role == (role == .worker ? .worker : .engine), hello.index == index
                else { throw .invalidValue(.role) }
                isReady = true
            case .statistics(let isLast):
                incoming += reader.payload
                if isLast {
                    let whole = incoming
                    incoming = []
                    try read(whole)
                }
            case .failure: failures.append(String(decoding: reader.payload, as: UTF8.self))
            case .heartbeat: break
            case .event, .decision, .start, .stop: throw .invalidValue(.event)
            }
        }
    }

    private func read(_ whole: [UInt8]) throws(WireError) {
        var bytes = whole.dropFirst()
        do throws(MalformedBytes) {
            switch whole.first.flatMap({ ReportKind(rawValue: $0) }) {
            case .progress: progress = try ChildProgress(decoding: &bytes)
            case .final: report = try ChildReport(decoding: &bytes)
            case nil: throw MalformedBytes()
            }
        } catch {
            throw .invalidValue(.text)
        }
    }

    private func act() {
        let failures = failures
        self.failures = []
        for text in failures { onTrouble?(text) }
        onNews?()
    }

    // MARK: Telling

    func tellStart(at instant: UInt64) {
        control?.outgoing.appendStart(at: .init(nanoseconds: instant))
        control?.flush()
        lastHeard = Clock.boottime.now()
    }

    func tellStop() {
        control?.outgoing.appendStop()
        control?.flush()
    }

    func beat(_ now: UInt64) {
        control?.outgoing.appendHeartbeat(.init(nanoseconds: now))
        control?.flush()
    }

    func kill() {
        if exit == nil { try? process?.send(signal: Signal.kill) }
    }

    /// Ends its streams, which lets a child end that still waits for orders.
    func hangUp() {
        control?.close()
        control = nil
    }

    func close() {
        hangUp()
        errors = nil
        process = nil
        onNews = nil
        onTrouble = nil
        onLine = nil
    }
}

/// The last lines a process wrote, a bounded number of bounded length.
struct LastLines {
    static let lineBound = 20
    static let byteBound = 1000

    private(set) var lines: [String] = []
    private var open: [UInt8] = []

    mutating func append(_ bytes: Span<UInt8>, _ tell: (String) -> Void) {
        for index in bytes.indices {
            if bytes[index] == 0x0A {
                close(tell)
            } else if open.count < Self.byteBound {
                open.append(bytes[index])
            }
        }
    }

    mutating func finish(_ tell: (String) -> Void) {
        if !open.isEmpty { close(tell) }
    }

    private mutating func close(_ tell: (String) -> Void) {
        let line = String(decoding: open, as: UTF8.self)
        open.removeAll(keepingCapacity: true)
        if lines.count == Self.lineBound { lines.removeFirst() }
        lines.append(line)
        tell(line)
    }
}
