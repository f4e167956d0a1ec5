/// How many times faster than the clock model time runs, in millionths.
struct TimeScale: Hashable, Sendable {
    let millionths: UInt64

    init(_ millionths: UInt64) {
        precondition(millionths > 0, "time goes on")
        self.millionths = millionths
    }

    /// Rounded down: never ahead of the clock. Saturates.
    func model(ofReal span: UInt64) -> UInt64 {
        if millionths == 1_000_000 { return span }
        let product = span.multipliedFullWidth(by: millionths)
        guard product.high < 1_000_000 else { return .max }
        return UInt64(1_000_000).dividingFullWidth(product).quotient
    }

    /// Rounded up: what is due by the model is due by the clock. Saturates.
    func real(ofModel span: UInt64) -> UInt64 {
        if millionths == 1_000_000 || span == .max { return span }
        let product = span.multipliedFullWidth(by: 1_000_000)
        guard product.high < millionths else { return .max }
        let (quotient, remainder) = millionths.dividingFullWidth(product)
        return remainder == 0 || quotient == .max ? quotient : quotient + 1
    }
}

/// Model time on the clock of this run: both begin together.
struct Timeline: Sendable {
    let scale: TimeScale
    /// On `CLOCK_BOOTTIME`.
    var start: UInt64

    func model(at real: UInt64) -> UInt64 {
        real <= start ? 0 : scale.model(ofReal: real - start)
    }

    func real(of model: UInt64) -> UInt64 {
        let (sum, overflow) = scale.real(ofModel: model).addingReportingOverflow(start)
        return overflow ? .max : sum
    }
}
