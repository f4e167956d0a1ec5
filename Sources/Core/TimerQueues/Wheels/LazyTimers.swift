import Chronology

/// The timers of a lazy wheel: one word of 8 bytes each, which is all that a touch reads or writes,
/// and 4 bytes of payload elsewhere.
///
/// | state | 1 bit | 19 bits | 44 bits |
/// | --- | --- | --- | --- |
/// | filed, the common one | 0 | generation | deadline mod 2^44 ns (4.9 hours) |
/// | apart | 1 | generation | what it is (2 bits), index of its record (32 bits) |
/// | free | 1 | next generation | 0, next free slot |
///
/// A filed timer's deadline is not before the wheel's cursor and less than 2^44 ns after it, so the
/// low bits tell it all. Who is further off, overdue, or ready to be handed out has its whole
/// deadline in a record apart, which also survives its timer for as long as a list holds it.
///
/// Memory that belongs to the wheel, which calls `deallocate` at its end.
@safe @usableFromInline
struct LazyTimers {
    @inlinable static var deadlineMask: UInt64 { 1 << 44 - 1 }
    @inlinable static var generationShift: UInt64 { 44 }
    /// Slots are retired when they come to it.
    static let generationEnd: UInt32 = 1 << 19 - 1
    private static let apartBit: UInt64 = 1 << 63

    /// Where a timer is that is not filed.
    enum Place: UInt64 {
        case free, ready, overdue, far
    }

    struct Record {
        var deadline: UInt64
        /// `.max` once its timer is gone.
        var slot: UInt32
        var next: UInt32
    }

    @usableFromInline var words: UnsafeMutablePointer<UInt64>
    private var payloads: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    @usableFromInline var used: UInt32 = 0
    private var firstFree = UInt32.max
    private var records: UnsafeMutablePointer<Record>
    private var recordCapacity = 16
    private var recordsUsed: UInt32 = 0
    private var firstFreeRecord = UInt32.max

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        unsafe words = .allocate(capacity: self.capacity)
        unsafe payloads = .allocate(capacity: self.capacity)
        unsafe records = .allocate(capacity: recordCapacity)
    }

    func deallocate() {
        unsafe words.deallocate()
        unsafe payloads.deallocate()
        unsafe records.deallocate()
    }

    var byteCount: Int { capacity * 12 + recordCapacity * MemoryLayout<Record>.stride }

    // MARK: Words

    @inlinable @inline(__always)
    subscript(slot: UInt32) -> UInt64 {
        get { unsafe words[Int(slot)] }
        set { unsafe words[Int(slot)] = newValue }
    }

    /// True of filed timers, and of nothing else.
    @inline(__always)
    static func isFiled(_ word: UInt64) -> Bool { word & apartBit == 0 }

    @inline(__always)
    static func generation(_ word: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: word &>> generationShift) & generationEnd
    }

    @inline(__always)
    static func place(_ word: UInt64) -> Place {
        switch word &>> 32 & 3 {
        case 0: .free
        case 1: .ready
        case 2: .overdue
        default: .far
        }
    }

    @inline(__always)
    static func record(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word) }

    @inline(__always)
    mutating func file(_ slot: UInt32, generation: UInt32, deadline: UInt64) {
        self[slot] = UInt64(generation) &<< Self.generationShift | deadline & Self.deadlineMask
    }

    @inline(__always)
    mutating func setApart(_ slot: UInt32, generation: UInt32, _ place: Place, _ index: UInt32) {
        self[slot] =
            Self.apartBit | UInt64(generation) &<< Self.generationShift
            | place.rawValue &<< 32 | UInt64(index)
    }

    // MARK: Slots

    @inline(__always)
    func payload(of slot: UInt32) -> UInt32 { unsafe payloads[Int(slot)] }

    /// A slot whose word is still to be set, and the generation that goes into it.
    @inline(__always)
    mutating func insert(payload: UInt32) -> (slot: UInt32, generation: UInt32) {
        var slot = firstFree
        var generation: UInt32 = 0
        if slot != .max {
            generation = Self.generation(self[slot])
            firstFree = Self.record(self[slot])
        } else {
            if used == capacity { grow() }
            slot = used
            used += 1
        }
        unsafe payloads[Int(slot)] = payload
        return (slot, generation)
    }

    /// A slot whose generations are used up is not given out again.
    @inline(__always)
    mutating func remove(_ slot: UInt32, generation: UInt32) {
        setApart(slot, generation: generation + 1, .free, firstFree)
        if generation + 1 < Self.generationEnd { firstFree = slot }
    }

    private mutating func grow() {
        precondition(capacity < Int(UInt32.max) / 2, "more timers than 32-bit slots")
        let moreWords = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        let morePayloads = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
        unsafe moreWords.moveInitialize(from: words, count: capacity)
        unsafe morePayloads.moveInitialize(from: payloads, count: capacity)
        unsafe words.deallocate()
        unsafe payloads.deallocate()
        unsafe words = moreWords
        unsafe payloads = morePayloads
        capacity *= 2
    }

    // MARK: Records

    @inline(__always)
    func recordAt(_ index: UInt32) -> Record { unsafe records[Int(index)] }

    @inline(__always)
    mutating func addRecord(_ deadline: UInt64, _ slot: UInt32) -> UInt32 {
        var index = firstFreeRecord
        if index != .max {
            firstFreeRecord = unsafe records[Int(index)].next
        } else {
            if recordsUsed == recordCapacity { growRecords() }
            index = recordsUsed
            recordsUsed += 1
        }
        unsafe records[Int(index)] = Record(deadline: deadline, slot: slot, next: .max)
        return index
    }

    @inline(__always)
    mutating func freeRecord(_ index: UInt32) {
        unsafe records[Int(index)].next = firstFreeRecord
        firstFreeRecord = index
    }

    /// The record stays in its list, and its timer is no longer in it.
    mutating func orphanRecord(_ index: UInt32) { unsafe records[Int(index)].slot = .max }

    @inline(__always)
    mutating func link(_ index: UInt32, to next: UInt32) {
        unsafe records[Int(index)].next = next
    }

    private mutating func growRecords() {
        let more = UnsafeMutablePointer<Record>.allocate(capacity: recordCapacity * 2)
        unsafe more.moveInitialize(from: records, count: recordCapacity)
        unsafe records.deallocate()
        unsafe records = more
        recordCapacity *= 2
    }
}

/// First-in-first-out, through the records of `LazyTimers`.
@usableFromInline
struct RecordList {
    @usableFromInline var first = UInt32.max
    private var last = UInt32.max

    @inlinable var isEmpty: Bool { first == .max }

    @inline(__always)
    mutating func append(_ index: UInt32, in timers: inout LazyTimers) {
        if isEmpty { first = index } else { timers.link(last, to: index) }
        last = index
    }

    /// The list is not empty; the record is free afterwards.
    @inline(__always)
    mutating func removeFirst(in timers: inout LazyTimers) -> LazyTimers.Record {
        let index = first
        let record = timers.recordAt(index)
        first = record.next
        timers.freeRecord(index)
        return record
    }
}
