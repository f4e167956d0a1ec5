import AppLock
import Scenarios
import YAML

/// Names of windows, overlays, scenes and fields, held against what the steps of the file make.
///
/// Order doesn't matter here: whether a window is there at that moment is for the run to find out.
struct ReferenceCheck {
    private enum Kind { case window, responder }

    private var made: Set<Name> = [.main, .lock, .cover, .login, .keyboard, .systemWindow]
    private var fields: Set<Name> = []
    private var makers: [Name] = [.main, .lock, .cover, .login, .keyboard]
    private var uses: [(kind: Kind, name: Name, mark: Mark)] = []

    /// A step creates this window, overlay or scene.
    mutating func make(_ name: Name) {
        if made.insert(name).inserted { makers.append(name) }
    }

    mutating func makeField(_ name: Name) {
        if fields.insert(name).inserted { makers.append(name) }
    }

    mutating func use(_ name: Name, at mark: Mark) { uses.append((.window, name, mark)) }

    mutating func useResponder(_ name: Name, at mark: Mark) {
        uses.append((.responder, name, mark))
    }

    func check(_ decoder: Decoder) {
        for (kind, name, mark) in uses where name != .none && !made.contains(name) {
            if kind == .responder && fields.contains(name) { continue }
            let text = decoder.names[name]
            if text.contains("/") { continue }
            let nearest = Nearest.word(to: text, in: makers.map { decoder.names[$0] })
            let hint = nearest.map { "; did you mean “\($0)”?" } ?? ""
            decoder.report(
                "expected a name that a step of this file makes (got \(quoted(text)))\(hint)",
                at: mark)
        }
    }
}
