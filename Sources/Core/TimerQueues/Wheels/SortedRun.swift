/// A few entries in order of deadline, equal ones in order of insertion.
///
/// Insertion moves the later ones up: O(n) for n up to `capacity`, a cache line or two mostly.
@safe
struct SortedRun: ~Copyable {
    static let capacity = 64
    static let byteCount = capacity * MemoryLayout<ChainEntry>.stride

    private let entries: UnsafeMutablePointer<ChainEntry>
    private var begin = 0
    private var end = 0

    init() { unsafe entries = .allocate(capacity: Self.capacity) }

    deinit { unsafe entries.deallocate() }

    var isEmpty: Bool { begin == end }
    var room: Int { Self.capacity - (end - begin) }

    @inline(__always)
    subscript(index: Int) -> ChainEntry { unsafe entries[begin + index] }
    var count: Int { end - begin }

    /// The run is not empty.
    @inline(__always)
    mutating func removeFirst() -> ChainEntry {
        let entry = unsafe entries[begin]
        begin += 1
        if begin == end { (begin, end) = (0, 0) }
        return entry
    }

    /// There is room.
    @inline(__always)
    mutating func insert(_ entry: ChainEntry) {
        if end == Self.capacity { moveToFront() }
        var place = end
        while place > begin, unsafe entries[place - 1].deadline > entry.deadline {
            unsafe entries[place] = entries[place - 1]
            place -= 1
        }
        unsafe entries[place] = entry
        end += 1
    }

    private mutating func moveToFront() {
        precondition(begin > 0, "a sorted run is full")
        for index in begin..<end { unsafe entries[index - begin] = entries[index] }
        (begin, end) = (0, end - begin)
    }
}
