internal import CLinux
internal import Glibc

/// Bytes of the C heap in use, of all arenas and of what was mapped for single large blocks, with
/// the allocator's few bytes beside each.
public func allocatedByteCount() -> UInt64 {
    let info = mallinfo2()
    return UInt64(info.uordblks) + UInt64(info.hblkhd)
}

/// Has the allocator take large blocks from the heap and give nothing back, so that memory freed
/// once is used again without a page fault: for measurements of what comes after the first time.
public func keepFreedMemory() {
    clinux_keep_freed_memory()
}

/// The most memory this process, and each it starts, may take, with the shell's word for that
/// limit; nil where there is none.
public func memoryLimit() -> (byteCount: UInt64, setting: String)? {
    [(RLIMIT_AS, "ulimit -v"), (RLIMIT_DATA, "ulimit -d")].compactMap { resource, setting in
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
            limit.rlim_cur != .max  // RLIM_INFINITY
        else { return nil }
        return (UInt64(limit.rlim_cur), setting)
    }.min { $0.0 < $1.0 }
}

/// The kernel's own memory that it can't reclaim: timers, descriptors and the like. Of the whole
/// host, so others show in it too.
public func kernelObjectByteCount() throws(SystemError) -> UInt64 {
    for line in try readText("/proc/meminfo", atMost: 1 << 16).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "SUnreclaim:", words.count > 1 { return (UInt64(words[1]) ?? 0) * 1024 }
    }
    return 0
}

/// Descriptors this process may have open, as things are.
public func openFileLimit() throws(SystemError) -> UInt64 {
    var limit = rlimit()
    try check("getrlimit") {
        Int(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
    }
    return UInt64(limit.rlim_max)
}
