import Linux

/// What one process used in one second of a run.
public struct ProcessUseSample: Hashable, Sendable {
    public var role: ProcessUse.Role
    public var index: Int
    /// Counted from 0, from the start of the run.
    public var second: Int
    public var cpuNanoseconds: UInt64
    /// The time it was used in, about a second.
    public var wallNanoseconds: UInt64
    public var residentByteCount: UInt64
}

/// Looks at every process of a run once a second, from outside: the load doesn't feel it.
struct ProcessSampler {
    /// Of runs that last longer and have more processes, the first ones: 24 MB.
    static let sampleBound = 400_000

    private struct Watched {
        var role: ProcessUse.Role
        var index: Int
        var processID: Int32
        var cpu: UInt64 = 0
    }

    private(set) var samples: [ProcessUseSample] = []
    private var watched: [Watched] = []
    private var lookedAt: UInt64 = 0

    mutating func begin(_ children: [Child], at now: UInt64) {
        watched = [Watched(role: .driver, index: 0, processID: processID)]
        for child in children {
            guard let id = child.processID else { continue }
            watched.append(Watched(role: child.role, index: child.index, processID: id))
        }
        for place in watched.indices {
            watched[place].cpu = ProcessUsage(of: watched[place].processID)?.cpuNanoseconds ?? 0
        }
        lookedAt = now
    }

    mutating func look(second: Int, at now: UInt64) {
        let wall = max(now - min(lookedAt, now), 1)
        lookedAt = now
        for place in watched.indices where samples.count < Self.sampleBound {
            guard let usage = ProcessUsage(of: watched[place].processID) else { continue }
            samples.append(
                ProcessUseSample(
                    role: watched[place].role, index: watched[place].index, second: second,
                    cpuNanoseconds: usage.cpuNanoseconds
                        - min(watched[place].cpu, usage.cpuNanoseconds),
                    wallNanoseconds: wall, residentByteCount: usage.residentByteCount))
            watched[place].cpu = usage.cpuNanoseconds
        }
    }
}
