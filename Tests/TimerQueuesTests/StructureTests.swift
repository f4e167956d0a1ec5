import Chronology
import Testing

@testable import TimerQueues

/// What only a look inside can show.
@Suite struct StructureTests {
    /// The numbers that order equal deadlines run out after 2^32 armings, and are given anew.
    @Test func sequenceNumbersMayRunOut() {
        for seed in 0..<8 as Range<UInt64> {
            let plan = SequencePlan.short(seed: seed)
            let first = UInt32.max - 40 - UInt32(seed)
            #expect(RandomSequence.run(plan, on: numbered(BinaryHeap.self, plan, first)) == nil)
            #expect(RandomSequence.run(plan, on: numbered(QuadHeap.self, plan, first)) == nil)
            let pairing = PairingHeap(startingAt: plan.start, capacity: 0, firstSequence: first)
            #expect(RandomSequence.run(plan, on: pairing) == nil)
        }
    }

    private func numbered<let arity: Int>(
        _: IndexedHeap<arity>.Type, _ plan: SequencePlan, _ first: UInt32
    ) -> IndexedHeap<arity> {
        IndexedHeap(startingAt: plan.start, capacity: 0, firstSequence: first)
    }

    @Test func aTreeWithTwoRedNodesInARowIsNoticed() async {
        await #expect(processExitsWith: .failure) {
            let tree = treeOfHundred()
            for slot in 1...100 as ClosedRange<UInt32> { tree.nodes[slot].standing = .red }
            tree.nodes[tree.root].standing = .black
            tree.checkInvariants()
        }
    }

    @Test func aTreeOutOfBalanceIsNoticed() async {
        await #expect(processExitsWith: .failure) {
            let tree = treeOfHundred()
            for slot in 1...100 as ClosedRange<UInt32> { tree.nodes[slot].standing = .black }
            tree.checkInvariants()
        }
    }

    @Test func aTreeOutOfOrderIsNoticed() async {
        await #expect(processExitsWith: .failure) {
            let tree = treeOfHundred()
            tree.nodes[tree.root].deadline = 1
            tree.checkInvariants()
        }
    }

    @Test func aTreeWithAnotherFirstIsNoticed() async {
        await #expect(processExitsWith: .failure) {
            var tree = treeOfHundred()
            tree.first = tree.root
            tree.checkInvariants()
        }
    }

    /// Armed in ascending order, which leaves a tree without mending as deep as a list.
    @Test func aTreeStaysShallow() {
        let tree = treeOfHundred()
        tree.checkInvariants()
        var depth = 0
        var slot = tree.root
        while slot != RedBlackTree.outside {
            depth += 1
            slot = tree.nodes[slot].right
        }
        #expect(depth <= 14)
    }

    @Test(arguments: [64, 512, 4096, 1 << 16])
    func occupancyFindsTheNextSlotInUse(slotCount: Int) {
        var random = SplitMix(state: UInt64(slotCount))
        var occupancy = SlotOccupancy(slotCount: slotCount)
        var used: Set<Int> = []
        for _ in 0..<300 {
            let slot = random.below(slotCount)
            if random.below(3) == 0, let other = used.min() {
                used.remove(other)
                occupancy.remove(other)
            } else {
                used.insert(slot)
                occupancy.insert(slot)
            }
            let from = random.below(slotCount + 1)
            let found = occupancy.first(from: from)
            let expected = used.filter { $0 >= from }.min()
            #expect(found == expected)
        }
    }
}

private func treeOfHundred() -> RedBlackTree {
    var tree = RedBlackTree(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
    for payload in 1...100 as ClosedRange<UInt32> {
        _ = tree.schedule(deadline: Instant(nanoseconds: UInt64(payload) * 10), payload: payload)
    }
    return tree
}
