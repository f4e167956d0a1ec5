import Testing

/// Thresholds that end a run.
@Suite struct AbortTests {
    /// Far more than a few seconds' work.
    private static let long = [
        "run", "Scenarios/morning-rush.yaml", "--set", "population.sessions=4000", "--set",
        "population.duration=200h", "--set", "population.warmup=1m",
    ]

    @Test(arguments: ["1", "2"])
    func aRunEndsAsSoonAsOneFails(workers: String) throws {
        let threshold = "thresholds=[{that: locks < 5, abort: true, after: 2m}, events > 0]"
        let outcome = try Program.run(
            Self.long + ["--workers", workers, "--json", "--set", threshold])
        #expect(outcome.code == 99, "\(outcome.output)\(outcome.errors)")
        let result = try #require(try json(outcome.output) as? [String: Any])
        #expect(result["verdict"] as? String == "fail")
        #expect(result["partial"] as? Bool == true)
        let reasons = try #require(result["reasons"] as? [String])
        #expect(reasons.count == 1)
        #expect(reasons[0].hasPrefix("ended at ") && reasons[0].contains("by locks < 5 (got "))
    }

    @Test func aLiveRunEndsToo() throws {
        let outcome = try Program.run([
            "run", "Scenarios/quickstart.yaml", "--set", "population.sessions=200", "--set",
            "population.duration=600s", "--set", "population.warmup=2s", "--set",
            "population.load=[{hold: 600s}]", "--set",
            "thresholds=[{that: decision_latency.count < 5, abort: true, after: 10s}]",
        ])
        // On a machine with other things to do the run can be invalid besides.
        #expect([98, 99].contains(outcome.code), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("(partial)"))
        #expect(outcome.output.contains("by decision_latency.count < 5 (got "))
    }

    @Test func whatHoldsEndsNothing() throws {
        let outcome = try Program.run([
            "run", "Scenarios/morning-rush.yaml", "--set", "population.sessions=200", "--workers",
            "2", "--set",
            "thresholds=[{that: violations == 0, abort: true}, {that: locks > 0, abort: true}]",
        ])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }
}
