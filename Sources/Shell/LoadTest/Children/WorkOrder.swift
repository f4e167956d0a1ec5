import AppLock
import Chronology
import Devices
import ScenarioFiles
import Scenarios
import TimerQueues
import Wire

/// What the driver tells a child to do: the scenario's own bytes, so that a file that changes
/// meanwhile changes nothing, and this child's place among its kind.
struct WorkOrder {
    var role: Hello.Role
    var index: UInt64
    /// Workers of the run.
    var count: UInt64
    /// Streams of an engine process, one for each worker it serves, from `index` on in steps of
    /// this.
    var engines: UInt64
    var isLive: Bool
    var isInline: Bool
    var seed: UInt64
    var timeScale: UInt64
    var queue: QueueKind
    var wake: WakeKind
    var path: String
    var bytes: [UInt8]
    var overrides: [String]

    func encode() -> [UInt8] {
        var out: [UInt8] = []
        for number in [
            UInt64(role.rawValue), index, count, engines, isLive ? 1 : 0, isInline ? 1 : 0, seed,
            timeScale,
        ] { out.append(number) }
        out.append(queue.rawValue)
        out.append(wake.rawValue)
        out.append(path)
        out.append(bytes)
        out.append(UInt64(overrides.count))
        for text in overrides { out.append(text) }
        return out
    }

    init(decoding whole: [UInt8]) throws(MalformedBytes) {
        var bytes = whole[...]
        guard let role = Hello.Role(rawValue: UInt8(clamping: try bytes.takeNumber())) else {
            throw MalformedBytes()
        }
        self.role = role
        index = try bytes.takeNumber()
        count = try bytes.takeNumber()
        engines = try bytes.takeNumber()
        isLive = try bytes.takeNumber() == 1
        isInline = try bytes.takeNumber() == 1
        seed = try bytes.takeNumber()
        timeScale = try bytes.takeNumber()
        guard let queue = QueueKind(rawValue: try bytes.takeText()),
            let wake = WakeKind(rawValue: try bytes.takeText()), count > 0, engines > 0,
            timeScale > 0
        else { throw MalformedBytes() }
        self.queue = queue
        self.wake = wake
        path = try bytes.takeText()
        self.bytes = try bytes.takeBytes()
        overrides = []
        for _ in 0..<(try bytes.takeNumber()) { overrides.append(try bytes.takeText()) }
    }

    init(
        role: Hello.Role, index: UInt64, count: UInt64, engines: UInt64, isLive: Bool,
        isInline: Bool, seed: UInt64, timeScale: UInt64, queue: QueueKind, wake: WakeKind,
        path: String, bytes: [UInt8], overrides: [String]
    ) {
        self.role = role
        self.index = index
        self.count = count
        self.engines = engines
        self.isLive = isLive
        self.isInline = isInline
        self.seed = seed
        self.timeScale = timeScale
        self.queue = queue
        self.wake = wake
        self.path = path
        self.bytes = bytes
        self.overrides = overrides
    }

    /// Read again from the bytes, with what the driver decided put over it.
    func scenario() throws(LoadError) -> Scenario {
        let loader = ScenarioLoader.knowingAllQueues(overrides)
        var scenario = try loader.load(bytes: bytes, path: path)
        scenario.seed = seed
        if isLive { scenario.prepareForLive(scale: TimeScale(timeScale), isInline: isInline) }
        return scenario
    }
}

extension ScenarioLoader {
    static func knowingAllQueues(_ overrides: [String]) -> ScenarioLoader {
        var settings = LoaderSettings()
        settings.queues = QueueKind.allCases.map(\.rawValue)
        settings.wakes = WakeKind.allCases.map(\.rawValue)
        return ScenarioLoader(settings: settings, overrides: overrides.map { Override($0) })
    }
}

extension Scenario {
    /// What takes no time in virtual mode takes some where answers come from elsewhere.
    mutating func prepareForLive(scale: TimeScale, isInline: Bool) {
        if device.snapshotDelay == nil && !isInline {
            device.snapshotDelay = .init(nanoseconds: scale.model(ofReal: 50_000_000))
        }
    }
}
