/// Why a text is no quantity of the kind wanted.
enum QuantityError: Error, Hashable {
    /// Not of the form at all.
    case malformed
    case missingUnit
    case unknownUnit(String, known: [String])
    /// Finer than can be kept.
    case tooFine
    case tooLarge
    case negative
}

extension QuantityError {
    /// Follows "expected …"; empty where that says it all.
    var words: String {
        switch self {
        case .malformed: ""
        case .missingUnit: "; the unit is missing"
        case .unknownUnit(let unit, let known):
            "; “\(unit)” is none of the units \(known.joined(separator: ", "))"
        case .tooFine: "; finer than can be counted exactly"
        case .tooLarge: "; too large"
        case .negative: "; it can't be negative"
        }
    }
}
