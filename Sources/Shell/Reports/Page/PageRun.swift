import Auditing
import Devices
import Scenarios
import Simulation
import Statistics

/// One run as the page's scripts want it.
extension RunReport {
    /// Reduced: without series and steps.
    func pageJSON(isReduced: Bool) -> String {
        var writer = JSONWriter(isCompact: true)
        writer.object { json in
            writeHead(&json)
            writeThresholds(&json)
            writeExpectations(&json)
            writeViolations(&json)
            json.key("films")
            json.array { json in
                for film in isReduced ? [] : films { film.write(into: &json) }
            }
            writeTimes(&json)
            if !isReduced { PageSeries(self).write(into: &json) }
            json.field("is_reduced", isReduced)
            writeProcesses(&json)
            json.key("environment")
            json.pairs(environment.pairs)
        }
        return writer.text.escaping { $0 == "<" ? "\\u003c" : nil }
    }

    private func writeHead(_ json: inout JSONWriter) {
        let isAlone = part.sessions == 1
        json.field("name", name)
        json.field("label", label)
        json.field("summary", summary)
        json.field("mode", mode.rawValue)
        json.field("queue", timerQueue)
        json.field("seed", String(seed))
        json.field("hash", hash)
        json.field("digest", digestText)
        json.field("is_script", isScript)
        json.field("verdict", verdict.rawValue)
        json.field("exit_code", Int(exitCode))
        json.field("partial", isPartial)
        json.key("reasons")
        json.array { json in reasons.forEach { json.value($0) } }
        json.field("warmup_s", decimal: secondsText(warmupOnSeries))
        json.field("wall_ns", duration.wallNanoseconds)
        json.field("cpu_ns_per_event", duration.cpuNanoseconds / max(part.allEvents, 1))
        json.field("bytes_per_session", part.sessionBytes / max(part.sessions, 1))
        json.key("timers")
        json.object { json in
            json.field("early", part.timersEarly)
            json.field("lost", part.timersLost)
        }
        json.key("facts")
        json.pairs([
            (isAlone ? "session" : "sessions", Quantity.count(part.sessions)),
            ("events", Quantity.count(part.counters[.events])),
            (
                mode == .live ? "of model time" : "of simulated time",
                Quantity.duration(duration.modelNanoseconds)
            ),
            ("on the clock", Quantity.duration(duration.wallNanoseconds)),
            ("mode", mode.rawValue), ("seed", String(seed)),
        ])
        json.key("identity")
        json.pairs(identity)
        json.key("counters")
        json.array { json in
            for kind in Counters.Kind.allCases {
                json.array { json in
                    json.value(kind.name)
                    json.value(part.counters[kind])
                }
            }
        }
    }

    /// What tells it from the other runs on a page.
    private var label: String {
        isScript ? path : "\(name), \(timerQueue), seed \(seed)"
    }

    private var identity: [(String, String)] {
        var pairs = [
            ("scenario", path), ("scenario hash", hash), ("digest", digestText),
            ("seed", String(seed)), ("mode", mode.rawValue), ("timer queue", timerQueue),
            ("workers", String(workers)), ("locksim", Version.text),
            ("warm-up", Quantity.duration(warmupNanoseconds)),
            ("CPU of all processes", Quantity.duration(duration.cpuNanoseconds)),
            (
                "events a second",
                Quantity.rate(part.allEvents, nanoseconds: duration.wallNanoseconds)
            ),
        ]
        if let session { pairs.append(("session", String(session))) }
        if !overrides.isEmpty { pairs.append(("set", overrides.joined(separator: " "))) }
        if let generator {
            pairs.append(("events offered", Quantity.count(generator.offeredEvents)))
            pairs.append(("events achieved", Quantity.count(generator.achievedEvents)))
            pairs.append(("sent late", Quantity.count(generator.lateEvents)))
        }
        return pairs
    }

    private func writeThresholds(_ json: inout JSONWriter) {
        json.key("thresholds")
        json.array { json in
            for result in thresholdResults {
                json.object { json in
                    json.field("that", result.that)
                    json.field("value", result.value.map { Quantity.text($0) })
                    json.field("count", Quantity.count(result.count))
                    json.field("passed", result.passed)
                }
            }
        }
    }

    private func writeExpectations(_ json: inout JSONWriter) {
        json.key("expectations")
        json.object { json in
            json.field("checked", expectations.checked)
            json.field("failed", expectations.failed)
            json.key("failures")
            json.array { json in
                for failure in failures.prefix(50) {
                    json.object { json in
                        json.field("place", failure.place)
                        json.field("subject", failure.subject)
                        json.field("expected", failure.expected)
                        json.field("actual", failure.actual)
                        json.key("trail")
                        json.array { json in failure.trail.forEach { json.value($0) } }
                    }
                }
            }
        }
    }

    private func writeViolations(_ json: inout JSONWriter) {
        json.key("violations")
        json.array { json in
            for rule in brokenRules {
                json.object { json in
                    json.field("rule", rule.rawValue)
                    json.field("meaning", rule.meaning)
                    json.field("count", part.violations[rule.index])
                    guard let first = part.firsts.first(where: { $0.rule == rule }) else { return }
                    json.key("first")
                    json.object { json in
                        json.field("session", UInt64(first.session))
                        json.field("at", first.at)
                        json.field("since", first.since)
                        json.field("command", reproduction(of: first.session))
                    }
                }
            }
        }
    }

    private func writeTimes(_ json: inout JSONWriter) {
        let kinds = Meter.Kind.allCases.filter {
            $0 != .queueDepth && part.meter[$0].count > 0
        }
        json.key("times")
        json.array { json in
            for kind in kinds {
                json.object { part.meter[kind].write(into: &$0, kind.name) }
            }
        }
        let curves = kinds.map { PercentileCurves.values(of: part.meter[$0]) }
        json.key("curves")
        json.object { json in
            json.key("x")
            json.array { json in
                for step in PercentileCurves.axis(curves.map(\.count).max() ?? 0) {
                    json.decimal(Quantity.decimal(UInt64(step), per: 1000, places: 3))
                }
            }
            json.key("values")
            json.object { json in
                for (kind, curve) in zip(kinds, curves) {
                    json.key(kind.name)
                    json.array { json in curve.forEach { json.value($0) } }
                }
            }
        }
        let lateness = part.meter[.timerLateness]
        guard lateness.count > 0, lateness.max ?? 0 > 0 else { return }
        let buckets = BucketCounts(lateness)
        json.key("lateness")
        json.object { json in
            json.field("early", part.timersEarly)
            json.field("lost", part.timersLost)
            json.key("bounds")
            json.array { json in buckets.bounds.forEach { json.value($0) } }
            json.key("counts")
            json.array { json in buckets.counts.forEach { json.value($0) } }
        }
    }

    private func writeProcesses(_ json: inout JSONWriter) {
        json.key("processes")
        json.array { json in
            for process in processes {
                json.object { json in
                    json.field("name", ProcessName(role: process.role, index: process.index).name)
                    json.field("cpu", decimal: share(process.cpuShareBillionths))
                    json.field("rss", process.residentByteCount)
                    json.field("switches", process.contextSwitches)
                    json.key("idle")
                    if let idle = process.loopIdleBillionths {
                        json.decimal(share(idle))
                    } else {
                        json.null()
                    }
                }
            }
        }
    }

    /// Those with the most violations first.
    var brokenRules: [Rule] {
        Rule.allCases.filter { part.violations[$0.index] > 0 }
            .sorted { part.violations[$0.index] > part.violations[$1.index] }
    }
}

extension PageSeries {
    func write(into json: inout JSONWriter) {
        json.key("series")
        json.object { json in
            json.field("step", step)
            json.field("seconds", secondCount)
            json.key("x")
            json.array { json in
                for tenths in axis {
                    json.decimal(Quantity.decimal(UInt64(tenths), per: 10, places: 1))
                }
            }
            json.key("columns")
            json.object { json in
                for column in columns where column.values.contains(where: { $0 != nil }) {
                    json.key(column.name)
                    json.array { json in
                        for value in column.values { json.valueOrNull(value) }
                    }
                }
            }
            json.key("processes")
            json.array { json in
                for process in processes {
                    json.object { json in
                        json.field("name", process.name)
                        json.key("cpu")
                        json.array { json in
                            for value in process.cpu.values {
                                if let value { json.decimal(share(value)) } else { json.null() }
                            }
                        }
                        json.key("rss")
                        json.array { json in
                            for value in process.memory.values { json.valueOrNull(value) }
                        }
                    }
                }
            }
        }
    }
}

extension Histogram {
    fileprivate func write(into json: inout JSONWriter, _ name: String) {
        json.field("name", name)
        json.field("count", count)
        json.field("min", min ?? 0)
        json.field("mean", mean ?? 0)
        for (name, percentile) in [
            ("p50", .p50), ("p90", .p90), ("p99", .p99), ("p99_9", .p999), ("p99_99", .p9999),
        ] as [(String, Percentile)] {
            json.field(name, boundedValue(at: percentile) ?? 0)
        }
        json.field("max", max ?? 0)
    }
}

extension JSONWriter {
    fileprivate mutating func pairs(_ pairs: [(String, String)]) {
        array { json in
            for (name, value) in pairs {
                json.array { json in
                    json.value(name)
                    json.value(value)
                }
            }
        }
    }

    fileprivate mutating func valueOrNull(_ number: UInt64?) {
        if let number { value(number) } else { null() }
    }
}

private func share(_ billionths: UInt64) -> String {
    Quantity.decimal(billionths / 100_000, per: 10_000, places: 4)
}

private func secondsText(_ nanoseconds: UInt64) -> String {
    Quantity.decimal(nanoseconds / 1_000_000, per: 1000, places: 3)
}
