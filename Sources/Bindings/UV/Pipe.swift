internal import CUV

/// A stream between processes: a Unix socket, a pipe, or a child's end of one.
///
/// A peer that is gone makes writes fail with `brokenPipe` as long as SIGPIPE is ignored.
public struct Pipe: ~Copyable {
    /// What fits `sockaddr_un`; libuv 1.44 would cut the rest off.
    public static let pathByteBound = 107

    let state: PipeState

    public init(_ loop: Loop) throws(UVError) { state = try PipeState(loop) }

    deinit { state.beginClosing() }

    /// Takes over an open descriptor, no regular file, which is closed with the pipe. It is made
    /// non-blocking, also for others who share what it opens: a terminal, say.
    public func open(descriptor: Int32) throws(UVError) {
        try check(unsafe uv_pipe_open(state.pipe, descriptor))
    }

    /// Makes a socket file, which `close` removes.
    public func bind(path: String) throws(UVError) {
        guard path.utf8.count <= Pipe.pathByteBound else { throw .nameTooLong }
        try check(unsafe uv_pipe_bind(state.pipe, path))
    }

    /// Calls back for each peer that wants to connect, to be taken with `accept`.
    public func listen(
        backlog: Int32 = 128, _ onConnection: @escaping (UVError?) -> Void
    ) throws(UVError) {
        state.onConnection = onConnection
        try check(
            unsafe uv_listen(state.stream, backlog) { handle, status in
                let state = unsafe UV.state(PipeState.self, of: handle)
                state.onConnection?(failure(status))
            })
    }

    /// The peer `listen` told of; fails with `wouldBlock` where there is none.
    public func accept() throws(UVError) -> Pipe {
        let peer = try Pipe(state.loop)
        try check(unsafe uv_accept(state.stream, peer.state.stream))
        return peer
    }

    public func connect(
        path: String, _ completion: @escaping (UVError?) -> Void
    ) throws(UVError) {
        guard path.utf8.count <= Pipe.pathByteBound else { throw .nameTooLong }
        let request = PipeRequest(UV_CONNECT, nil, completion)
        try request.submit {
            let native = unsafe request.memory.assumingMemoryBound(to: uv_connect_t.self)
            unsafe uv_pipe_connect(native, state.pipe, path) { request, status in
                unsafe PipeRequest.complete(request, status)
            }
            return 0
        }
    }

    /// Reads until `stopReading`, the end (`onEnd(nil)`) or an error. What `onBytes` is given is
    /// valid during the call.
    public func startReading(
        into buffer: ReadBuffer, onBytes: @escaping (Span<UInt8>) -> Void,
        onEnd: @escaping (UVError?) -> Void
    ) throws(UVError) {
        state.buffer = buffer
        state.onBytes = onBytes
        state.onEnd = onEnd
        try check(state.startReading())
    }

    public func stopReading() { unsafe uv_read_stop(state.stream) }

    /// Writes what the kernel takes at once, 0 where it takes nothing or writes are queued.
    public func tryWrite(_ bytes: Span<UInt8>) throws(UVError) -> Int {
        if bytes.isEmpty { return 0 }
        let result = unsafe bytes.withUnsafeBufferPointer { source in
            let base = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)
            var buffer = unsafe uv_buf_init(
                base?.assumingMemoryBound(to: CChar.self),
                UInt32(truncatingIfNeeded: min(source.count, Int(Int32.max))))
            return unsafe uv_try_write(state.stream, &buffer, 1)
        }
        if result == UVError.wouldBlock.number { return 0 }
        return Int(try check(result))
    }

    /// Queues a copy of the bytes, at most 2 GiB. The completion comes in a later turn.
    public func write(
        _ bytes: Span<UInt8>, _ completion: @escaping (UVError?) -> Void
    ) throws(UVError) {
        precondition(bytes.count <= Int(Int32.max), "one write is at most 2 GiB")
        let request = PipeRequest(UV_WRITE, bytes, completion)
        try request.submit {
            let native = unsafe request.memory.assumingMemoryBound(to: uv_write_t.self)
            var buffer = unsafe request.buffer
            return unsafe uv_write(native, state.stream, &buffer, 1) { request, status in
                unsafe PipeRequest.complete(request, status)
            }
        }
    }

    /// Bytes queued and not yet taken by the kernel.
    public var queuedByteCount: Int { unsafe uv_stream_get_write_queue_size(state.stream) }

    /// Ends the writing side once what is queued has gone out.
    public func shutdown(_ completion: @escaping (UVError?) -> Void) throws(UVError) {
        let request = PipeRequest(UV_SHUTDOWN, nil, completion)
        try request.submit {
            let native = unsafe request.memory.assumingMemoryBound(to: uv_shutdown_t.self)
            return unsafe uv_shutdown(native, state.stream) { request, status in
                unsafe PipeRequest.complete(request, status)
            }
        }
    }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    /// Queued writes complete as cancelled.
    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }
}
