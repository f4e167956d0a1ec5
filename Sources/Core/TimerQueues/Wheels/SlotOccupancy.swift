/// Which slots of a wheel of any size are in use: a bit a slot, and above it a bit a word, so that
/// empty stretches are passed 4096 slots at a time.
@safe
struct SlotOccupancy: ~Copyable {
    private let words: UnsafeMutablePointer<UInt64>
    private let summary: UnsafeMutablePointer<UInt64>
    private let summaryCount: Int
    let slotCount: Int

    /// A power of two, at least 64.
    init(slotCount: Int) {
        precondition(slotCount >= 64 && slotCount & (slotCount - 1) == 0)
        self.slotCount = slotCount
        summaryCount = (slotCount / 64 + 63) / 64
        unsafe words = .allocate(capacity: slotCount / 64)
        unsafe words.initialize(repeating: 0, count: slotCount / 64)
        unsafe summary = .allocate(capacity: summaryCount)
        unsafe summary.initialize(repeating: 0, count: summaryCount)
    }

    deinit {
        unsafe words.deallocate()
        unsafe summary.deallocate()
    }

    var byteCount: Int { slotCount / 8 + summaryCount * 8 }

    @inline(__always)
    mutating func insert(_ slot: Int) {
        unsafe words[slot &>> 6] |= 1 &<< UInt64(slot & 63)
        unsafe summary[slot &>> 12] |= 1 &<< UInt64(slot &>> 6 & 63)
    }

    @inline(__always)
    mutating func remove(_ slot: Int) {
        let word = slot &>> 6
        unsafe words[word] &= ~(1 &<< UInt64(slot & 63))
        if unsafe words[word] == 0 { unsafe summary[word &>> 6] &= ~(1 &<< UInt64(word & 63)) }
    }

    func contains(_ slot: Int) -> Bool {
        let bit = unsafe words[slot >> 6] >> UInt64(slot & 63) & 1
        let isInSummary = unsafe summary[slot >> 12] >> UInt64(slot >> 6 & 63) & 1
        return bit == 1 && isInSummary == 1
    }

    /// The first slot in use from there on, without a turn to the beginning.
    @inline(__always)
    func first(from slot: Int) -> Int? {
        guard slot < slotCount else { return nil }
        let word = slot &>> 6
        let rest = unsafe words[word] &>> UInt64(slot & 63)
        if rest != 0 { return slot &+ rest.trailingZeroBitCount }
        let (following, bit) = (word &+ 1, UInt64((word &+ 1) & 63))
        var group = following &>> 6
        guard group < summaryCount else { return nil }
        var bits = unsafe (summary[group] &>> bit) &<< bit
        while bits == 0 {
            group &+= 1
            guard group < summaryCount else { return nil }
            bits = unsafe summary[group]
        }
        let next = group &<< 6 &+ bits.trailingZeroBitCount
        return unsafe next &<< 6 &+ words[next].trailingZeroBitCount
    }
}
