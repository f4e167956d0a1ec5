import AppLock
import Scenarios
import YAML

/// Names of windows, overlays, scenes and fields, held against what the steps of the file make.
///
/// Order doesn't matter here: whether a window is there at that moment is for the run to find out.
struct ReferenceCheck {
    private enum Kind { case window, responder }

    /// So many names are looked through for the nearest.
    private static let hintBound = 1_000

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
        let words = makers.prefix(ReferenceCheck.hintBound).map { decoder.names[$0] }
        for (kind, name, mark) in uses where name != .none && !made.contains(name) {
            if kind == .responder && fields.contains(name) { continue }
            let text = decoder.names[name]
            if text.contains("/") { continue }
            let hint = decoder.hint(text, in: words)
            decoder.report(
                "expected a name that a step of this file makes (got \(quoted(text)))\(hint)",
                at: mark)
        }
    }
}
