// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// `ls Sources` is the architecture; arrows point one way: locksim → Shell → {Core, Bindings}.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]
let testSettings: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]

/// Pure values: no input or output, clock, C or Foundation.
func core(_ name: String, _ uses: [String] = []) -> Target {
    .target(
        name: name, dependencies: uses.map { .init(stringLiteral: $0) },
        path: "Sources/Core/\(name)", swiftSettings: settings)
}

/// One C library made Swift; knows nothing of locksim.
func binding(_ name: String, _ library: String) -> Target {
    .target(
        name: name, dependencies: [.init(stringLiteral: library)],
        path: "Sources/Bindings/\(name)", swiftSettings: settings)
}

/// Where Core and Bindings meet.
/// `files` become a part of the program.
func shell(
    _ name: String, _ uses: [String], _ more: [SwiftSetting] = [], embedding files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: uses.map { .init(stringLiteral: $0) },
        path: "Sources/Shell/\(name)", resources: files.map { .embedInCode($0) },
        swiftSettings: settings + more)
}

func systemLibrary(_ name: String, _ pkgConfig: String?, _ debian: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Bindings/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([debian])])
}

/// `data`: files that tests read, by path.
func tests(_ name: String, _ uses: [String], data: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: uses.map { .init(stringLiteral: $0) },
        path: "Tests/\(name)", exclude: data, swiftSettings: testSettings)
}

/// Libraries that timers are compared with where their headers are: only `locksim-peers` uses them.
/// `LOCKSIM_WITHOUT=libev,libevent` builds as if they weren't there.
struct Peer {
    let name: String
    let module: String
    let library: String
    let header: String
    let debian: String

    var isThere: Bool {
        let without = Context.environment["LOCKSIM_WITHOUT"] ?? ""
        return !without.split(separator: ",").contains { $0 == name }
            && ["/usr/include", "/usr/local/include"].contains {
                access("\($0)/\(header)", R_OK) == 0
            }
    }
}
/// In the order they are linked in: libev also has functions under libevent's names.
let peers = [
    Peer(
        name: "libevent", module: "Event", library: "event_core", header: "event2/event.h",
        debian: "libevent-dev"),
    Peer(name: "libev", module: "EV", library: "ev", header: "ev.h", debian: "libev-dev"),
].filter(\.isThere)
let peerTargets = peers.flatMap {
    [systemLibrary("C\($0.module)", nil, $0.debian), binding($0.module, "C\($0.module)")]
}
let peerSettings = peers.map { SwiftSetting.define($0.name.uppercased()) }

let package = Package(
    name: "locksim",
    products: [
        .library(name: "AppLock", targets: ["AppLock", "Chronology"]),
        .executable(name: "locksim", targets: ["locksim"]),
        .executable(name: "locksim-peers", targets: ["locksim-peers"]),
    ],
    targets: [
        core("Chronology"),
        core("Chance", ["Chronology"]),
        core("Statistics", ["Chance", "Chronology"]),
        core("TimerQueues", ["Chronology"]),
        core("AppLock", ["Chronology"]),
        core("WindowStacks", ["AppLock"]),
        core("Devices", ["AppLock", "Chronology", "WindowStacks"]),
        core("Auditing", ["AppLock", "Chronology", "Devices", "WindowStacks"]),
        core("Scenarios", ["AppLock", "Chronology", "Devices"]),
        core("Workloads", ["AppLock", "Chance", "Chronology", "Devices", "Scenarios"]),
        core(
            "Simulation",
            [
                "AppLock", "Auditing", "Chance", "Chronology", "Devices", "Scenarios", "Statistics",
                "TimerQueues", "WindowStacks", "Workloads",
            ]),
        core("Wire", ["AppLock", "Chronology"]),
        systemLibrary("CLinux", nil, "libc6-dev"),
        binding("Linux", "CLinux"),
        systemLibrary("CUV", "libuv", "libuv1-dev"),
        binding("UV", "CUV"),
        systemLibrary("CVirtualClock", nil, "libc6-dev"),
        binding("VirtualClock", "CVirtualClock"),
        systemLibrary("CMainQueue", nil, "libc6-dev"),
        binding("MainQueue", "CMainQueue"),
        .target(name: "ClockInterposer", path: "Sources/Bindings/ClockInterposer"),
        systemLibrary("CSQLite", "sqlite3", "libsqlite3-dev"),
        binding("SQLite", "CSQLite"),
        systemLibrary("CYAML", "yaml-0.1", "libyaml-dev"),
        binding("YAML", "CYAML"),
        systemLibrary("CZlib", "zlib", "zlib1g-dev"),
        binding("Zlib", "CZlib"),
        shell(
            "ScenarioFiles",
            ["AppLock", "Chronology", "Devices", "Scenarios", "WindowStacks", "YAML"]),
        shell(
            "Reports",
            [
                "AppLock", "Auditing", "Chance", "Chronology", "Devices", "Linux", "Scenarios",
                "Simulation", "Statistics", "Zlib",
            ],
            embedding: ["base.js", "charts.js", "series.js", "player.js", "page.js", "report.css"]
                .map { "Page/\($0)" }),
        shell(
            "LoadTest",
            [
                "AppLock", "Auditing", "Chronology", "Devices", "Linux", "ScenarioFiles",
                "Scenarios", "Simulation", "Statistics", "TimerQueues", "TimerSubjects", "UV",
                "Wire", "Workloads",
            ]),
        shell(
            "TimerSubjects",
            ["Chance", "Chronology", "Linux", "Statistics", "TimerQueues", "UV", "VirtualClock"],
            peerSettings),
        shell(
            "TimerPeers",
            ["Chronology", "Linux", "MainQueue", "TimerQueues", "TimerSubjects"]
                + peers.map(\.module),
            peerSettings),
        shell(
            "TimerBench",
            [
                "Chance", "Chronology", "Linux", "Reports", "Statistics", "TimerQueues",
                "TimerSubjects", "UV",
            ]),
        shell("Comparing", ["Linux", "Reports", "Scenarios", "Statistics", "UV"]),
        shell(
            "History",
            ["Comparing", "Linux", "Reports", "SQLite", "Scenarios", "Statistics"]),
        .executableTarget(
            name: "locksim",
            dependencies: [
                "AppLock", "Auditing", "Chronology", "Comparing", "Devices", "History", "Linux",
                "LoadTest", "Reports", "ScenarioFiles", "Scenarios", "Simulation", "Statistics",
                "TimerBench", "TimerQueues", "TimerSubjects", "WindowStacks", "Workloads",
            ],
            path: "Sources/locksim",
            resources: ["result", "compare", "history", "bench"].map {
                .embedInCode("Schemas/\($0).schema.json")
            },
            swiftSettings: settings),
        .executableTarget(
            name: "locksim-peers",
            dependencies: [
                "Chronology", "ClockInterposer", "Linux", "LoadTest", "Statistics", "TimerBench",
                "TimerPeers", "TimerQueues", "TimerSubjects",
            ],
            path: "Sources/locksim-peers", swiftSettings: settings,
            linkerSettings: peers.map { .linkedLibrary($0.library) }),
        tests("AppLockTests", ["AppLock", "Chronology"]),
        tests(
            "AuditingTests",
            [
                "AppLock", "Auditing", "Chronology", "Devices", "ScenarioFiles", "Scenarios",
                "Simulation",
            ]),
        tests("ChanceTests", ["Chance", "Chronology"]),
        tests("StatisticsTests", ["Chance", "Chronology", "Statistics"], data: ["Fixtures"]),
        tests("TimerQueuesTests", ["Chronology", "TimerQueues"]),
        tests(
            "SimulationTests",
            [
                "AppLock", "Auditing", "Chronology", "Devices", "ScenarioFiles", "Scenarios",
                "Simulation", "WindowStacks",
            ]),
        tests(
            "ScenariosTests",
            [
                "AppLock", "Auditing", "Chronology", "Devices", "ScenarioFiles", "Scenarios",
                "Simulation", "TimerQueues",
            ]),
        tests("WireTests", ["AppLock", "Chronology", "Wire"]),
        tests("LinuxTests", ["Linux"]),
        tests("UVTests", ["Linux", "UV"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("YAMLTests", ["YAML"]),
        tests("ZlibTests", ["Zlib"]),
        tests(
            "ScenarioFilesTests",
            ["AppLock", "Chronology", "Devices", "ScenarioFiles", "Scenarios"]),
        tests(
            "ReportsTests",
            [
                "AppLock", "Auditing", "Chronology", "Devices", "Linux", "Reports", "Scenarios",
                "Simulation", "Statistics",
            ]),
        tests("ComparingTests", ["Comparing", "Reports", "Statistics"]),
        tests("HistoryTests", ["Comparing", "History", "Reports", "SQLite", "Statistics"]),
        tests("EndToEndTests", ["locksim"]),
        tests("LoadTestTests", ["Linux", "TimerQueues", "TimerSubjects", "UV", "locksim"]),
        // They start `locksim-peers`, and don't link it: it has a clock of its own.
        tests(
            "TimerSubjectsTests",
            ["Chronology", "Linux", "TimerQueues", "TimerSubjects", "UV"]),
        tests(
            "TimerBenchTests",
            ["Chronology", "Reports", "TimerBench", "TimerQueues", "TimerSubjects"]),
        tests("HouseRulesTests", []),
    ] + peerTargets,
    swiftLanguageModes: [.v6]
)
