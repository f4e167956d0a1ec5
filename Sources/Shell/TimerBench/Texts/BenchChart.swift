import Reports

/// The headline as bars, the fastest first, on a logarithmic scale.
struct BenchChart {
    static let leastBar = 10
    static let widestBar = 60

    var style: Style

    /// Of the largest number of sessions; nil where there are not two to compare.
    func text(_ result: BenchResult) -> String? {
        let operations = result.options.operations
        guard let sessions = result.options.sessions.last,
            let operation = operations.contains(.mixed)
                ? .mixed : operations.contains(.touch) ? .touch : operations.first
        else { return nil }
        let rows = (result.rows + result.floors)
            .filter { $0.cell.sessions == sessions && $0.cell.operation == operation }
            .sorted {
                ($0.cost.median, $0.cell.subject.name) < ($1.cost.median, $1.cell.subject.name)
            }
        guard rows.count > 1, let least = rows.first?.cost.median,
            let most = rows.last?.cost.median
        else { return nil }
        let nameWidth = rows.map(\.cell.subject.name.count).max() ?? 0
        let costs = rows.map {
            (($0.isContended ? "~" : "") + CostText.nanoseconds($0.cost.median))
        }
        let costWidth = costs.map(\.count).max() ?? 0
        let room = style.columns - nameWidth - costWidth - 6
        let width = min(max(room, Self.leastBar), Self.widestBar)
        let (low, high) = Self.decades(least, most)
        var text = style.paint(CostText.heading(operation), .bold)
        text += ", N = \(Quantity.count(UInt64(sessions))), ns per operation\n"
        text += "  log scale, \(CostText.nanoseconds(low)) to \(CostText.nanoseconds(high))\n"
        let span = Self.logarithm(high) - Self.logarithm(low)
        for (row, cost) in zip(rows, costs) {
            let part = Self.logarithm(row.cost.median) - Self.logarithm(low)
            let bar = Chart(style: style).bar(part, of: span, width: width)
            text += "  " + padded(row.cell.subject.name, nameWidth) + "  "
            text += String(repeating: " ", count: costWidth - cost.count) + cost + "  "
            text += row.cell.subject.isFloor ? style.paint(bar, .dim) : bar
            text += "\n"
        }
        return text
    }

    /// Powers of ten around both, at least one apart.
    static func decades(_ least: UInt64, _ most: UInt64) -> (low: UInt64, high: UInt64) {
        var low: UInt64 = 1
        while low <= max(least, 1) / 10 { low *= 10 }
        var high = low * 10
        while high < most, high < UInt64.max / 10 { high *= 10 }
        return (low, high)
    }

    /// 65536 times the logarithm to base 2, straight between powers of two: at most 0.09 off.
    static func logarithm(_ value: UInt64) -> UInt64 {
        let value = max(value, 1)
        let exponent = UInt64(63 - value.leadingZeroBitCount)
        let rest = value - (1 << exponent)
        let fraction = exponent >= 16 ? rest >> (exponent - 16) : rest << (16 - exponent)
        return exponent << 16 | fraction
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
