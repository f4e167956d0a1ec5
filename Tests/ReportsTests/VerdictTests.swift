import Chronology
import Reports
import Scenarios
import Testing

@Suite struct VerdictTests {
    /// What a run suffers from, each worse than those behind it.
    enum Ill: CaseIterable {
        case bug, signal, lost, unlike, saturated, violation, threshold

        var code: Int32 {
            switch self {
            case .bug: 70
            case .signal: 130
            case .lost: 97
            case .unlike: 96
            case .saturated: 98
            case .violation: 95
            case .threshold: 99
            }
        }
    }

    private func report(_ ills: Set<Ill>) -> RunReport {
        var report = populationReport([
            threshold("events", .greater, number(ills.contains(.threshold) ? 1_000_000 : 1))
        ])
        if ills.contains(.bug) { report.internalError = "a bug" }
        if ills.contains(.signal) { (report.signal, report.isPartial) = (2, true) }
        if ills.contains(.lost) { report.lostProcesses = ["worker 1 died"] }
        if ills.contains(.unlike) { report.isDeterministic = false }
        if ills.contains(.saturated) { report.invalidReasons = ["too slow"] }
        if ills.contains(.violation) { report.violate(.missedLock) }
        return report
    }

    @Test func theWorstOfEachPairWins() {
        #expect(report([]).exitCode == 0)
        #expect(report([]).verdict == .pass)
        for (index, ill) in Ill.allCases.enumerated() {
            #expect(report([ill]).exitCode == ill.code)
            for other in Ill.allCases[index...] {
                #expect(report([ill, other]).exitCode == ill.code, "\(ill) and \(other)")
                #expect(Trouble.heaviest([other.code, 0, ill.code]) == ill.code)
            }
        }
        #expect(report(Set(Ill.allCases)).exitCode == 70)
    }

    @Test func aReasonForEachIll() {
        #expect(report([]).reasons == [])
        #expect(
            report(Set(Ill.allCases)).reasons == [
                "internal error: a bug", "worker 1 died", "stopped by SIGINT",
                "two runs of this seed differ", "too slow", "1 violation",
                "events >  (got 120,000)",
            ])
    }

    @Test func terminationIs143() {
        var report = populationReport()
        report.signal = 15
        #expect(report.exitCode == 143)
        #expect(report.verdict == .interrupted)
    }

    @Test func scriptsAreJudgedByTheirExpectationsAlone() {
        var report = scriptReport()
        report.violate(.missedLock)
        #expect(report.exitCode == 0)
        report.expectations = Expectations(checked: 3, failed: 1)
        #expect(report.exitCode == 95)
    }

    @Test func aSaturatedGeneratorMakesTheRunInvalid() {
        func report(offered: UInt64, sent: UInt64, late: UInt64, lag: UInt64) -> RunReport {
            var report = populationReport([
                threshold("decision_latency.p99", .less, .duration(.milliseconds(4)))
            ])
            var facts = GeneratorFacts()
            facts.offeredEvents = offered
            facts.achievedEvents = sent
            facts.lateEvents = late
            report.generator = facts
            report.part.meter.record(lag, count: 100, .generatorLag)
            return report
        }
        #expect(report(offered: 1000, sent: 980, late: 48, lag: 2_000_000).isValid)
        #expect(!report(offered: 1000, sent: 979, late: 0, lag: 0).isValid)
        #expect(!report(offered: 1000, sent: 1000, late: 50, lag: 0).isValid)
        #expect(!report(offered: 1000, sent: 1000, late: 0, lag: 2_000_001).isValid)
        #expect(report(offered: 1000, sent: 1000, late: 0, lag: 2_000_001).exitCode == 98)
    }
}
