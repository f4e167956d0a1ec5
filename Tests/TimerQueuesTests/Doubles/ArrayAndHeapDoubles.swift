/// Sorted by deadline and order.
struct ArrayDouble: DoubleStore {
    enum Bug: CaseIterable {
        case equalGoesBefore, removesNeighbour, dropsLastOnRemove, firstNotSorted
    }

    private let bug: Bug?
    private var entries: [DoubleEntry] = []

    init(now: UInt64, tick: UInt64, bug: Bug?) { self.bug = bug }

    var lowerBound: UInt64 { entries.map(\.deadline).min() ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        var place = entries.firstIndex {
            bug == .equalGoesBefore ? $0.deadline >= entry.deadline : $0.isAfter(entry)
        }
        if bug == .firstNotSorted, place == 0 { place = 1 }
        entries.insert(entry, at: place ?? entries.count)
    }

    mutating func remove(_ entry: DoubleEntry) {
        let place = entries.firstIndex {
            bug == .removesNeighbour ? $0.deadline == entry.deadline : $0 == entry
        }
        guard let place else { return }
        entries.remove(at: place)
        if bug == .dropsLastOnRemove, entries.count > 5 { entries.removeLast() }
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        return entries.removeFirst()
    }
}

extension DoubleEntry {
    func isAfter(_ other: DoubleEntry) -> Bool {
        deadline != other.deadline ? deadline > other.deadline : order > other.order
    }
}

/// Four children each, and back-pointers.
struct HeapDouble: DoubleStore {
    enum Bug: CaseIterable {
        case noSiftUpAfterRemove, noSiftUpAfterDecrease, staleBackPointer, skipsLastChild
        case lastNotMovedIn, comparesDeadlinesOnly
    }

    private let bug: Bug?
    private var heap: [DoubleEntry] = []
    private var positions: [Int: Int] = [:]

    init(now: UInt64, tick: UInt64, bug: Bug?) { self.bug = bug }

    var lowerBound: UInt64 { heap.first?.deadline ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        heap.append(entry)
        siftUp(entry, from: heap.count - 1)
    }

    mutating func remove(_ entry: DoubleEntry) {
        guard let place = positions.removeValue(forKey: entry.slot), place < heap.count else {
            return
        }
        if bug == .lastNotMovedIn, place == heap.count - 2 { return }
        let last = heap.removeLast()
        guard place < heap.count else { return }
        siftDown(last, from: place)
        if bug != .noSiftUpAfterRemove { siftUp(heap[place], from: place) }
    }

    mutating func replace(_ old: DoubleEntry, with new: DoubleEntry) {
        guard let place = positions[old.slot], place < heap.count else { return }
        siftDown(new, from: place)
        if bug != .noSiftUpAfterDecrease { siftUp(heap[place], from: place) }
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        positions[first.slot] = 0
        remove(first)
        return first
    }

    private func isBefore(_ a: DoubleEntry, _ b: DoubleEntry) -> Bool {
        bug == .comparesDeadlinesOnly ? a.deadline < b.deadline : b.isAfter(a)
    }

    private mutating func put(_ entry: DoubleEntry, at place: Int) {
        heap[place] = entry
        positions[entry.slot] = place
    }

    private mutating func siftUp(_ entry: DoubleEntry, from start: Int) {
        var place = start
        while place > 0, isBefore(entry, heap[(place - 1) / 4]) {
            let parent = heap[(place - 1) / 4]
            if bug == .staleBackPointer { heap[place] = parent } else { put(parent, at: place) }
            place = (place - 1) / 4
        }
        put(entry, at: place)
    }

    private mutating func siftDown(_ entry: DoubleEntry, from start: Int) {
        var place = start
        while true {
            let end = min(4 * place + (bug == .skipsLastChild ? 4 : 5), heap.count)
            let children = min(4 * place + 1, end)..<end
            guard let least = children.min(by: { isBefore(heap[$0], heap[$1]) }),
                isBefore(heap[least], entry)
            else { break }
            put(heap[least], at: place)
            place = least
        }
        put(entry, at: place)
    }
}
