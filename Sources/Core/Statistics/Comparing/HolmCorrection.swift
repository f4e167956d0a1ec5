/// p values of several tests, raised so that the chance of even one false alarm among them stays at
/// the level each is held against: the smallest times their number, the next times one less, and
/// none below the one before it.
///
/// Source: Holm, Scandinavian Journal of Statistics 6 (1979).
public func holmCorrected(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var corrected = values
    var floor = 0.0
    for (place, index) in order.enumerated() {
        floor = max(floor, min(values[index] * Double(values.count - place), 1))
        corrected[index] = floor
    }
    return corrected
}
