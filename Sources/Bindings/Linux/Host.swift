internal import CLinux
internal import Glibc

/// What a result says of the machine it was measured on. Nil where the host doesn't tell.
public struct Host: Hashable, Sendable {
    public var processorModel: String?
    /// Processors of the host that are on.
    public var processorCount: Int
    /// Processors this process may use.
    public var allowedProcessorCount: Int
    public var kernelRelease: String?
    public var clockSource: String?
    public var governor: String?
    /// Over 1, 5 and 15 minutes, in hundredths.
    public var loadHundredths: [Int]
    public var memoryByteCount: UInt64?
    public var availableMemoryByteCount: UInt64?

    public init(
        processorModel: String? = nil, processorCount: Int, allowedProcessorCount: Int,
        kernelRelease: String? = nil, clockSource: String? = nil, governor: String? = nil,
        loadHundredths: [Int] = [], memoryByteCount: UInt64? = nil,
        availableMemoryByteCount: UInt64? = nil
    ) {
        self.processorModel = processorModel
        self.processorCount = processorCount
        self.allowedProcessorCount = allowedProcessorCount
        self.kernelRelease = kernelRelease
        self.clockSource = clockSource
        self.governor = governor
        self.loadHundredths = loadHundredths
        self.memoryByteCount = memoryByteCount
        self.availableMemoryByteCount = availableMemoryByteCount
    }

    public static func current() -> Host {
        let devices = "/sys/devices/system"
        let memory = line("/proc/meminfo").map(memoryFields) ?? [:]
        let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let allowed = Int(clinux_allowed_processors())
        return Host(
            processorModel: processorModel(),
            processorCount: max(1, online),
            allowedProcessorCount: allowed > 0 ? allowed : max(1, online),
            kernelRelease: line("/proc/sys/kernel/osrelease"),
            clockSource: line("\(devices)/clocksource/clocksource0/current_clocksource"),
            governor: line("\(devices)/cpu/cpu0/cpufreq/scaling_governor"),
            loadHundredths: line("/proc/loadavg").map(loads) ?? [],
            memoryByteCount: memory["MemTotal"],
            availableMemoryByteCount: memory["MemAvailable"])
    }

    /// The first value in `/proc/cpuinfo` that names the processor.
    private static func processorModel() -> String? {
        guard let text = line("/proc/cpuinfo") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }

    private static func memoryFields(_ text: String) -> [String: UInt64] {
        var fields: [String: UInt64] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 2, let kibibytes = UInt64(words[1]) else { continue }
            fields[String(words[0].dropLast())] = kibibytes * 1024
        }
        return fields
    }

    private static func loads(_ text: String) -> [Int] {
        text.split(separator: " ").prefix(3).compactMap { word in
            let parts = word.split(separator: ".")
            guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
            guard let whole = Int(parts[0]), let hundredths = Int(parts[1]) else { return nil }
            return whole * 100 + hundredths
        }
    }

    private static func line(_ path: String) -> String? {
        guard var text = try? readText(path) else { return nil }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
