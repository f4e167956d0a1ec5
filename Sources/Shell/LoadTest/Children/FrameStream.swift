import UV
import Wire

/// A stream of frames, both ways, over one pipe.
///
/// What is to be sent gathers in `outgoing` and goes out with `flush`: the batch is what has
/// gathered. What the kernel doesn't take at once follows as soon as it does.
final class FrameStream {
    typealias Pump = (inout FrameReader, inout WireBuffer) throws(WireError) -> Void

    var outgoing = WireBuffer()
    /// Called after each piece that was read, when the buffers are free again.
    var afterPump: (() -> Void)?
    private var pipe: Pipe?
    private var reader = FrameReader(byteCapacity: 2 * FrameStream.chunkByteCount)
    private var isWriting = false
    private var onEnd: ((StreamEnd) -> Void)?

    /// What is read at once.
    static let chunkByteCount = 1 << 18

    init(_ pipe: consuming Pipe) { self.pipe = consume pipe }

    /// A stream over an open descriptor, which it owns.
    convenience init(_ loop: Loop, descriptor: Int32) throws(UVError) {
        let pipe = try Pipe(loop)
        try pipe.open(descriptor: descriptor)
        self.init(pipe)
    }

    var isOpen: Bool { pipe != nil }

    /// `pump` is called with each piece that arrives, and has to read the reader empty; what it
    /// wants sent in answer goes out when it returns. `onEnd` is called once.
    func start(
        into buffer: ReadBuffer, _ pump: @escaping Pump, onEnd: @escaping (StreamEnd) -> Void
    ) throws(UVError) {
        self.onEnd = onEnd
        try pipe?.startReading(into: buffer) { [self] bytes in
            reader.append(bytes)
            do throws(WireError) {
                try pump(&reader, &outgoing)
                flush()
                afterPump?()
            } catch {
                end(.rubbish(error))
            }
        } onEnd: { [self] error in
            if let error {
                end(.broken(error))
            } else {
                end(reader.isAtFrameBoundary ? .closed : .cutShort)
            }
        }
    }

    func flush() {
        guard !isWriting, !outgoing.isEmpty, pipe != nil else { return }
        do throws(UVError) {
            let sent = try outgoing.withBytes { bytes throws(UVError) in
                try pipe?.tryWrite(bytes) ?? 0
            }
            outgoing.removeFirst(sent)
            guard !outgoing.isEmpty else { return }
            isWriting = true
            try outgoing.withBytes { bytes throws(UVError) in
                try pipe?.write(bytes) { [weak self] error in
                    guard let self else { return }
                    isWriting = false
                    if let error { end(.broken(error)) } else { flush() }
                }
            }
            outgoing.removeAll()
        } catch {
            end(.broken(error))
        }
    }

    /// Bytes not yet taken by the kernel.
    var waitingByteCount: Int { outgoing.count + (pipe?.queuedByteCount ?? 0) }

    func close() {
        onEnd = nil
        afterPump = nil
        pipe = nil
    }

    func keepLoopAlive(_ keeps: Bool) { pipe?.keepLoopAlive(keeps) }

    private func end(_ reason: StreamEnd) {
        let ended = onEnd
        onEnd = nil
        pipe = nil
        ended?(reason)
    }
}

/// Why a stream brings no more.
enum StreamEnd: Sendable {
    case closed
    /// Within a frame.
    case cutShort
    case broken(UVError)
    case rubbish(WireError)
}

extension StreamEnd: CustomStringConvertible {
    var description: String {
        switch self {
        case .closed: "closed its stream"
        case .cutShort: "closed its stream within a frame"
        case .broken(let error): "lost its stream: \(error)"
        case .rubbish(let error): "sent rubbish: \(error)"
        }
    }
}
