import Chronology

/// Where a deadline stands on a wheel whose time is read as digits of eight bits.
///
/// A timer stands on the level of the highest digit in which its deadline differs from now, in the
/// slot of its own digit there:
///
/// | level | slot spans | 256 slots span | |
/// | --- | --- | --- | --- |
/// | 0 | 1 ns | 256 ns | one deadline per slot, so a slot is in firing order |
/// | 1 | 256 ns | 65 µs | |
/// | 2 | 65 µs | 16 ms | |
/// | 3 | 16 ms | 4.3 s | |
/// | 4 | 4.3 s | 18 min | |
/// | 5 … 7 | 18 min … 2.3 years | 584 years: the whole clock | |
///
/// All slots in use on a level lie ahead of now's digit, so no level ever wraps, the lowest slot of
/// the lowest level in use is the earliest, and a far jump costs only what it passes. When now
/// enters a slot of level 1 or more, its timers move down. Equal deadlines always share a slot.
///
/// A tick moves the cuts between levels: one lies on the greatest power of two not above the tick.
///
/// Source: Varghese & Lauck, "Hashed and hierarchical timing wheels", SOSP 1987, scheme 7; the
/// digit rule is that of radix heaps, Ahuja et al., JACM 1990.
struct WheelDigits {
    static let bits = 8
    static let slotsPerLevel = 1 << bits
    /// Eight digits, and one more where a tick moves the cuts.
    static let levelCount = 9
    static let slotCount = levelCount * slotsPerLevel

    /// How far the digits are shifted, 0 ..< 8.
    let padding: Int

    init(tick: TimeSpan) {
        let cut = 63 - max(tick.nanoseconds, 1).leadingZeroBitCount
        padding = (Self.bits - cut % Self.bits) % Self.bits
    }

    /// `deadline` is not before `now`. Slots are numbered level by level.
    @inline(__always)
    func slot(of deadline: UInt64, from now: UInt64) -> UInt32 {
        let highest = 63 &- ((deadline ^ now) | 1).leadingZeroBitCount
        let level = (highest &+ padding) &>> 3
        let digits = level == 0 ? deadline &<< padding : deadline &>> (level &<< 3 &- padding)
        return UInt32(truncatingIfNeeded: level) &<< 8 | UInt32(UInt8(truncatingIfNeeded: digits))
    }

    /// The first instant of the slot of level 1 or more that holds this deadline.
    func start(ofSlotWith deadline: UInt64, level: Int) -> UInt64 {
        let shift = level * Self.bits - padding
        return (deadline >> shift) << shift
    }

    /// The first instant of a slot in use; `now` is not after it and in the same turn of its level.
    @inline(__always)
    func start(ofSlot slot: UInt32, from now: UInt64) -> UInt64 {
        let level = Int(slot >> 8)
        let digit = UInt64(slot & 0xFF)
        if level == 0 { return (now >> (8 - padding)) << (8 - padding) | digit >> padding }
        let shift = level * Self.bits - padding
        return ((now >> shift) & ~0xFF | digit) << shift
    }

    /// The instant after the last one of the slot of level 1 or more that starts there, the end of
    /// the clock for the last slot.
    func end(ofSlotAt start: UInt64, level: Int) -> UInt64 {
        let span: UInt64 = 1 << (level * Self.bits - padding)
        return span == 0 ? .max : start.addingReportingOverflow(span).overflow ? .max : start + span
    }
}

/// Which slots of a wheel are in use.
@safe
struct SlotBitmap: ~Copyable {
    private static let wordsPerLevel = WheelDigits.slotsPerLevel / 64
    static let byteCount = WheelDigits.slotCount / 8

    private let words: UnsafeMutablePointer<UInt64>
    private var levels: UInt32 = 0

    init() {
        unsafe words = .allocate(capacity: WheelDigits.slotCount / 64)
        unsafe words.initialize(repeating: 0, count: WheelDigits.slotCount / 64)
    }

    deinit { unsafe words.deallocate() }

    @inline(__always)
    mutating func insert(_ slot: UInt32) {
        unsafe words[Int(slot >> 6)] |= 1 &<< UInt64(slot & 63)
        levels |= 1 &<< (slot >> 8)
    }

    mutating func remove(_ slot: UInt32) {
        unsafe words[Int(slot >> 6)] &= ~(1 &<< UInt64(slot & 63))
        let level = unsafe words + Int(slot >> 8) * Self.wordsPerLevel
        if unsafe level[0] | level[1] | level[2] | level[3] == 0 {
            levels &= ~(1 &<< (slot >> 8))
        }
    }

    mutating func removeAll() {
        unsafe words.update(repeating: 0, count: WheelDigits.slotCount / 64)
        levels = 0
    }

    func contains(_ slot: UInt32) -> Bool {
        let bit = unsafe words[Int(slot >> 6)] >> UInt64(slot & 63) & 1
        return bit == 1 && levels >> (slot >> 8) & 1 == 1
    }

    /// The lowest slot of the lowest level in use.
    @inline(__always)
    func first() -> (slot: UInt32, level: Int)? {
        guard levels != 0 else { return nil }
        let level = levels.trailingZeroBitCount
        var word = level * Self.wordsPerLevel
        while unsafe words[word] == 0 { word += 1 }
        let bit = unsafe words[word].trailingZeroBitCount
        return (UInt32(word * 64 + bit), level)
    }
}
