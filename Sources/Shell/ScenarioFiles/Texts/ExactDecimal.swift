/// A decimal number exactly as written, without sign or exponent.
struct ExactDecimal {
    /// At most 18 decimals count; that is below a billionth of every unit used here.
    static let placeBound = 18

    private var whole: UInt64
    private var fraction: UInt64
    /// 10 to the number of decimals.
    private var power: UInt64

    /// `12`, `0.5`; takes what it reads off the front of `text`.
    init(reading text: inout Substring.UTF8View) throws(QuantityError) {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { throw .malformed }
        guard let whole = UInt64(String(Substring(digits))) else { throw .tooLarge }
        self.whole = whole
        (fraction, power) = (0, 1)
        text = text.dropFirst(digits.count)
        guard text.first == 0x2E else { return }
        let decimals = text.dropFirst().prefix { (0x30...0x39).contains($0) }
        guard !decimals.isEmpty else { throw .malformed }
        text = text.dropFirst(decimals.count + 1)
        var places = Array(decimals)
        while places.last == 0x30 { places.removeLast() }
        guard places.count <= ExactDecimal.placeBound else { throw .tooFine }
        for digit in places {
            fraction = fraction * 10 + UInt64(digit - 0x30)
            power *= 10
        }
    }

    init(_ text: some StringProtocol) throws(QuantityError) {
        var rest = Substring(text).utf8
        try self.init(reading: &rest)
        guard rest.isEmpty else { throw .malformed }
    }

    /// The number times `unit`, which must come out whole.
    func scaled(by unit: UInt64) throws(QuantityError) -> UInt64 {
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
        // The fraction is below 1, so the quotient is below `unit`.
        let part = power.dividingFullWidth(fraction.multipliedFullWidth(by: unit))
        guard part.remainder == 0 else { throw .tooFine }
        let (sum, carry) = product.addingReportingOverflow(part.quotient)
        guard !overflow && !carry else { throw .tooLarge }
        return sum
    }
}
