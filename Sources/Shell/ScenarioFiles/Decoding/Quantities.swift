import AppLock
import Chronology
import Scenarios
import YAML

/// Numbers with units.
extension Decoder {
    func span(_ node: Node) -> TimeSpan? {
        quantity(node, "a duration such as 250us, 1.5ms or 1h30m", SpanText.span)
    }

    func positiveSpan(_ node: Node) -> TimeSpan? {
        guard let span = span(node) else { return nil }
        if span > .zero { return span }
        expected("a duration above 0", node)
        return nil
    }

    func shift(_ node: Node) -> Int64? {
        quantity(node, "a shift such as -1h or 20s", SpanText.shift)
    }

    func instant(_ node: Node) -> Int64? {
        quantity(node, "an instant such as 2026-01-01T08:00:00Z", InstantText.nanoseconds)
    }

    /// A number alone, decimals allowed.
    func milliseconds(_ node: Node) -> TimeSpan? {
        quantity(node, "a number of milliseconds such as 1500 or 0.25", NumberText.milliseconds)
    }

    func rate(_ node: Node) -> Rate? {
        quantity(node, "a rate such as 18/min or 0.3/s", SpanText.rate)
    }

    func level(_ node: Node) -> Int32? {
        quantity(node, "a level such as alert+1 or 1000", NumberText.level)
    }

    /// At most the whole.
    func share(_ node: Node) -> Share? {
        guard let share = load(node) else { return nil }
        if share <= .whole { return share }
        expected("a share from 0 to 100%", node)
        return nil
    }

    /// A share that may exceed the whole a hundred times.
    func load(_ node: Node) -> Share? {
        guard let share = quantity(node, "a share such as 12% or 0.12", NumberText.share) else {
            return nil
        }
        if share.billionths <= 100 * Share.whole.billionths { return share }
        expected("a share from 0 to 10000%", node)
        return nil
    }

    func number(_ node: Node) -> Millionths? {
        quantity(node, "a number such as 8 or 0.9", NumberText.number)
    }

    /// Above 0 and at most `bound`.
    func number(_ node: Node, upTo bound: UInt64) -> Millionths? {
        guard let number = number(node) else { return nil }
        if (1...bound * Millionths.one.rawValue).contains(number.rawValue) { return number }
        expected("a number above 0 and at most \(bound)", node)
        return nil
    }

    func grace(_ node: Node, allowsImmediately: Bool) -> Grace? {
        if node.scalar?.text == "never" { return .never }
        if node.scalar?.text == "immediately" && allowsImmediately { return .immediately }
        let words = allowsImmediately ? ", never or immediately" : " or never"
        return quantity(node, "a duration such as 20s" + words, SpanText.span).map { .after($0) }
    }

    /// `<= 16ms`; without an operator, equal.
    func limit<T>(
        _ node: Node, _ what: String, _ read: (String) throws(QuantityError) -> T
    ) -> Limit<T>? {
        quantity(node, "\(what), alone or after < <= == >= > or !=") {
            (text) throws(QuantityError) in
            let (comparison, value) = splitComparison(text)
            return Limit(comparison ?? .equal, try read(value))
        }
    }

    func size(_ node: Node) -> UInt64? {
        quantity(node, "a size such as 1MiB", NumberText.size)
    }

    func sizeLimit(_ node: Node) -> Limit<UInt64>? { limit(node, "a size", NumberText.size) }

    func spanLimit(_ node: Node) -> Limit<TimeSpan>? { limit(node, "a duration", SpanText.span) }

    private func quantity<T>(
        _ node: Node, _ what: String, _ read: (String) throws(QuantityError) -> T
    ) -> T? {
        guard let scalar = node.scalar, !scalar.isNull else {
            expected(what, node)
            return nil
        }
        do {
            return try read(scalar.text)
        } catch {
            expected(what, node, reason: error.words)
            return nil
        }
    }
}

/// The operator in front, if any, and what follows it.
func splitComparison(_ text: String) -> (ComparisonOperator?, String) {
    let sign = text.prefix { "<>=!".contains($0) }
    let value = text.dropFirst(sign.count).drop { $0 == " " }
    guard let comparison = ComparisonOperator(rawValue: String(sign)) else { return (nil, text) }
    return (comparison, String(value))
}
