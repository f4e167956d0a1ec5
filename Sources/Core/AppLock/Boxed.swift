/// A value that is rarely there, kept apart so that it costs eight bytes where it is not.
@frozen
public struct Boxed<Value: Sendable>: Sendable {
    @usableFromInline var storage: [Value] = []

    @inlinable public init() {}

    @inlinable public var value: Value? {
        get { storage.first }
        set {
            if let newValue {
                if storage.isEmpty { storage.append(newValue) } else { storage[0] = newValue }
            } else {
                storage = []
            }
        }
    }

    @inlinable public var isEmpty: Bool { storage.isEmpty }

    /// Changes the value in place, making it first where there is none.
    @inlinable
    public mutating func update<Result>(
        or make: @autoclosure () -> Value, _ change: (inout Value) -> Result
    ) -> Result {
        if storage.isEmpty { storage.append(make()) }
        return change(&storage[0])
    }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
