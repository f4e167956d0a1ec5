/// Where streams put what they receive before they call back. Owned by the caller; since a loop
/// reads one stream at a time, all streams of a loop can share one.
@safe
public final class ReadBuffer {
    public let byteCapacity: Int
    let base: UnsafeMutablePointer<UInt8>

    public init(byteCapacity: Int = 1 << 16) {
        precondition(byteCapacity > 0, "a buffer holds at least one byte")
        self.byteCapacity = byteCapacity
        unsafe base = .allocate(capacity: byteCapacity)
    }

    deinit { unsafe base.deallocate() }
}
