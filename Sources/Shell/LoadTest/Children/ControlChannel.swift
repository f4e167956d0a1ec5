import Chronology
import Linux
import UV
import Wire

/// A child's end of the stream to its driver: orders come in, reports go out, heartbeats go back.
///
/// Where the driver is gone the process ends at once: there is nobody to work for.
final class ControlChannel {
    /// The descriptor every child finds it under.
    static let descriptor: Int32 = 3

    let loop: Loop
    private let stream: FrameStream
    private let interrupt: Signal
    private var incoming: [UInt8] = []
    private var news: [News] = []
    var onOrder: ((WorkOrder) -> Void)?
    var onStart: ((UInt64) -> Void)?
    var onStop: (() -> Void)?

    private enum News { case order([UInt8]), start(UInt64), stop }

    init(_ loop: Loop, _ buffer: ReadBuffer) throws(UVError) {
        self.loop = loop
        stream = try FrameStream(loop, descriptor: Self.descriptor)
        // Ctrl-C reaches the whole group; the driver says when to stop.
        interrupt = try Signal(loop)
        try interrupt.start(Signal.interrupt) {}
        stream.afterPump = { [self] in tell() }
        try stream.start(into: buffer) { [self] reader, out throws(WireError) in
            while let message = try reader.next() {
                switch message {
                case .heartbeat(let instant): out.appendHeartbeat(instant)
                case .statistics(let isLast):
                    incoming += reader.payload
                    guard isLast else { continue }
                    news.append(.order(incoming))
                    incoming = []
                case .start(let instant): news.append(.start(instant.nanoseconds))
                case .stop: news.append(.stop)
                case .hello, .event, .decision, .failure: break
                }
            }
        } onEnd: { _ in
            exitNow(1)
        }
    }

    private func tell() {
        let news = news
        self.news = []
        for item in news {
            switch item {
            case .order(let bytes):
                do throws(MalformedBytes) {
                    onOrder?(try WorkOrder(decoding: bytes))
                } catch {
                    refuse("an order that can't be read")
                }
            case .start(let instant): onStart?(instant)
            case .stop: onStop?()
            }
        }
    }

    /// Everything is prepared.
    func sayReady(_ order: WorkOrder) {
        stream.outgoing.append(Hello(role: order.role, index: UInt32(order.index)))
        stream.flush()
    }

    func report(_ bytes: [UInt8]) {
        stream.outgoing.appendStatistics(bytes.span)
        stream.flush()
    }

    /// How the words begin with which a child says that its order can't be carried out.
    static let refusal = "can't start: "

    func refuse(_ text: String) { fail(Self.refusal + text) }

    func fail(_ text: String) {
        stream.outgoing.appendFailure(text)
        stream.flush()
    }

    var hasUnsent: Bool { stream.waitingByteCount > 0 }
}

/// How every child begins.
enum ChildStart {
    /// The loop and channel of a child of the process that `--parent` names.
    static func open(_ arguments: [String]) -> (Loop, ReadBuffer, ControlChannel) {
        guard let place = arguments.firstIndex(of: "--parent"), place + 1 < arguments.count,
            let parent = Int32(arguments[place + 1])
        else { stop("started by hand: it is a part of `locksim run`", 64) }
        do {
            guard try dieWithParent(parent) else { exitNow(1) }
            ignoreBrokenPipeSignal()
            let loop = try Loop(measuringIdleTime: true)
            let buffer = ReadBuffer(byteCapacity: FrameStream.chunkByteCount)
            return (loop, buffer, try ControlChannel(loop, buffer))
        } catch {
            stop("\(error)", 70)
        }
    }

    static func stop(_ text: String, _ code: Int32) -> Never {
        try? StandardStream.error.write("locksim: \(text)\n")
        exitNow(code)
    }
}
