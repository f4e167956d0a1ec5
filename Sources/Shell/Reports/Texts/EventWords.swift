public import AppLock
public import Scenarios
public import Simulation

/// Events of a trail as a person reads them.
public struct EventWords {
    private let names: NameTable

    public init(_ names: NameTable) { self.names = names }

    /// `12.5s  will resign active`, and below it what the engine answered.
    public func line(_ entry: ScriptRecord.TrailEntry) -> String {
        let event = exactTime(entry.at).leftPadded(to: 12) + "  " + words(entry.event)
        guard !entry.commands.isEmpty else { return event }
        var answers = entry.commands.map { words($0) }
        if entry.leftOut > 0 { answers.append("\(entry.leftOut) more") }
        return event + "\n" + String(repeating: " ", count: 16) + "→ "
            + answers.joined(separator: ", ")
    }

    public func words(_ event: LockEvent) -> String {
        switch event {
        case .didFinishLaunching(let stored, let loggedIn):
            let state = stored == nil ? "nothing stored" : "with stored state"
            return "launched, \(state)" + (loggedIn == false ? ", nobody logged in" : "")
        case .sceneWillConnect(let scene): return "scene will connect" + place(scene)
        case .sceneDidDisconnect(let scene): return "scene did disconnect" + place(scene)
        case .willEnterForeground(let scene): return "will enter foreground" + place(scene)
        case .didBecomeActive(let scene): return "did become active" + place(scene)
        case .willResignActive(let scene): return "will resign active" + place(scene)
        case .didEnterBackground(let scene): return "did enter background" + place(scene)
        case .touches(let scene, let touches):
            let fingers = (0..<Int(touches.count)).map { index in
                "finger \(touches[index].finger) \(touches[index].phase)"
            }
            return fingers.joined(separator: ", ") + place(scene)
        case .key(let scene): return "key" + place(scene)
        case .scroll(let scene): return "scroll" + place(scene)
        case .holdBegan(let name): return "hold \(text(name)) began"
        case .holdEnded(let name): return "hold \(text(name)) ended"
        case .authentication(let result, let method, let generation):
            return "authentication: \(result) by \(method), prompt \(generation)"
        case .entry(let kind, let name): return "entry by \(kind): \(text(name))"
        case .overlayRequested(let kind, let name, let scene):
            return "overlay \(text(name)) (\(kind)) asked for" + place(scene)
        case .overlayDismissed(let name, let scene):
            return "overlay \(text(name)) dismissed" + place(scene)
        case .windowShown(let scene, let name): return "window \(text(name)) shown" + place(scene)
        case .windowHidden(let scene, let name): return "window \(text(name)) hidden" + place(scene)
        case .windowReleased(let scene, let name):
            return "window \(text(name)) released" + place(scene)
        case .wallClockChanged: return "wall clock changed"
        case .protectedDataAvailable(let isAvailable):
            return "protected data " + (isAvailable ? "available" : "unavailable")
        case .manualLock: return "locked by hand"
        case .timerFired(let kind, let generation):
            return "\(kind) timer fired, generation \(generation)"
        }
    }

    /// What people of a population ask for has numbers beyond the scenario's names.
    func text(_ name: Name) -> String {
        Int(name.rawValue) < names.count ? names[name] : "drawn-\(name.rawValue)"
    }

    func place(_ scene: SceneID) -> String {
        scene == .first ? "" : " (scene \(scene.index + 1))"
    }

    func exactTime(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1_000_000_000, places: 9) + "s"
    }
}
