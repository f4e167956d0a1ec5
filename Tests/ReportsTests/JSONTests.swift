import Chronology
import Foundation
import Linux
import Reports
import Testing

@Suite struct JSONTests {
    @Test func everythingOfARun() {
        var report = populationReport([
            threshold("decision_latency.max", .less, .duration(.milliseconds(5)), "5ms"),
            threshold("events.rate", .less, .rate(.zero), "0/s"),
            threshold("cpu.max", .less, .share(.whole), "100%"),
            threshold("service_time.p99", .less, .duration(.zero), "0ms"),
        ])
        report.environment.host = Host(
            processorModel: "A \"quick\" one\u{1}", processorCount: 2, allowedProcessorCount: 1,
            kernelRelease: "6.1", clockSource: nil, governor: nil, loadHundredths: [105, 20],
            memoryByteCount: 1 << 30, availableMemoryByteCount: nil)
        report.violate(.missedLock, times: 2)
        report.processes[0].loopIdleBillionths = 125_000_000
        #expect(report.resultJSON == Self.golden)
    }

    static let golden = #"""
        {
          "schema": 1,
          "version": "1.0.0",
          "scenario": {
            "name": "rush",
            "hash": "bffec31f6f669793",
            "seed": 42,
            "mode": "virtual",
            "path": "some/rush.yaml"
          },
          "verdict": "fail",
          "reasons": [
            "2 violations",
            "events.rate < 0/s (got 12 k/s)",
            "service_time.p99 < 0ms (no data)"
          ],
          "partial": false,
          "valid": true,
          "exit_code": 95,
          "digest": "000000000000beef",
          "environment": {
            "cpu_model": "A \"quick\" one\u0001",
            "cores": 2,
            "cores_allowed": 1,
            "kernel": "6.1",
            "clock_source": null,
            "governor": null,
            "load": [
              1.05,
              0.2
            ],
            "memory_bytes": 1073741824
          },
          "duration": {
            "model_ns": 12000000000,
            "wall_ns": 1500000000,
            "cpu_ns": 2750000000
          },
          "counters": {
            "events": 120000,
            "events.lifecycle": 0,
            "events.touch": 100,
            "events.auth": 0,
            "events.timer": 0,
            "events.other": 0,
            "launches": 0,
            "backgrounds": 0,
            "returns": 0,
            "kills": 0,
            "reboots": 0,
            "sleeps": 0,
            "wall_changes": 0,
            "locks": 0,
            "unlocks": 0,
            "covers": 0,
            "prompts": 0,
            "idle_fires": 0,
            "limit_actions": 0,
            "entries": 0,
            "entries_delivered": 0,
            "overlays": 0,
            "snapshots": 0,
            "leaks": 0,
            "sessions": 500,
            "sessions.lost": 0,
            "overflows": 0,
            "violations": {
              "total": 2,
              "by_rule": {
                "missed-lock": 2
              },
              "first": [
                {
                  "rule": "missed-lock",
                  "session": 0,
                  "scene": 0,
                  "at_ns": 0,
                  "since_ns": 0,
                  "command": "locksim run some/rush.yaml --seed 42 --session 0 --mode virtual"
                }
              ]
            },
            "timers": {
              "fired": 7,
              "early": 0,
              "lost": 0,
              "cancelled": 0,
              "rearmed": 0
            }
          },
          "metrics": {
            "decision_latency": {
              "count": 1000,
              "min_ns": 1000,
              "mean_ns": 500500,
              "p50_ns": 500223,
              "p90_ns": 900095,
              "p99_ns": 990207,
              "p99_9_ns": 999423,
              "p99_99_ns": 1000000,
              "max_ns": 1000000
            }
          },
          "simulation": {
            "events_per_second": 80000,
            "speedup": 8,
            "bytes_per_session": 160
          },
          "thresholds": [
            {
              "that": "decision_latency.max < 5ms",
              "value": 1000000,
              "count": 1000,
              "passed": true
            },
            {
              "that": "events.rate < 0/s",
              "value": 12000,
              "count": 120000,
              "passed": false
            },
            {
              "that": "cpu.max < 100%",
              "value": 0.5,
              "count": 2,
              "passed": true
            },
            {
              "that": "service_time.p99 < 0ms",
              "value": null,
              "count": 0,
              "passed": false
            }
          ],
          "expectations": {
            "checked": 0,
            "failed": 0
          },
          "processes": [
            {
              "role": "worker",
              "index": 0,
              "cpu_share": 0.25,
              "rss_bytes": 67108864,
              "context_switches": 10,
              "loop_idle": 0.125
            },
            {
              "role": "worker",
              "index": 1,
              "cpu_share": 0.5,
              "rss_bytes": 67108864,
              "context_switches": 10
            }
          ]
        }

        """#

    @Test func severalAreAList() throws {
        let text = RunReport.resultJSON([scriptReport(), populationReport()])
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        #expect(list?.count == 2)
        #expect(RunReport.resultJSON([]) == "[]\n")
    }

    @Test func stringsComeBackAsTheyWere() throws {
        let string = "\u{0}\u{1F}\"\\/\n\r\t\u{7F}é\u{2028}\u{1F512}"
        let text = "[\(JSONWriter.quoted(string))]"
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
        #expect(list == [string])
    }
}
