import AppLock
import Devices
import Scenarios
import YAML

/// A step's `expect`.
extension Decoder {
    private static let expectKeys = [
        "locked", "covered", "foreground", "running", "content_visible", "interactive", "top",
        "key", "responder", "windows", "visible", "all_windows", "levels", "stack", "prompts",
        "prompt_generation", "locks", "unlocks", "idle_fires", "attempts", "limit_actions",
        "snapshots", "entries", "notified", "observed", "status_bar_visible", "timers", "exposure",
    ]

    func expectation(_ node: Node) -> Expectation? {
        guard let fields = fields(node, "expect", keys: Decoder.expectKeys) else { return nil }
        var expectation = Expectation(position: position(node.mark))
        flags(fields, &expectation)
        windows(fields, &expectation)
        counts(fields, &expectation)
        lists(fields, &expectation)
        expectation.exposure = fields["exposure"].flatMap(spanLimit)
        return expectation
    }

    private func flags(_ fields: Fields, _ expectation: inout Expectation) {
        expectation.locked = fields["locked"].flatMap(bool)
        expectation.covered = fields["covered"].flatMap(bool)
        expectation.foreground = fields["foreground"].flatMap(bool)
        expectation.running = fields["running"].flatMap(bool)
        expectation.contentVisible = fields["content_visible"].flatMap(bool)
        expectation.interactive = fields["interactive"].flatMap(bool)
        expectation.statusBarVisible = fields["status_bar_visible"].flatMap(bool)
    }

    private func windows(_ fields: Fields, _ expectation: inout Expectation) {
        expectation.top = fields["top"].flatMap(windowOrNone)
        expectation.key = fields["key"].flatMap(windowOrNone)
        expectation.responder = fields["responder"].flatMap(responderOrNone)
        expectation.windows = fields["windows"].flatMap(windowList)
        expectation.visible = fields["visible"].flatMap(windowList)
        expectation.allWindows = fields["all_windows"].flatMap(windowList)
        expectation.levels = fields["levels"].flatMap(levels)
    }

    private func counts(_ fields: Fields, _ expectation: inout Expectation) {
        expectation.prompts = fields["prompts"].flatMap(count)
        expectation.promptGeneration = fields["prompt_generation"].flatMap(count)
        expectation.locks = fields["locks"].flatMap(count)
        expectation.unlocks = fields["unlocks"].flatMap(count)
        expectation.idleFires = fields["idle_fires"].flatMap(count)
        expectation.attempts = fields["attempts"].flatMap(count)
        expectation.limitActions = fields["limit_actions"].flatMap(count)
        if let node = fields["snapshots"],
            let snapshots = self.fields(node, "snapshots", keys: ["taken", "leaked"])
        {
            expectation.snapshotsTaken = snapshots["taken"].flatMap(count)
            expectation.snapshotsLeaked = snapshots["leaked"].flatMap(count)
        }
        if let node = fields["timers"],
            let timers = self.fields(node, "timers", keys: ["pending"])
        {
            expectation.timersPending = timers["pending"].flatMap(count)
        }
    }

    private func lists(_ fields: Fields, _ expectation: inout Expectation) {
        expectation.stack = fields["stack"].flatMap(nameList)
        expectation.notified = fields["notified"].flatMap(nameList)
        let notifications = LifecycleNotification.allCases.map { (word: $0.rawValue, value: $0) }
        expectation.observed = fields["observed"].flatMap { items($0, "notifications") }
            .flatMap { all($0) { choice($0, notifications) } }
        if let node = fields["entries"],
            let entries = self.fields(node, "entries", keys: ["queued", "delivered"])
        {
            expectation.entriesQueued = entries["queued"].flatMap(nameList)
            expectation.entriesDelivered = entries["delivered"].flatMap(nameList)
        }
    }

    private func windowOrNone(_ node: Node) -> Name? {
        node.isNull ? Name.none : knownName(node)
    }

    private func responderOrNone(_ node: Node) -> Name? {
        if node.isNull { return Name.none }
        guard let name = name(node) else { return nil }
        references.useResponder(name, at: node.mark)
        return name
    }

    private func windowList(_ node: Node) -> [Name]? {
        guard let items = items(node, "window ids") else { return nil }
        return all(items, knownName)
    }

    private func levels(_ node: Node) -> [Expectation.Level]? {
        guard case .mapping(let entries) = node.content else {
            expected("a map of window ids to levels", node)
            return nil
        }
        let levels = entries.compactMap { entry -> Expectation.Level? in
            let key = Node(.scalar(.init(text: entry.key, isPlain: false)), at: entry.keyMark)
            let (window, level) = (knownName(key), level(entry.value))
            guard let window, let level else { return nil }
            return Expectation.Level(window: window, level: level)
        }
        return levels.count == entries.count ? levels : nil
    }
}
