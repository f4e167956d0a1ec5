/// First-in-first-out chains of entries, in chunks of 32 that all chains share.
///
/// Appending writes to the end of a chunk that is mostly in cache, and draining reads memory in
/// order: neither follows pointers from timer to timer.
///
/// Places in `entries` are numbered throughout, so that the last one says whether its chunk has
/// room: appending to it reads and writes nothing else.
@safe
struct EntryChains<Entry: BitwiseCopyable>: ~Copyable {
    static var chunkLength: Int { 32 }
    private static var length: UInt32 { 32 }
    /// For chains whose last chunk isn't full.
    private static var spareChunks: Int { 512 }

    struct Chain {
        /// The places of its first and last entry; `last` is `.max` where there are none.
        var first: UInt32 = 0
        var last = UInt32.max

        @inline(__always) var isEmpty: Bool { last == .max }
    }

    private let chains: UnsafeMutablePointer<Chain>
    private let chainCount: Int
    private var entries: UnsafeMutablePointer<Entry>
    /// The chunk that follows each, in its chain or among the free.
    private var following: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    private var used = 0
    private var firstFree = UInt32.max

    init(chainCount: Int, capacity: Int) {
        self.chainCount = chainCount
        self.capacity =
            capacity / Self.chunkLength + min(Self.spareChunks, max(capacity / 16, 16))
        unsafe chains = .allocate(capacity: chainCount)
        unsafe chains.initialize(repeating: Chain(), count: chainCount)
        unsafe entries = .allocate(capacity: self.capacity * Self.chunkLength)
        unsafe following = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe chains.deallocate()
        unsafe entries.deallocate()
        unsafe following.deallocate()
    }

    var byteCount: Int {
        chainCount * MemoryLayout<Chain>.stride
            + capacity * (Self.chunkLength * MemoryLayout<Entry>.stride + 4)
    }

    @inline(__always)
    func isEmpty(_ chain: UInt32) -> Bool { unsafe chains[Int(chain)].isEmpty }

    /// The chain is not empty.
    @inline(__always)
    func first(of chain: UInt32) -> Entry {
        unsafe entries[Int(chains[Int(chain)].first)]
    }

    /// True where the chain was empty.
    @inline(__always) @discardableResult
    mutating func append(_ entry: Entry, to index: UInt32) -> Bool {
        let place = unsafe chains[Int(index)].last &+ 1
        if place % Self.length == 0 { return appendChunk(entry, to: index) }
        unsafe entries[Int(place)] = entry
        unsafe chains[Int(index)].last = place
        return false
    }

    @inline(never)
    private mutating func appendChunk(_ entry: Entry, to index: UInt32) -> Bool {
        let chunk = takeChunk()
        let chain = unsafe chains[Int(index)]
        let place = chunk &* Self.length
        unsafe entries[Int(place)] = entry
        unsafe chains[Int(index)].last = place
        if chain.isEmpty {
            unsafe chains[Int(index)].first = place
        } else {
            unsafe following[Int(chain.last / Self.length)] = chunk
        }
        return chain.isEmpty
    }

    /// Takes the first entry; the chain is not empty.
    @inline(__always)
    mutating func removeFirst(of index: UInt32) -> Entry {
        var chain = unsafe chains[Int(index)]
        let entry = removeFirst(of: &chain)
        unsafe chains[Int(index)] = chain
        return entry
    }

    @inline(__always)
    mutating func removeFirst(of chain: inout Chain) -> Entry {
        let entry = unsafe entries[Int(chain.first)]
        let chunk = chain.first / Self.length
        if chain.first == chain.last {
            free(chunk)
            chain = Chain()
            return entry
        }
        chain.first &+= 1
        if chain.first % Self.length == 0 {
            chain.first = unsafe following[Int(chunk)] &* Self.length
            free(chunk)
        }
        return entry
    }

    /// Empties a chain and hands out what it held, to be taken with `removeFirst`.
    mutating func detach(_ index: UInt32) -> Chain {
        let chain = unsafe chains[Int(index)]
        unsafe chains[Int(index)] = Chain()
        return chain
    }

    /// Puts back a detached chain in place of an empty one.
    mutating func attach(_ chain: Chain, to index: UInt32) {
        precondition(isEmpty(index))
        unsafe chains[Int(index)] = chain
    }

    /// Looks at two chunks at most, so `count` is no more than a chunk's length.
    @inline(__always)
    func holds(atMost count: Int, _ index: UInt32) -> Bool {
        let chain = unsafe chains[Int(index)]
        if chain.isEmpty { return true }
        let last = chain.last / Self.length
        let first = chain.first / Self.length
        if first == last { return Int(chain.last &- chain.first) < count }
        guard unsafe following[Int(first)] == last else { return false }
        let inFirst = Self.length &- chain.first % Self.length
        return Int(inFirst &+ chain.last % Self.length) < count
    }

    /// Visits the first `limit` entries in order; false where there are more.
    @inline(__always)
    func forEach(in index: UInt32, limit: Int = .max, _ visit: (Entry) -> Void) -> Bool {
        let chain = unsafe chains[Int(index)]
        if chain.isEmpty { return true }
        var place = chain.first
        var left = limit
        while left > 0 {
            left -= 1
            visit(unsafe entries[Int(place)])
            if place == chain.last { return true }
            place &+= 1
            if place % Self.length == 0 {
                place = unsafe following[Int(place / Self.length &- 1)] &* Self.length
            }
        }
        return false
    }

    /// Empties all chains.
    mutating func removeAll() {
        unsafe chains.update(repeating: Chain(), count: chainCount)
        used = 0
        firstFree = .max
    }

    private mutating func takeChunk() -> UInt32 {
        let chunk = firstFree
        if chunk != .max {
            firstFree = unsafe following[Int(chunk)]
            return chunk
        }
        if used == capacity { grow() }
        used += 1
        return UInt32(used - 1)
    }

    @inline(__always)
    private mutating func free(_ chunk: UInt32) {
        unsafe following[Int(chunk)] = firstFree
        firstFree = chunk
    }

    private mutating func grow() {
        precondition(capacity < Int(UInt32.max) / 64, "more entries than 32-bit places")
        let length = Self.chunkLength
        let larger = capacity < 4096 ? capacity * 2 : capacity + capacity / 4
        let moreEntries = UnsafeMutablePointer<Entry>.allocate(capacity: larger * length)
        let moreFollowing = UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
        unsafe moreEntries.moveInitialize(from: entries, count: capacity * length)
        unsafe moreFollowing.moveInitialize(from: following, count: capacity)
        unsafe entries.deallocate()
        unsafe following.deallocate()
        unsafe entries = moreEntries
        unsafe following = moreFollowing
        capacity = larger
    }
}
