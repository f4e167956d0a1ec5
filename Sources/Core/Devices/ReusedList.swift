/// A list that is filled and emptied again and again: emptying costs nothing and keeps the storage.
@frozen
public struct ReusedList<Element: Sendable>: Sendable {
    @usableFromInline var storage: [Element] = []
    public private(set) var count = 0

    public init() { storage.reserveCapacity(32) }

    @inlinable public var isEmpty: Bool { count == 0 }

    @inlinable public subscript(index: Int) -> Element {
        precondition(index < count, "index out of range")
        return storage[index]
    }

    public mutating func append(_ element: Element) {
        if count < storage.count {
            storage[count] = element
        } else {
            storage.append(element)
        }
        count += 1
    }

    public mutating func removeAll() { count = 0 }
}

/// Steps of one action or instant, in order.
public typealias StepBuffer = ReusedList<DeviceStep>
/// What a person does at one instant, in order.
public typealias ActionBuffer = ReusedList<DeviceAction>
