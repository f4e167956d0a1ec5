/// A film as the page's player wants it.
extension Film {
    func write(into json: inout JSONWriter) {
        json.object { json in
            json.field("rule", rule)
            json.field("session", session)
            json.field("at", at)
            json.field("note", note)
            json.key("steps")
            json.array { json in
                for step in steps { json.object { step.write(into: &$0) } }
            }
        }
    }
}

extension Film.Step {
    fileprivate func write(into json: inout JSONWriter) {
        json.field("at", at)
        json.field("kind", kind.rawValue)
        json.field("title", title)
        json.texts("answers", answers)
        json.field("continuous", continuous)
        json.field("uptime", uptime)
        // Beyond what a number of a browser holds exactly.
        json.field("wall", String(wall))
        json.field("boot", bootID)
        json.texts("states", states)
        json.key("timers")
        json.array { json in
            for timer in timers {
                json.object { json in
                    json.field("kind", timer.kind)
                    json.field("generation", timer.generation)
                    json.field("deadline", timer.deadline)
                }
            }
        }
        json.key("scenes")
        json.array { json in
            for scene in scenes { json.object { scene.write(into: &$0) } }
        }
    }
}

extension Film.SceneView {
    fileprivate func write(into json: inout JSONWriter) {
        json.field("name", name)
        json.field("state", state)
        json.field("responder", responder)
        json.field("locked", isLocked)
        json.field("covered", isCovered)
        json.field("exposed", isExposed)
        json.key("windows")
        json.array { json in
            for window in windows {
                json.object { json in
                    json.field("id", window.id)
                    json.field("role", window.role)
                    json.field("level", Int(window.level))
                    json.field("hidden", window.isHidden)
                    json.field("key", window.isKey)
                    json.field("sensitive", window.isSensitive)
                    json.field("transparent", window.isTransparent)
                    json.texts("content", window.content)
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func texts(_ name: String, _ texts: [String]) {
        key(name)
        array { json in texts.forEach { json.value($0) } }
    }
}
