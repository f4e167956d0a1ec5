import AppLock
import Chronology
import Devices
import Testing
import WindowStacks

/// S000's demo: who lies where and who is key, on the stack alone and on a device.
@Suite struct WindowOrderTests {
    static let levels: [(tag: UInt16, level: Int32)] = [
        (10, WindowLevel.normal), (100, WindowLevel.normal), (10_000, WindowLevel.alert),
        (1000, WindowLevel.statusBar), (50_000, WindowLevel.alert + 10),
    ]

    private func list(_ stack: WindowStack) -> [UInt16] {
        stack.windows.indices.map { stack.windows[$0].id.rawValue }
    }

    private func makeKeyAndVisible(_ tag: UInt16, _ level: Int32, in stack: inout WindowStack) {
        stack.create(WindowDescription(id: Name(rawValue: tag), level: level))
        if let place = stack.index(of: Name(rawValue: tag)) { stack.show(place) }
        stack.setKey(Name(rawValue: tag))
    }

    @Test func theLastWindowMadeKeyIsKeyAndTheListFollowsLevels() throws {
        var stack = WindowStack()
        for (tag, level) in Self.levels {
            makeKeyAndVisible(tag, level, in: &stack)
            #expect(stack.key.rawValue == tag)
        }
        #expect(list(stack) == [10, 100, 1000, 10_000, 50_000])
        // Released, it passes key to the frontmost, not to the one made key before it.
        stack.release(try #require(stack.index(of: Name(rawValue: 50_000))))
        #expect(stack.key.rawValue == 10_000)
        #expect(list(stack) == [10, 100, 1000, 10_000])
    }

    @Test func atEqualLevelTheOneOrderedFrontLastLiesInFront() throws {
        var stack = WindowStack()
        for tag in UInt16(10)..<13 { makeKeyAndVisible(tag, 0, in: &stack) }
        let first = try #require(stack.index(of: Name(rawValue: 10)))
        stack.setLevel(first, 0)
        stack.setKey(Name(rawValue: 10))
        #expect(list(stack) == [10, 11, 12])
        #expect(stack.key.rawValue == 10)
        stack.orderFront(first)
        #expect(list(stack) == [11, 12, 10])
        stack.setLevel(try #require(stack.index(of: Name(rawValue: 12))), -1)
        #expect(list(stack) == [12, 11, 10])
        stack.setLevel(try #require(stack.index(of: Name(rawValue: 12))), 0)
        #expect(list(stack) == [11, 10, 12])
    }

    @Test func loweringTheKeyWindowDoesNotPassKey() throws {
        var stack = WindowStack()
        for tag in UInt16(10)..<12 { makeKeyAndVisible(tag, 0, in: &stack) }
        stack.setLevel(try #require(stack.index(of: Name(rawValue: 11))), -1)
        #expect(list(stack) == [11, 10])
        #expect(stack.key.rawValue == 11)
        stack.hide(try #require(stack.index(of: Name(rawValue: 11))))
        #expect(stack.key.rawValue == 10)
    }

    @Test func neitherCoversNorHiddenWindowsInheritKey() throws {
        var stack = WindowStack()
        makeKeyAndVisible(10, 0, in: &stack)
        stack.create(WindowDescription(id: .cover, level: 5, role: .cover))
        stack.show(try #require(stack.index(of: .cover)))
        stack.create(WindowDescription(id: Name(rawValue: 11), level: 4))
        makeKeyAndVisible(12, 0, in: &stack)
        stack.hide(try #require(stack.index(of: Name(rawValue: 12))))
        #expect(stack.key.rawValue == 10)
        stack.hide(try #require(stack.index(of: Name(rawValue: 10))))
        #expect(stack.key == .none)
    }

    @Test func windowsPastTheFlatPartKeepTheirOrder() {
        var stack = WindowStack()
        for tag in UInt16(10)..<22 { makeKeyAndVisible(tag, Int32(tag % 3), in: &stack) }
        #expect(list(stack) == [12, 15, 18, 21, 10, 13, 16, 19, 11, 14, 17, 20])
        #expect(stack.key.rawValue == 21)
        for tag in UInt16(12)..<20 {
            if let place = stack.index(of: Name(rawValue: tag)) { stack.release(place) }
        }
        #expect(list(stack) == [21, 10, 11, 20])
        #expect(stack.key.rawValue == 21)
    }

    /// The app's own first window plays window 10, as in the log with the system's window.
    @Test func theDemoComesOutTheSameOnADevice() throws {
        let policy = Preset.s000Window.policy
        let setting = Setting(
            policy: policy, owner: policy, device: DeviceSettings(), seed: 1)
        var play = Play(setting)
        func act(_ action: DeviceAction, at seconds: UInt64) {
            let timed = TimedAction(at: seconds * 1_000_000_000, scene: nil, action: action)
            let isPossible = play.perform(timed)
            #expect(isPossible, "\(action)")
        }
        act(.launch(background: false, loggedIn: nil), at: 0)
        for (tag, level) in Self.levels.dropFirst() {
            act(.createWindow(WindowDescription(id: Name(rawValue: tag), level: level)), at: 0)
            act(.makeKeyAndVisible(Name(rawValue: tag)), at: 0)
        }
        let main = Name.main.rawValue
        #expect(list(play.session.device.first.stack) == [main, 100, 1000, 10_000, 50_000])
        #expect(play.session.device.first.stack.key.rawValue == 50_000)
        act(.home, at: 1)
        act(.open, at: 6)
        #expect(play.session.device.first.stack.key.rawValue == 50_000)
        act(.releaseWindow(Name(rawValue: 50_000)), at: 8)
        #expect(play.session.device.first.stack.key.rawValue == 10_000)
        #expect(play.session.device.first.top.rawValue == 10_000)
        #expect(list(play.session.device.first.stack) == [main, 100, 1000, 10_000])
        play.finish()
        #expect(play.world.log.total == 0)
    }
}
