import AppLock
import Scenarios
import YAML

/// One field of the file put over a preset's.
typealias PolicyChange = (inout LockPolicy) -> Void

/// The `engine` block.
extension Decoder {
    func engine(_ node: Node) -> EngineChoice? {
        let own = ["preset", "placement", "command"]
        guard let fields = fields(node, "engine", keys: own + Decoder.policyKeys) else {
            return nil
        }
        var engine = EngineChoice()
        let presets = Preset.allCases.map { (word: $0.rawValue, value: $0) }
        engine.preset = fields["preset"].flatMap { choice($0, presets) } ?? .hardened
        engine.policy = engine.preset.policy
        engine.ownerPolicy = engine.preset.ownerPolicy
        for change in policy(fields) {
            change(&engine.policy)
            change(&engine.ownerPolicy)
        }
        if let node = fields["placement"] {
            engine.placement = choice(node) ?? engine.placement
            if engine.placement == .external { notYet("placement external", at: node.mark) }
        }
        if let node = fields["command"] {
            let words = items(node, "words") ?? []
            engine.command = all(words) { text($0, "a word of the command") } ?? []
            notYet("an engine's command", at: fields.keyMark("command") ?? node.mark)
        }
        return engine
    }

    static let policyKeys = [
        "background_lock", "clock", "anchor", "anchor_renewed_while_locked", "cold_start",
        "login_at_launch", "presentation", "dismissal", "cover", "idle", "auth", "entries",
    ]

    private func policy(_ fields: Fields) -> [PolicyChange] {
        var changes: [PolicyChange] = []
        change(fields["clock"], choice, \.clock, &changes)
        change(fields["anchor"], choice, \.anchor, &changes)
        change(
            fields["anchor_renewed_while_locked"], bool, \.anchorRenewedWhileLocked, &changes)
        change(fields["cold_start"], choice, \.coldStart, &changes)
        change(fields["login_at_launch"], bool, \.loginAtLaunch, &changes)
        change(fields["presentation"], presentation, \.presentation, &changes)
        change(fields["dismissal"], choice, \.dismissal, &changes)
        change(fields["entries"], choice, \.entries, &changes)
        if let node = fields["background_lock"] { backgroundLock(node, &changes) }
        if let node = fields["cover"] { cover(node, &changes) }
        if let node = fields["idle"] { idle(node, &changes) }
        if let node = fields["auth"] { authentication(node, &changes) }
        return changes
    }

    private func change<T>(
        _ node: Node?, _ read: (Node) -> T?, _ field: WritableKeyPath<LockPolicy, T>,
        _ changes: inout [PolicyChange]
    ) {
        guard let value = node.flatMap(read) else { return }
        changes.append { $0[keyPath: field] = value }
    }

    private func presentation(_ node: Node) -> LockPolicy.Presentation? {
        guard case .mapping = node.content else {
            let words: [(word: String, value: LockPolicy.Presentation?)] = [
                ("{window: LEVEL}", nil), ("root_swap", .rootSwap), ("subview", .subview),
            ]
            return choice(node, words) ?? nil
        }
        let fields = fields(node, "presentation", keys: ["window"], required: ["window"])
        return fields?["window"].flatMap(level).map { .window(level: $0) }
    }

    private func backgroundLock(_ node: Node, _ changes: inout [PolicyChange]) {
        let keys = ["after", "compare", "resolution"]
        guard let fields = fields(node, "background_lock", keys: keys) else { return }
        change(
            fields["after"], { grace($0, allowsImmediately: true) }, \.backgroundLock.after,
            &changes)
        change(fields["compare"], choice, \.backgroundLock.compare, &changes)
        change(fields["resolution"], choice, \.backgroundLock.resolution, &changes)
    }

    private func cover(_ node: Node, _ changes: inout [PolicyChange]) {
        let keys = ["when", "presentation", "animated", "drop_animated", "drop_when"]
        guard let fields = fields(node, "cover", keys: keys) else { return }
        change(fields["when"], choice, \.cover.when, &changes)
        change(fields["presentation"], choice, \.cover.presentation, &changes)
        change(fields["animated"], bool, \.cover.animated, &changes)
        change(fields["drop_animated"], bool, \.cover.dropAnimated, &changes)
        change(fields["drop_when"], choice, \.cover.dropWhen, &changes)
    }

    private func idle(_ node: Node, _ changes: inout [PolicyChange]) {
        let keys = [
            "after", "action", "notification", "counts", "starts", "touches", "run_loop_mode",
        ]
        guard let fields = fields(node, "idle", keys: keys) else { return }
        change(fields["after"], { grace($0, allowsImmediately: false) }, \.idle.after, &changes)
        change(fields["action"], choice, \.idle.action, &changes)
        change(fields["notification"], name, \.idle.notification, &changes)
        change(fields["counts"], choice, \.idle.counts, &changes)
        change(fields["starts"], choice, \.idle.starts, &changes)
        change(fields["touches"], choice, \.idle.touches, &changes)
        change(fields["run_loop_mode"], choice, \.idle.runLoopMode, &changes)
    }

    private func authentication(_ node: Node, _ changes: inout [PolicyChange]) {
        let keys = ["generations", "max_attempts", "backoff", "limit_action"]
        guard let fields = fields(node, "auth", keys: keys) else { return }
        change(fields["generations"], choice, \.authentication.generations, &changes)
        change(fields["max_attempts"], maxAttempts, \.authentication.maxAttempts, &changes)
        change(fields["backoff"], backoff, \.authentication.backoff, &changes)
        change(fields["limit_action"], choice, \.authentication.limitAction, &changes)
    }

    /// `none` for as many as one likes.
    private func maxAttempts(_ node: Node) -> UInt16?? {
        if node.scalar?.text == "none" { return .some(nil) }
        return count(node, "max_attempts, none or a number", 1...UInt64(UInt16.max))
            .map { UInt16($0) }
    }

    private func backoff(_ node: Node) -> LockPolicy.Authentication.Backoff?? {
        if let word = node.scalar {
            if word.text == "none" { return .some(nil) }
            expected("none or {base: 1.5, from: 3}", node)
            return nil
        }
        let keys = ["base", "from"]
        guard let fields = fields(node, "backoff", keys: keys, required: keys),
            let base = fields["base"].flatMap({ number($0, upTo: 1_000) }),
            let from = fields["from"].flatMap({ count($0, "from", 1...UInt64(UInt16.max)) })
        else { return nil }
        guard base.rawValue % 1_000 == 0 else {
            report("expected a base of at most three decimals", at: fields["base"]!.mark)
            return nil
        }
        return .some(.init(baseThousandths: UInt32(base.rawValue / 1_000), from: UInt16(from)))
    }
}
