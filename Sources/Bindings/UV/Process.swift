internal import CUV

/// What a child finds under one descriptor number.
public struct ChildStream {
    enum Kind {
        case ignored
        case inherited(Int32)
        case pipe(PipeState)
    }
    let kind: Kind

    /// `/dev/null`.
    public static var ignored: ChildStream { ChildStream(kind: .ignored) }

    public static func inherited(_ descriptor: Int32) -> ChildStream {
        ChildStream(kind: .inherited(descriptor))
    }

    /// The other end of a new socket; `pipe` must not be open yet, and must be used only after.
    public static func pipe(_ pipe: borrowing Pipe) -> ChildStream {
        ChildStream(kind: .pipe(pipe.state))
    }
}

/// How a child ended: by itself with a code, or by a signal (then not 0).
public struct ProcessExit: Hashable, Sendable {
    public var code: Int64
    public var signal: Int32

    public init(code: Int64, signal: Int32) {
        self.code = code
        self.signal = signal
    }

    public var isSuccess: Bool { code == 0 && signal == 0 }
}

/// What to start, and how.
public struct ProcessOptions {
    /// A path, or a name looked up in `PATH`.
    public var executable: String
    /// Without the program's own name.
    public var arguments: [String]
    /// `NAME=value` each; nil for that of this process.
    public var environment: [String]?
    public var folder: String?
    /// The child's descriptors from 0 on.
    public var streams: [ChildStream]

    public init(
        executable: String, arguments: [String] = [], environment: [String]? = nil,
        folder: String? = nil,
        streams: [ChildStream] = [.ignored, .inherited(1), .inherited(2)]
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.streams = streams
    }
}

/// A child process. Closing the handle neither ends the child nor waits for it: close it in
/// `onExit` or later, else the child remains a zombie while this process lives.
public struct Process: ~Copyable {
    private final class State: HandleState {
        var onExit: ((ProcessExit) -> Void)?
        var native: UnsafeMutablePointer<uv_process_t> {
            unsafe memory.assumingMemoryBound(to: uv_process_t.self)
        }
        override func dropHandlers() { onExit = nil }
    }

    private let state: State

    /// Signals are at their defaults in the child, and descriptors not named are closed if they
    /// are marked so.
    public init(
        _ loop: Loop, _ options: ProcessOptions, onExit: @escaping (ProcessExit) -> Void
    ) throws(UVError) {
        let state = try unsafe State(loop, UV_PROCESS) { memory in
            unsafe memory.initializeMemory(
                as: UInt8.self, repeating: 0, count: uv_handle_size(UV_PROCESS))
            return 0
        }
        state.onExit = onExit
        let native = unsafe state.native
        let result = unsafe Process.withNativeOptions(options) { nativeOptions in
            unsafe uv_spawn(loop.native, native, &nativeOptions)
        }
        guard result >= 0 else {
            // A spawn that fails leaves a handle that must be closed like any other.
            state.beginClosing()
            throw UVError(result)
        }
        self.state = state
    }

    deinit { state.beginClosing() }

    public var id: Int32 { unsafe uv_process_get_pid(state.native) }

    /// Fails with `noSuchProcess` once it has ended.
    public func send(signal number: Int32) throws(UVError) {
        try check(unsafe uv_process_kill(state.native, number))
    }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }

    /// libuv reads the options, and all they point to, during the call alone.
    private static func withNativeOptions(
        _ options: ProcessOptions, _ body: (inout uv_process_options_t) -> Int32
    ) -> Int32 {
        var native = unsafe uv_process_options_t()
        unsafe native.exit_cb = { handle, code, signal in
            let state = unsafe UV.state(State.self, of: handle)
            let onExit = state.onExit
            state.onExit = nil
            onExit?(ProcessExit(code: code, signal: signal))
        }
        let file = unsafe CStrings([options.executable])
        let arguments = unsafe CStrings([options.executable] + options.arguments)
        let environment = unsafe options.environment.map { unsafe CStrings($0) }
        let folder = unsafe options.folder.map { unsafe CStrings([$0]) }
        unsafe native.file = UnsafePointer(file.base[0])
        unsafe native.args = arguments.base
        unsafe native.env = environment?.base
        if let folder = unsafe folder { unsafe native.cwd = UnsafePointer(folder.base[0]) }
        var containers = unsafe options.streams.map { stream in
            var container = unsafe uv_stdio_container_t()
            switch stream.kind {
            case .ignored: unsafe cuv_set_stdio_ignore(&container)
            case .inherited(let descriptor): unsafe cuv_set_stdio_fd(&container, descriptor)
            case .pipe(let pipe): unsafe cuv_set_stdio_stream(&container, pipe.stream)
            }
            return unsafe container
        }
        unsafe native.stdio_count = Int32(truncatingIfNeeded: containers.count)
        return unsafe containers.withUnsafeMutableBufferPointer { buffer in
            unsafe native.stdio = buffer.baseAddress
            return unsafe withExtendedLifetime((file, arguments, environment, folder)) {
                unsafe body(&native)
            }
        }
    }
}
