import Testing

@Suite struct ReadmeTests {
    @Test(.enabled(if: Helpers.python != nil, "scripts/test-helpers installs PyYAML"))
    func itsJobsWorkAsPasted() throws {
        let outcome = try Helpers.run(try #require(Helpers.python), "ci_jobs.py")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }
}
