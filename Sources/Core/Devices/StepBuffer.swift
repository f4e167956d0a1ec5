/// Steps of one action or instant, in order. Emptying it costs nothing and keeps the storage.
public struct StepBuffer: Sendable {
    private var storage: [DeviceStep] = []
    public private(set) var count = 0

    public init() { storage.reserveCapacity(32) }

    public var isEmpty: Bool { count == 0 }
    public subscript(index: Int) -> DeviceStep { storage[index] }

    public mutating func append(_ step: DeviceStep) {
        if count < storage.count {
            storage[count] = step
        } else {
            storage.append(step)
        }
        count += 1
    }

    public mutating func removeAll() { count = 0 }
}
