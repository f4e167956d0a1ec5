/// Where the history lies, and whether there is to be one.
public enum HistoryPlace {
    /// `locksim/history.sqlite` under the XDG state folder. Nil without a home; a relative
    /// XDG_STATE_HOME counts as none, as the XDG Base Directory Specification has it.
    public static func path(variable: (String) -> String?) -> String? {
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return "\(folder)/locksim/history.sqlite"
        }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/locksim/history.sqlite"
    }

    /// LOCKSIM_HISTORY=off says no.
    public static func isOff(variable: (String) -> String?) -> Bool {
        ["off", "0", "no", "false"].contains(variable("LOCKSIM_HISTORY")?.lowercased())
    }
}
