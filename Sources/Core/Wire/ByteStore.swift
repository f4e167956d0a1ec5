/// Bytes waiting between two ends of one allocation; written at the back, read at the front.
///
/// All raw memory of the module is here, and each access is checked against the allocation or the
/// limit given.
@safe
struct ByteStore: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var start = 0
    private(set) var end = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a store holds at least one byte")
        self.capacity = capacity
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { unsafe base.deallocate() }

    var count: Int { end - start }

    /// Makes room for `byteCount` more. Amortised O(1) a byte; offsets change.
    mutating func reserve(_ byteCount: Int) {
        if capacity - end < byteCount { makeRoom(byteCount) }
    }

    @inline(never)
    private mutating func makeRoom(_ byteCount: Int) {
        let held = count
        if capacity - held >= byteCount && start >= held {
            unsafe base.copyMemory(from: base + start, byteCount: held)
        } else {
            let wanted = max(capacity * 2, held + byteCount)
            let moved = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
            unsafe moved.copyMemory(from: base + start, byteCount: held)
            unsafe base.deallocate()
            unsafe base = moved
            capacity = wanted
        }
        start = 0
        end = held
    }

    /// Writes at the back; room was reserved.
    @inline(__always)
    mutating func put<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
        let next = end + MemoryLayout<Value>.size
        precondition(next <= capacity, "room is reserved before writing")
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: end, as: Value.self)
        end = next
    }

    mutating func put(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        unsafe bytes.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            unsafe (base + end).copyMemory(from: from, byteCount: source.count)
        }
        end += bytes.count
    }

    /// Writes over what is already there, `offset` bytes from the front.
    @inline(__always)
    mutating func overwrite<Value: FixedWidthInteger & BitwiseCopyable>(
        _ value: Value, at offset: Int
    ) {
        precondition(
            offset >= 0 && offset + MemoryLayout<Value>.size <= count, "only bytes held change")
        unsafe base.storeBytes(
            of: value.littleEndian, toByteOffset: start + offset, as: Value.self)
    }

    /// Reads at the front, if the value ends within the next `limit` bytes, and counts it off.
    @inline(__always)
    mutating func take<Value: FixedWidthInteger & BitwiseCopyable>(
        _: Value.Type, within limit: inout Int
    ) throws(WireError) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= limit, size <= count else { throw .recordCutShort }
        let value = unsafe base.loadUnaligned(fromByteOffset: start, as: Value.self)
        start += size
        limit -= size
        return Value(littleEndian: value)
    }

    func peek<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type, at offset: Int) -> Value {
        precondition(
            offset >= 0 && offset + MemoryLayout<Value>.size <= count, "only bytes held are read")
        let value = unsafe base.loadUnaligned(fromByteOffset: start + offset, as: Value.self)
        return Value(littleEndian: value)
    }

    /// The first `byteCount` bytes, all there, taken off.
    mutating func takeArray(_ byteCount: Int) -> [UInt8] {
        precondition(byteCount <= count, "only bytes held are read")
        let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: byteCount)
        start += byteCount
        return unsafe [UInt8](bytes)
    }

    mutating func removeFirst(_ byteCount: Int) {
        precondition(byteCount >= 0 && byteCount <= count, "only bytes held are removed")
        start += byteCount
        if start == end { (start, end) = (0, 0) }
    }

    func withBytes<Result: ~Copyable, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let held = unsafe UnsafeRawBufferPointer(start: base + start, count: count)
        return try body(unsafe Span<UInt8>(_unsafeBytes: held))
    }
}
