internal import CLinux
internal import Glibc

public var processID: Int32 { getpid() }
public var parentProcessID: Int32 { getppid() }

/// Has the kernel send SIGKILL to this process when its parent goes. False where `parent` went
/// before it could be asked: then there is nobody to work for. Holds for one thread's parent,
/// and spawning happens on the only thread there is.
public func dieWithParent(_ parent: Int32) throws(SystemError) -> Bool {
    try check("prctl") { Int(clinux_set_parent_death_signal(SIGKILL)) }
    return getppid() == parent
}

/// Raises the bound on open files to what is allowed, and tells it.
@discardableResult
public func raiseOpenFileLimit() throws(SystemError) -> UInt64 {
    let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    try check("getrlimit") { Int(unsafe getrlimit(openFiles, &limit)) }
    limit.rlim_cur = limit.rlim_max
    try check("setrlimit") { Int(unsafe setrlimit(openFiles, &limit)) }
    return UInt64(limit.rlim_cur)
}

/// Keeps this process on one processor: for measurements.
public func pin(toProcessor index: Int) throws(SystemError) {
    precondition(index >= 0 && index < 1024, "a processor set has 1024 places")
    try check("sched_setaffinity") { Int(clinux_pin_to_processor(Int32(index))) }
}

/// Lets this process run wherever it may.
public func unpin() throws(SystemError) {
    try check("sched_setaffinity") { Int(clinux_unpin()) }
}

/// Has the kernel run this process in short turns, 0.1 ms at least, and therefore soon after it
/// was woken: for what must be on time beside busy neighbours. Needs no privilege; kernels before
/// 6.12 take no notice.
public func runInShortTurns(nanoseconds: UInt64 = 100_000) throws(SystemError) {
    try check("sched_setattr") { Int(clinux_set_slice(nanoseconds)) }
}

/// Has the kernel prefer this process to others, for what measures how late things are: 0 is
/// usual, -20 most. Needs the privilege to.
public func setNiceness(_ value: Int32) throws(SystemError) {
    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    try check("setpriority") { Int(setpriority(process, 0, value)) }
}

/// Begins a session of its own, so that a terminal's signals pass this process by, and, where the
/// kernel schedules sessions against each other, it no longer shares a turn with its parent's. No
/// effect on the leader of a group.
public func leaveSession() { _ = setsid() }

/// The same as `setNiceness` for the whole session, where the kernel schedules by sessions.
public func setSessionNiceness(_ value: Int32) throws(SystemError) {
    let file = try open("/proc/self/autogroup", O_WRONLY)
    try writeAll(file.number, Array("\(value)".utf8).span, "/proc/self/autogroup")
}

/// Where the program that runs lies.
public func executablePath() throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try check("readlink /proc/self/exe") {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe readlink(
                "/proc/self/exe", buffer.bindMemory(to: CChar.self).baseAddress!, buffer.count)
        }
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
}

/// A variable of the environment, nil where it isn't set.
public func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}

/// Ends the process at once, without handlers.
public func exitNow(_ code: Int32) -> Never { _exit(code) }

/// Lets all signals through. A mask is inherited: some who start programs block signals in the
/// thread they do it from, and a process that doesn't hear of its children waits for ever.
public func unblockSignals() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    _ = unsafe sigprocmask(SIG_SETMASK, &none, nil)
}

/// Ends the process as that signal would have, so that the parent sees why.
public func killSelf(signal number: Int32) {
    _ = signal(number, SIG_DFL)
    _ = kill(getpid(), number)
}

/// Asks a process to end, or with signal 0 whether it is there.
public func send(signal number: Int32, to process: Int32) throws(SystemError) {
    precondition(process > 0, "one process, not a group")
    try check("kill") { Int(kill(process, number)) }
}
