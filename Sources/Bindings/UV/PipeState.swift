internal import CUV

/// The closures and the buffer behind a `Pipe`.
final class PipeState: HandleState {
    var buffer: ReadBuffer?
    var onBytes: ((Span<UInt8>) -> Void)?
    var onEnd: ((UVError?) -> Void)?
    var onConnection: ((UVError?) -> Void)?

    init(_ loop: Loop) throws(UVError) {
        try unsafe super.init(loop, UV_NAMED_PIPE) { memory in
            unsafe uv_pipe_init(loop.native, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
        }
    }

    var pipe: UnsafeMutablePointer<uv_pipe_t> {
        unsafe memory.assumingMemoryBound(to: uv_pipe_t.self)
    }

    var stream: UnsafeMutablePointer<uv_stream_t> {
        unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
    }

    override func dropHandlers() {
        buffer = nil
        onBytes = nil
        onEnd = nil
        onConnection = nil
    }

    func startReading() -> Int32 {
        unsafe uv_read_start(
            stream,
            { handle, _, target in
                let state = unsafe UV.state(PipeState.self, of: handle)
                guard let buffer = state.buffer else { return }
                unsafe target?.pointee.base = UnsafeMutableRawPointer(buffer.base)
                    .assumingMemoryBound(to: CChar.self)
                unsafe target?.pointee.len = buffer.byteCapacity
            },
            { handle, count, _ in
                let state = unsafe UV.state(PipeState.self, of: handle)
                state.received(count)
            })
    }

    private func received(_ count: Int) {
        // Zero bytes: nothing to read after all.
        guard count != 0 else { return }
        if count > 0, let buffer, let onBytes {
            let bytes = unsafe UnsafeBufferPointer(start: buffer.base, count: count)
            onBytes(unsafe Span(_unsafeElements: bytes))
            return
        }
        unsafe uv_read_stop(stream)
        let error = UVError(Int32(truncatingIfNeeded: count))
        let ended = onEnd
        (onBytes, onEnd, buffer) = (nil, nil, nil)
        ended?(error == .endOfFile ? nil : error)
    }
}

/// A write, connect or shutdown on its way: libuv's request, the bytes, whom to tell.
@safe
final class PipeRequest {
    let memory: UnsafeMutableRawPointer
    private let bytes: UnsafeMutablePointer<UInt8>?
    private let byteCount: Int
    private let completion: (UVError?) -> Void

    init(
        _ kind: uv_req_type, _ payload: Span<UInt8>? = nil,
        _ completion: @escaping (UVError?) -> Void
    ) {
        unsafe memory = .allocate(byteCount: uv_req_size(kind), alignment: 16)
        byteCount = payload?.count ?? 0
        self.completion = completion
        if let payload, !payload.isEmpty {
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: payload.count)
            unsafe payload.withUnsafeBufferPointer { source in
                guard let base = source.baseAddress else { return }
                unsafe copy.initialize(from: base, count: source.count)
            }
            unsafe bytes = copy
        } else {
            unsafe bytes = nil
        }
    }

    deinit {
        unsafe memory.deallocate()
        unsafe bytes?.deallocate()
    }

    var buffer: uv_buf_t {
        unsafe uv_buf_init(
            UnsafeMutableRawPointer(bytes)?.assumingMemoryBound(to: CChar.self),
            UInt32(truncatingIfNeeded: byteCount))
    }

    /// Hands the request to libuv with `start`; where that fails, nobody is told.
    func submit(_ start: () -> Int32) throws(UVError) {
        let held = unsafe Unmanaged.passRetained(self)
        unsafe uv_req_set_data(memory.assumingMemoryBound(to: uv_req_t.self), held.toOpaque())
        let result = start()
        if result < 0 {
            unsafe held.release()
            throw UVError(result)
        }
    }

    @unsafe
    static func complete(_ memory: UnsafeMutableRawPointer?, _ status: Int32) {
        let request = unsafe memory!.assumingMemoryBound(to: uv_req_t.self)
        let data = unsafe uv_req_get_data(request)!
        let held = unsafe Unmanaged<PipeRequest>.fromOpaque(data).takeRetainedValue()
        held.completion(failure(status))
    }
}
