/// A list that holds its first elements in place and only spills the rest to the heap, so that
/// the common session stays flat.
@frozen
public struct InlineList<let capacity: Int, Element: BitwiseCopyable & Sendable>: Sendable {
    // The wider first: no padding between.
    @usableFromInline var spilled: [Element] = []
    @usableFromInline var inline: InlineArray<capacity, Element>
    public private(set) var count: UInt16 = 0

    /// `filler` fills the places not in use.
    @inlinable public init(filler: Element) {
        inline = InlineArray(repeating: filler)
    }

    @inlinable public var isEmpty: Bool { count == 0 }
    @inlinable public var indices: Range<Int> { 0..<Int(count) }

    @inlinable public subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < Int(count), "index out of range")
            return index < capacity ? inline[index] : spilled[index - capacity]
        }
        set {
            precondition(index >= 0 && index < Int(count), "index out of range")
            if index < capacity {
                inline[index] = newValue
            } else {
                spilled[index - capacity] = newValue
            }
        }
    }

    public mutating func append(_ element: Element) {
        if Int(count) < capacity {
            inline[Int(count)] = element
        } else {
            spilled.append(element)
        }
        count += 1
    }

    public mutating func insert(_ element: Element, at index: Int) {
        append(element)
        var place = Int(count) - 1
        while place > index {
            self[place] = self[place - 1]
            place -= 1
        }
        self[index] = element
    }

    @discardableResult
    public mutating func remove(at index: Int) -> Element {
        let element = self[index]
        for place in index..<(Int(count) - 1) { self[place] = self[place + 1] }
        count -= 1
        if Int(count) >= capacity { spilled.removeLast() }
        return element
    }

    public mutating func removeAll() {
        count = 0
        if !spilled.isEmpty { spilled = [] }
    }
}
