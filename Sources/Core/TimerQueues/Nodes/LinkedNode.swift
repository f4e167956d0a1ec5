/// A timer in a list: 24 bytes.
struct LinkedNode: RingNode {
    var deadline: UInt64 = 0
    var next = UInt32.max
    var previous = UInt32.max
    var payload: UInt32
    var generation: UInt32

    var nextFree: UInt32 {
        get { next }
        set { next = newValue }
    }

    init(payload: UInt32, generation: UInt32) {
        self.payload = payload
        self.generation = generation
    }
}
