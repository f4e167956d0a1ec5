import AppLock
import Chronology
import Scenarios
import TimerQueues

/// A timer script of a file in the terms of the player: timers go by the order their names come up.
struct TimerScriptConversion {
    private let names: NameTable
    private(set) var ids: [Name] = []
    /// Single comparisons as the script writes them, repeats not counted.
    private(set) var expectationCount = 0

    init(names: NameTable) { self.names = names }

    mutating func operations(_ steps: [TimerScript.Step]) -> [TimerScriptOperation] {
        steps.map { operation($0.operation) }
    }

    /// Where an operation stands that the player names by its path.
    static func position(_ path: [Int], in steps: [TimerScript.Step]) -> SourcePosition {
        var steps = steps
        var position = SourcePosition(line: 1, column: 1)
        for index in path where steps.indices.contains(index) {
            position = steps[index].position
            switch steps[index].operation {
            case .onFire(_, let inner), .repeated(_, let inner): steps = inner
            case .arm, .rearm, .cancel, .advance, .advanceTo, .expect: steps = []
            }
        }
        return position
    }

    private mutating func operation(_ operation: TimerScript.Operation) -> TimerScriptOperation {
        switch operation {
        case .arm(let name, let deadline): .arm(id(name), time(deadline))
        case .rearm(let name, let deadline): .rearm(id(name), time(deadline))
        case .cancel(let name): .cancel(id(name))
        case .advance(let span): .advance(.in(span))
        case .advanceTo(let span): .advance(.at(span))
        case .onFire(let name, let steps): .onFire(id(name), operations(steps))
        case .repeated(let times, let steps):
            .repeat(times: Int(clamping: times), operations(steps))
        case .expect(let expectation): .expect(expected(expectation))
        }
    }

    private mutating func expected(_ expectation: TimerExpectation) -> TimerScriptExpectation {
        expectationCount += expectation.comparisonCount
        return TimerScriptExpectation(
            fired: expectation.fired?.map { id($0) },
            pending: expectation.pending.map { Int(clamping: $0) },
            returned: expectation.returned,
            next: expectation.next.map { comparison($0.comparison, $0.value.nanoseconds) },
            memoryGrowth: expectation.memoryGrowth.map { comparison($0.comparison, $0.value) })
    }

    private func comparison(
        _ operation: ComparisonOperator, _ value: UInt64
    ) -> TimerScriptComparison {
        switch operation {
        case .less: TimerScriptComparison(.less, value)
        case .atMost: TimerScriptComparison(.lessOrEqual, value)
        case .equal: TimerScriptComparison(.equal, value)
        case .atLeast: TimerScriptComparison(.greaterOrEqual, value)
        case .greater: TimerScriptComparison(.greater, value)
        case .unequal: TimerScriptComparison(.unequal, value)
        }
    }

    private func time(_ deadline: TimerScript.Deadline) -> TimerScriptTime {
        switch deadline {
        case .after(let span): .in(span)
        case .at(let span): .at(span)
        }
    }

    private mutating func id(_ name: Name) -> Int {
        if let index = ids.firstIndex(of: name) { return index }
        ids.append(name)
        return ids.count - 1
    }

    func text(_ id: Int) -> String {
        ids.indices.contains(id) ? names[ids[id]] : "a timer nobody set"
    }
}

extension TimerExpectation {
    fileprivate var comparisonCount: Int {
        [fired != nil, pending != nil, returned != nil, next != nil, memoryGrowth != nil]
            .filter { $0 }.count
    }
}
