internal import Linux

/// For processes that measure how late things are: one that waits for its turn measures the
/// waiting. Helps as far as it is allowed.
public enum Punctuality {
    public static func prefer() {
        leaveSession()
        try? runInShortTurns()
        try? setNiceness(-10)
        try? setSessionNiceness(-10)
    }
}
