/// What a comparison takes from one run's `result.json`.
public struct RunResult: Hashable, Sendable {
    public struct Named<Value: Hashable & Sendable>: Hashable, Sendable {
        public var name: String
        public var value: Value

        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    public var path: String
    public var scenario: String
    public var hash: String
    public var seed: UInt64
    public var isVirtual: Bool
    /// Where the run is one of several that differ in their timer queue.
    var queue: String?
    public var digest: String
    /// Neither partial nor invalid.
    public var isEvidence: Bool
    /// Of the host, what two comparable runs share.
    public var host: [Named<String>]
    public var counters: [Named<UInt64>]
    /// By the names of `ComparedMetric`.
    public var values: [Named<Double>]

    public var modeName: String { isVirtual ? "virtual" : "live" }

    /// Of a run that is kept elsewhere than in a file; neither partial nor invalid, with nothing
    /// measured yet. `path` says where it is.
    public init(
        path: String, scenario: String, hash: String, seed: UInt64, isVirtual: Bool, digest: String
    ) {
        self.path = path
        self.scenario = scenario
        self.hash = hash
        self.seed = seed
        self.isVirtual = isVirtual
        self.digest = digest
        isEvidence = true
        host = []
        counters = []
        values = []
    }

    /// Of a metric or a counter.
    public func value(_ name: String) -> Double? {
        if let value = values.first(where: { $0.name == name }) { return value.value }
        let key = CounterName.key(name)
        if let counter = counters.first(where: { $0.name == key }) { return Double(counter.value) }
        // Rules that nothing broke are not told of.
        return CounterName.isOfRule(key) && !counters.isEmpty ? 0 : nil
    }
}

/// Why a result can't be used.
public struct ResultError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable { case missing, unreadable, malformed }

    public var kind: Kind
    /// In words, with the place.
    public var description: String

    static func malformed(
        _ path: String, _ line: Int, _ column: Int, _ message: String
    ) -> ResultError {
        ResultError(kind: .malformed, description: "\(path):\(line):\(column): error: \(message)")
    }
}

extension RunResult {
    static let schema: UInt64 = 1

    /// The runs of a file: one, or a list of them as `--json` prints for several.
    public static func all(
        in bytes: [UInt8], path: String
    ) throws(ResultError) -> [RunResult] {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(bytes)
        } catch {
            throw .malformed(path, error.line, error.column, error.message)
        }
        var results: [RunResult] = []
        for item in value.items ?? [value] { results.append(try RunResult(item, path)) }
        return results
    }

    private init(_ json: JSONValue, _ path: String) throws(ResultError) {
        let fields = ResultFields(path: path)
        let schema = try fields.number(json, "schema")
        guard schema == Self.schema else {
            let place = try fields.member(json, "schema")
            throw .malformed(
                path, place.line, place.column, "expected schema \(Self.schema) (got \(schema))")
        }
        self.path = path
        let scenario = try fields.member(json, "scenario")
        self.scenario = try fields.text(scenario, "name")
        hash = try fields.text(scenario, "hash")
        seed = try fields.number(scenario, "seed")
        isVirtual = try fields.text(scenario, "mode") == "virtual"
        queue = scenario["queue"]?.text
        digest = try fields.text(json, "digest")
        let isPartial = try fields.flag(json, "partial")
        isEvidence = try fields.flag(json, "valid") && !isPartial
        host = try Self.host(try fields.member(json, "environment"), fields)
        counters = Self.counters(try fields.member(json, "counters"), prefix: "")
        values = try Self.values(json, isVirtual: isVirtual, fields)
    }

    private static func host(
        _ json: JSONValue, _ fields: ResultFields
    ) throws(ResultError) -> [Named<String>] {
        var host: [Named<String>] = []
        for key in ["cpu_model", "cores", "cores_allowed", "kernel", "clock_source", "governor"] {
            guard let value = json[key] else { continue }
            host.append(
                Named(name: key, value: value.text ?? value.wholeNumber.map(String.init) ?? "–"))
        }
        return host
    }

    /// Nested ones by their full name: `violations.total`, `timers.fired`.
    private static func counters(_ json: JSONValue, prefix: String) -> [Named<UInt64>] {
        (json.members ?? []).flatMap { member -> [Named<UInt64>] in
            let name = prefix + member.key
            if let number = member.value.wholeNumber { return [Named(name: name, value: number)] }
            return counters(member.value, prefix: name + ".")
        }
    }

    private static func values(
        _ json: JSONValue, isVirtual: Bool, _ fields: ResultFields
    ) throws(ResultError) -> [Named<Double>] {
        var values: [Named<Double>] = []
        for metric in try fields.member(json, "metrics").members ?? [] {
            for member in metric.value.members ?? [] {
                let number = try fields.amount(member.value, "\(metric.key).\(member.key)")
                let suffix = ComparedMetric.suffix(ofKey: member.key)
                values.append(Named(name: "\(metric.key).\(suffix)", value: number))
            }
        }
        for (name, key) in [("rss.max", "rss_bytes"), ("cpu.max", "cpu_share")] {
            var found: [Double] = []
            for process in try fields.member(json, "processes").items ?? [] {
                guard let value = process[key] else { continue }
                found.append(try fields.amount(value, key))
            }
            if let most = found.max() { values.append(Named(name: name, value: most)) }
        }
        let duration = try fields.member(json, "duration")
        values.append(Named(name: "cpu_time", value: Double(try fields.number(duration, "cpu_ns"))))
        // A live run takes as long as its scenario says.
        if isVirtual {
            let wall = Double(try fields.number(duration, "wall_ns"))
            values.append(Named(name: "wall_time", value: wall))
            let simulation = try fields.member(json, "simulation")
            let rate = Double(try fields.number(simulation, "events_per_second"))
            values.append(Named(name: "events_per_second", value: rate))
        }
        return values
    }
}

/// Members that must be there, and of their kind.
private struct ResultFields {
    let path: String

    func member(_ json: JSONValue, _ key: String) throws(ResultError) -> JSONValue {
        guard let members = json.members else { throw wrong(json, "an object with “\(key)”") }
        guard let value = members.first(where: { $0.key == key })?.value else {
            throw .malformed(path, json.line, json.column, "expected “\(key)” in this object")
        }
        return value
    }

    func text(_ json: JSONValue, _ key: String) throws(ResultError) -> String {
        let value = try member(json, key)
        guard let text = value.text else { throw wrong(value, "a text for “\(key)”") }
        return text
    }

    func number(_ json: JSONValue, _ key: String) throws(ResultError) -> UInt64 {
        let value = try member(json, key)
        guard let number = value.wholeNumber else {
            throw wrong(value, "a whole number for “\(key)”")
        }
        return number
    }

    /// What can be measured: neither below nought nor beyond 64 bits.
    func amount(_ value: JSONValue, _ key: String) throws(ResultError) -> Double {
        guard let number = value.number, (0...0x1p64).contains(number) else {
            throw .malformed(
                path, value.line, value.column, "expected a number from 0 to 2^64 for “\(key)”")
        }
        return number
    }

    func flag(_ json: JSONValue, _ key: String) throws(ResultError) -> Bool {
        let value = try member(json, key)
        guard let isTrue = value.isTrue else { throw wrong(value, "true or false for “\(key)”") }
        return isTrue
    }

    private func wrong(_ value: JSONValue, _ expected: String) -> ResultError {
        .malformed(path, value.line, value.column, "expected \(expected) (got \(value.kind))")
    }
}
