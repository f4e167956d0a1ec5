import Testing

/// Under a pseudo-terminal, which Python makes.
@Suite struct TerminalTests {
    @Test(.enabled(if: Helpers.program("python3"), "makes pseudo-terminals"))
    func theLineThatChanges() throws {
        let outcome = try Helpers.run("python3", "terminal.py")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }
}
