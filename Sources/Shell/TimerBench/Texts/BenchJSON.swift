import Chronology
import Reports
import TimerQueues

/// The document of `timers bench --json`: what the table says, and the counts behind it.
extension BenchResult {
    /// With a line's end behind it.
    public var json: String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", Version.schema)
            json.field("version", Version.text)
            json.field("seed", options.seed)
            json.field("repeats", options.repeats)
            json.field("tick_ns", options.tick.nanoseconds)
            json.field("baseline", options.baseline?.rawValue)
            json.field("partial", signal != nil)
            json.key("environment")
            json.object { environment.write(into: &$0) }
            json.key("rows")
            json.array { json in
                for row in rows { write(row, into: &json) }
            }
            json.key("floors")
            json.array { json in
                for row in floors { write(row, into: &json) }
            }
            json.key("accuracy")
            json.array { json in
                for row in accuracy { row.write(into: &json) }
            }
            json.key("notes")
            json.array { json in
                for note in notes { json.value(note) }
            }
            json.key("failures")
            json.array { json in
                for failure in failures { json.value(failure) }
            }
        }
        return writer.text + "\n"
    }

    private func write(_ row: BenchRow, into json: inout JSONWriter) {
        let (cell, cost, typical) = (row.cell, row.cost, row.typical)
        json.object { json in
            json.field(cell.subject.isFloor ? "floor" : "queue", cell.subject.name)
            json.field("sessions", cell.sessions)
            json.field("operation", cell.operation.rawValue)
            json.field("ns_per_op", decimal: CostText.decimal(cost.median))
            json.field("low", decimal: CostText.decimal(cost.low))
            json.field("high", decimal: CostText.decimal(cost.high))
            json.field("coverage", decimal: coverageDigits(cost.coverage))
            json.field("repeats", cost.count)
            json.field("discarded", row.discarded)
            json.field("contended", row.isContended)
            if !cell.subject.isFloor {
                optional("ratio_to_floor", ratio(row, to: floor(of: row)), &json)
                optional("ratio_to_baseline", ratio(row, to: baseline(of: row)), &json)
                json.field(
                    "bytes_per_timer",
                    decimal: Quantity.decimal(row.byteTenths ?? 0, per: 10, places: 1))
                json.field("bytes_from", typical.memory.rawValue)
                json.field("own_bytes", typical.ownByteCount)
            }
            json.field("time", typical.isProcessorTime ? "processor" : "clock")
            json.field("operations", typical.operations)
            json.field("touched", typical.touched)
            json.field("fired", typical.fired)
            json.field("model_ns", typical.modelNanoseconds)
        }
    }

    /// Below 1 is less than the other.
    func ratio(_ row: BenchRow, to other: BenchRow?) -> CostRatio? {
        other.flatMap { CostRatio(row.cost.median, to: $0.cost.median) }
    }

    private func optional(_ name: String, _ ratio: CostRatio?, _ json: inout JSONWriter) {
        json.key(name)
        if let ratio { json.decimal(CostText.decimal(ratio.thousandths)) } else { json.null() }
    }

    private func coverageDigits(_ coverage: Double) -> String {
        Quantity.decimal(UInt64(coverage * 1_000_000), per: 1_000_000, places: 6)
    }
}

extension AccuracyRow {
    fileprivate func write(into json: inout JSONWriter) {
        json.object { json in
            json.field("queue", queue)
            json.field("wake", wake)
            json.field("neighbour", isBusy ? "busy" : "idle")
            json.field("contended", isContended)
            json.field("involuntary_switches", involuntarySwitches)
            json.field("timers", timers)
            json.field("p50_ns", p50)
            json.field("p99_ns", p99)
            json.field("p99_9_ns", p999)
            json.field("max_ns", max)
            json.field("early", early)
            json.field("lost", lost)
            json.field(
                "cpu_share",
                decimal: Quantity.decimal(processorBillionths, per: 1_000_000_000, places: 9))
            json.field(
                "spin_share",
                decimal: Quantity.decimal(spinBillionths, per: 1_000_000_000, places: 9))
        }
    }
}
