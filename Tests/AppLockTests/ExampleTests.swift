import AppLock
import Chronology
import Foundation
import Testing

// README: begin
/// The app's side: hands events on, and does what it is told, in order.
struct LockHost {
    let policy: LockPolicy
    var engine = LockEngine()
    var showsLock = false
    var prompt: UInt32?
    var stored: StoredState?
    private var commands = CommandBuffer()

    init(policy: LockPolicy) { self.policy = policy }

    mutating func hear(_ event: LockEvent, at readings: ClockReadings) {
        commands.removeAll()
        engine.handle(event, at: readings, under: policy, into: &commands)
        for index in 0..<commands.count {
            switch commands[index] {
            case .raiseLock: showsLock = true  // your lock, above every other window
            case .dropLock: showsLock = false
            case .prompt(let generation): prompt = generation  // ask; answer with this number
            case .cancelPrompt: prompt = nil
            case .persist(let state): stored = state  // written down before this returns
            default: break  // covers, timers, overlays, entries: see LockCommand
            }
        }
    }
}

/// Five minutes away lock, whatever the wall clock says.
func lockAfterFiveMinutes() -> LockHost {
    var policy = LockPolicy()
    policy.backgroundLock.after = .after(.minutes(5))
    var host = LockHost(policy: policy)
    host.hear(.didFinishLaunching(stored: nil, loggedIn: true), at: seconds(0))
    host.hear(.willEnterForeground(.first), at: seconds(0))
    host.hear(.didBecomeActive(.first), at: seconds(0))
    host.hear(.authentication(.success, .biometric, generation: host.prompt!), at: seconds(2))
    host.hear(.willResignActive(.first), at: seconds(10))
    host.hear(.didEnterBackground(.first), at: seconds(10))
    host.hear(.willEnterForeground(.first), at: seconds(310))
    return host
}

func seconds(_ count: UInt64) -> ClockReadings {
    ClockReadings(
        continuous: Instant(nanoseconds: count * 1_000_000_000),
        uptime: Instant(nanoseconds: count * 1_000_000_000),
        wallNanoseconds: 0, bootID: 1)
}
// README: end

/// What README shows is what is compiled and run here.
@Suite struct ExampleTests {
    @Test func theExampleOfTheReadmeLocks() {
        let host = lockAfterFiveMinutes()
        #expect(host.showsLock)
        #expect(host.stored?.isLatched == true)
    }

    @Test func theReadmeShowsThisExample() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(
            contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
        let example = try #require(
            source.components(separatedBy: "// README: begin\n").last?
                .components(separatedBy: "// README: end").first)
        #expect(readme.contains(example), "README.md shows another example")
    }
}
