import Scenarios

/// Numbers with units, as patterns made from the units' own tables.
extension Schema {
    static let digits = #"[0-9]+(?:\.[0-9]+)?"#
    static let comparison = "(?:<=|<|==|>=|>|!=)"

    /// Units of a compound fall from left to right; at least one is there.
    private static let durationText =
        "(?=[0-9])"
        + SpanText.units.reversed().map { "(?:\(digits)\($0.name))?" }.joined()

    private static let sizeText =
        "\(digits)(?:\(NumberText.sizeUnits.map(\.name).joined(separator: "|")))"

    private static let rateText =
        "\(digits)/(?:\(SpanText.rateUnits.map(\.name).joined(separator: "|")))"

    static let duration = pattern(durationText)
        .with("examples", .list([.text("250us"), .text("1.5ms"), .text("20s"), .text("1h30m")]))
    static let positiveDuration = pattern("(?=.*[1-9])\(durationText)")
        .with("examples", .list([.text("20s")]))
    static let shift = pattern("[-+]?\(durationText)")
        .with("examples", .list([.text("-1h"), .text("20s")]))
    static let rate = pattern(rateText)
        .with("examples", .list([.text("18/min"), .text("0.3/s")]))
    static let share = any(
        number("0", "1"), pattern(#"0*(?:100(?:\.0+)?|[0-9]{1,2}(?:\.[0-9]+)?)%"#)
    ).with("examples", .list([.text("12%"), .number("0.12")]))
    /// A share that may exceed the whole a hundred times.
    static let load = any(
        number("0", "100"), pattern(#"0*(?:10000(?:\.0+)?|[0-9]{1,4}(?:\.[0-9]+)?)%"#))

    static let level = any(
        whole(Int64(Int32.min), UInt64(Int32.max)),
        pattern("(?:\(NumberText.levels.map(\.name).joined(separator: "|")))(?:[-+][0-9]{1,10})?")
    ).with("examples", .list([.text("normal"), .text("alert+1"), .number("1000")]))

    static let instant = pattern(
        #"(?:19[7-9][0-9]|20[0-9]{2}|21[0-9]{2}|2200)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"#
            + #"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z"#
    ).with("examples", .list([.text("2026-01-01T08:00:00Z")]))

    /// Whatever stands there but nothing: `12` and `true` are names too.
    static let plainName = typed("string", "number", "boolean")
        .with("minLength", .number("1")).with("maxLength", .number("200"))

    static let durationLimit = pattern("(?:\(comparison) *)?\(durationText)")
        .with("examples", .list([.text("0ms"), .text("<= 16ms")]))
    static let sizeLimit = pattern("(?:\(comparison) *)?\(sizeText)")
        .with("examples", .list([.text("<= 1MiB")]))

    static let count = whole(0, UInt64(Int64.max))

    /// Above 0.
    static func positiveNumber(upTo most: String) -> Schema {
        typed("number").with("exclusiveMinimum", .number("0")).with("maximum", .number(most))
    }

    /// What a threshold holds a value of that unit against.
    static func limitText(_ unit: Metric.Unit) -> String {
        switch unit {
        case .duration: durationText
        case .number: digits
        case .share: "\(digits)%?"
        case .rate: rateText
        case .bytes: sizeText
        }
    }
}
