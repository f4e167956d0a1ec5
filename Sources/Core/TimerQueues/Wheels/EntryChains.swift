/// First-in-first-out chains of entries, in chunks of 32 that all chains share.
///
/// Appending writes to the end of a chunk that is mostly in cache, and draining reads memory in
/// order: neither follows pointers from timer to timer.
@safe
struct EntryChains<Entry: BitwiseCopyable>: ~Copyable {
    static var chunkLength: Int { 32 }
    /// For chains whose last chunk isn't full.
    private static var spareChunks: Int { 512 }

    struct Chain {
        var first = UInt32.max
        var last = UInt32.max
        /// Of the next entry in the first chunk, and of the free place in the last.
        var begin: UInt32 = 0
        var end: UInt32 = 0

        var isEmpty: Bool { first == .max }
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
        self.capacity = capacity / Self.chunkLength + min(Self.spareChunks, max(capacity / 16, 16))
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
        let chain = unsafe chains[Int(chain)]
        return unsafe entries[Int(chain.first) &* Self.chunkLength &+ Int(chain.begin)]
    }

    @inline(__always)
    mutating func append(_ entry: Entry, to index: UInt32) {
        var chain = unsafe chains[Int(index)]
        if chain.isEmpty || chain.end == Self.chunkLength {
            let chunk = takeChunk()
            if chain.isEmpty {
                chain = Chain(first: chunk, last: chunk, begin: 0, end: 0)
            } else {
                unsafe following[Int(chain.last)] = chunk
                chain.last = chunk
                chain.end = 0
            }
        }
        unsafe entries[Int(chain.last) &* Self.chunkLength &+ Int(chain.end)] = entry
        chain.end &+= 1
        unsafe chains[Int(index)] = chain
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
        let chunk = Int(chain.first)
        let entry = unsafe entries[chunk &* Self.chunkLength &+ Int(chain.begin)]
        chain.begin &+= 1
        if chain.first == chain.last {
            if chain.begin == chain.end {
                free(chain.first)
                chain = Chain()
            }
        } else if chain.begin == Self.chunkLength {
            let next = unsafe following[chunk]
            free(chain.first)
            chain.first = next
            chain.begin = 0
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
        if chain.first == chain.last { return Int(chain.end &- chain.begin) <= count }
        guard unsafe following[Int(chain.first)] == chain.last else { return false }
        return Self.chunkLength &- Int(chain.begin) &+ Int(chain.end) <= count
    }

    /// Visits the first `limit` entries in order; false where there are more.
    @inline(__always)
    func forEach(in index: UInt32, limit: Int = .max, _ visit: (Entry) -> Void) -> Bool {
        let chain = unsafe chains[Int(index)]
        guard !chain.isEmpty else { return true }
        var left = limit
        var chunk = chain.first
        var place = Int(chain.begin)
        while true {
            let end = chunk == chain.last ? Int(chain.end) : Self.chunkLength
            while place < end {
                if left == 0 { return false }
                left -= 1
                visit(unsafe entries[Int(chunk) &* Self.chunkLength &+ place])
                place += 1
            }
            if chunk == chain.last { return true }
            chunk = unsafe following[Int(chunk)]
            place = 0
        }
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
        precondition(capacity < Int(UInt32.max) / 2, "more entries than 32-bit chunks")
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
