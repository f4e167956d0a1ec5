/// This program's version, as `locksim version` and every result tell it.
public enum Version {
    public static let text = "1.0.0"
    /// When it was made, as manual pages spell dates.
    public static let date = "November 30, 2026"
    /// Of `result.json`.
    public static let schema: UInt64 = 1
}
