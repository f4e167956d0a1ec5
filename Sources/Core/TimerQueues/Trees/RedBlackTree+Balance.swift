// Where nodes stand in the tree, and how its balance is kept: chapter 13 of Cormen et al.
extension RedBlackTree {
    /// Behind all that are not later.
    mutating func insert(_ slot: UInt32) {
        let deadline = nodes[slot].deadline
        var parent = Self.outside
        var place = root
        var isFirst = true
        while place != Self.outside {
            parent = place
            let isLeft = deadline < nodes[place].deadline
            isFirst = isFirst && isLeft
            place = isLeft ? nodes[place].left : nodes[place].right
        }
        nodes[slot].left = Self.outside
        nodes[slot].right = Self.outside
        nodes[slot].parent = parent
        nodes[slot].standing = .red
        if parent == Self.outside {
            root = slot
        } else if deadline < nodes[parent].deadline {
            nodes[parent].left = slot
        } else {
            nodes[parent].right = slot
        }
        if isFirst { first = slot }
        mendRed(slot)
    }

    mutating func remove(_ slot: UInt32) {
        let (left, right) = (nodes[slot].left, nodes[slot].right)
        if slot == first {
            first = right == Self.outside ? nodes[slot].parent : leftmost(of: right)
        }
        var wasBlack = nodes[slot].standing == .black
        let hole: UInt32
        if left == Self.outside {
            hole = right
            put(right, inPlaceOf: slot)
        } else if right == Self.outside {
            hole = left
            put(left, inPlaceOf: slot)
        } else {
            let heir = leftmost(of: right)
            wasBlack = nodes[heir].standing == .black
            hole = nodes[heir].right
            if heir == right {
                nodes[hole].parent = heir
            } else {
                put(hole, inPlaceOf: heir)
                nodes[heir].right = right
                nodes[right].parent = heir
            }
            put(heir, inPlaceOf: slot)
            nodes[heir].left = left
            nodes[left].parent = heir
            nodes[heir].standing = nodes[slot].standing
        }
        if wasBlack { mendBlack(hole) }
    }

    func leftmost(of slot: UInt32) -> UInt32 {
        var slot = slot
        while nodes[slot].left != Self.outside { slot = nodes[slot].left }
        return slot
    }

    /// A red node came in: moves a red pair up until it can be turned away.
    private mutating func mendRed(_ inserted: UInt32) {
        var slot = inserted
        while nodes[nodes[slot].parent].standing == .red {
            let parent = nodes[slot].parent
            let grandparent = nodes[parent].parent
            let isLeft = parent == nodes[grandparent].left
            let uncle = isLeft ? nodes[grandparent].right : nodes[grandparent].left
            if nodes[uncle].standing == .red {
                nodes[parent].standing = .black
                nodes[uncle].standing = .black
                nodes[grandparent].standing = .red
                slot = grandparent
                continue
            }
            if slot == (isLeft ? nodes[parent].right : nodes[parent].left) {
                slot = parent
                turn(slot, left: isLeft)
            }
            nodes[nodes[slot].parent].standing = .black
            nodes[grandparent].standing = .red
            turn(grandparent, left: !isLeft)
        }
        nodes[root].standing = .black
    }

    /// A black node went away above `hole`: moves the lack up until a red node can make up for it.
    private mutating func mendBlack(_ hole: UInt32) {
        var slot = hole
        while slot != root, nodes[slot].standing == .black {
            let parent = nodes[slot].parent
            let isLeft = slot == nodes[parent].left
            var sibling = isLeft ? nodes[parent].right : nodes[parent].left
            if nodes[sibling].standing == .red {
                nodes[sibling].standing = .black
                nodes[parent].standing = .red
                turn(parent, left: isLeft)
                sibling = isLeft ? nodes[parent].right : nodes[parent].left
            }
            let near = isLeft ? nodes[sibling].left : nodes[sibling].right
            var far = isLeft ? nodes[sibling].right : nodes[sibling].left
            if nodes[near].standing == .black, nodes[far].standing == .black {
                nodes[sibling].standing = .red
                slot = parent
                continue
            }
            if nodes[far].standing == .black {
                nodes[near].standing = .black
                nodes[sibling].standing = .red
                turn(sibling, left: !isLeft)
                (sibling, far) = (near, sibling)
            }
            nodes[sibling].standing = nodes[parent].standing
            nodes[parent].standing = .black
            nodes[far].standing = .black
            turn(parent, left: isLeft)
            slot = root
        }
        nodes[slot].standing = .black
    }

    /// Turns a node down to that side; its child on the other side comes up.
    private mutating func turn(_ slot: UInt32, left: Bool) {
        let riser = left ? nodes[slot].right : nodes[slot].left
        let inner = left ? nodes[riser].left : nodes[riser].right
        if left { nodes[slot].right = inner } else { nodes[slot].left = inner }
        if inner != Self.outside { nodes[inner].parent = slot }
        put(riser, inPlaceOf: slot)
        if left { nodes[riser].left = slot } else { nodes[riser].right = slot }
        nodes[slot].parent = riser
    }

    /// Hangs a node, or `outside`, where another hung.
    private mutating func put(_ slot: UInt32, inPlaceOf old: UInt32) {
        let parent = nodes[old].parent
        nodes[slot].parent = parent
        if parent == Self.outside {
            root = slot
        } else if nodes[parent].left == old {
            nodes[parent].left = slot
        } else {
            nodes[parent].right = slot
        }
    }
}
