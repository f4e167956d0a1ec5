/// A binary search tree; its balance is what `checkInvariants` of the real one is for.
struct TreeDouble: DoubleStore {
    enum Bug: CaseIterable {
        case equalGoesLeft, losesHeirsChild, staleFirst, turnLosesInnerChild
    }

    private struct Node {
        var entry: DoubleEntry
        var left: Int?
        var right: Int?
    }

    private let bug: Bug?
    private var nodes: [Int: Node] = [:]
    private var root: Int?
    /// Found by the last insert that went left all the way.
    private var first: DoubleEntry?

    init(now: UInt64, tick: UInt64, bug: Bug?) { self.bug = bug }

    var lowerBound: UInt64 { first?.deadline ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        nodes[entry.slot] = Node(entry: entry)
        root = inserting(entry, below: root)
        findFirst()
    }

    mutating func remove(_ entry: DoubleEntry) {
        root = removing(entry, below: root)
        nodes[entry.slot] = nil
        if bug != .staleFirst || entry == first { findFirst() }
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        guard let first, first.deadline <= now else { return nil }
        remove(first)
        if bug == .staleFirst { self.first = nil }
        return first
    }

    private mutating func findFirst() {
        guard var slot = root else { return first = nil }
        while let left = nodes[slot]?.left { slot = left }
        first = nodes[slot]?.entry
    }

    private func goesLeft(_ entry: DoubleEntry, of other: DoubleEntry) -> Bool {
        bug == .equalGoesLeft && entry.deadline == other.deadline || other.isAfter(entry)
    }

    /// Every eighth insert turns the subtree, as a balanced tree does.
    private mutating func inserting(_ entry: DoubleEntry, below slot: Int?) -> Int {
        guard let slot, let node = nodes[slot] else { return entry.slot }
        if goesLeft(entry, of: node.entry) {
            let left = inserting(entry, below: node.left)
            nodes[slot]?.left = left
        } else {
            let right = inserting(entry, below: node.right)
            nodes[slot]?.right = right
        }
        return entry.order % 8 == 0 ? turned(slot) : slot
    }

    private mutating func turned(_ slot: Int) -> Int {
        guard let riser = nodes[slot]?.left else { return slot }
        let inner = bug == .turnLosesInnerChild ? nil : nodes[riser]?.right
        nodes[slot]?.left = inner
        nodes[riser]?.right = slot
        return riser
    }

    private mutating func removing(_ entry: DoubleEntry, below slot: Int?) -> Int? {
        guard let slot, let node = nodes[slot] else { return nil }
        if node.entry == entry {
            guard let left = node.left else { return node.right }
            guard let right = node.right else { return left }
            var heir = right
            while let next = nodes[heir]?.left { heir = next }
            guard let heirsEntry = nodes[heir]?.entry else { return nil }
            let rest = removing(heirsEntry, below: right)
            nodes[heir]?.left = left
            nodes[heir]?.right = bug == .losesHeirsChild && heir == right ? nil : rest
            return heir
        }
        if goesLeft(entry, of: node.entry) {
            let left = removing(entry, below: node.left)
            nodes[slot]?.left = left
        } else {
            let right = removing(entry, below: node.right)
            nodes[slot]?.right = right
        }
        return slot
    }
}
