import AppLock
public import Auditing
import Chronology
import Devices
public import Scenarios
public import Simulation
import WindowStacks

/// Steps of a session, put into words.
public struct FilmWords {
    private let words: EventWords

    public init(_ names: NameTable) { words = EventWords(names) }

    /// The steps up to a violation, and the violation as the last.
    public func steps(_ filmed: [FilmStep], to violation: Violation) -> [Film.Step] {
        var steps = filmed.map { step($0) }
        var last = steps.last ?? Film.Step(at: violation.at, kind: .violation, title: "")
        last.kind = .violation
        last.title = "violation: \(violation.rule.rawValue)"
        last.answers = []
        let passed = violation.at - min(last.at, violation.at)
        last.continuous += passed
        // Asleep, uptime stands still.
        if !last.states.contains(Self.asleep) { last.uptime += passed }
        last.wall = last.wall.addingReportingOverflow(Int64(clamping: passed)).partialValue
        last.at = violation.at
        steps.append(last)
        return steps
    }

    public func timeline(_ film: SessionFilm, of session: UInt64) -> SessionTimeline {
        SessionTimeline(
            session: session,
            spans: film.spans.spans.map { span in
                SessionTimeline.Span(kind: span.kind.rawValue, from: span.from, to: span.to)
            })
    }

    private static let asleep = "device asleep"

    func step(_ filmed: FilmStep) -> Film.Step {
        let (kind, title) = heading(filmed.happening)
        var step = Film.Step(at: filmed.at, kind: kind, title: title)
        step.answers = filmed.commands.map { words.words($0) }
        if filmed.leftOut > 0 { step.answers.append("\(filmed.leftOut) more") }
        let frame = filmed.frame
        step.continuous = frame.readings.continuous.nanoseconds
        step.uptime = frame.readings.uptime.nanoseconds
        step.wall = frame.readings.wallNanoseconds
        step.bootID = UInt64(frame.readings.bootID)
        step.states = states(frame)
        step.timers = frame.timers.map { timer in
            Film.PendingTimer(
                kind: "\(timer.kind)", generation: UInt64(timer.generation),
                deadline: timer.deadline)
        }
        step.scenes = frame.scenes.map { scene($0, filmed.happening) }
        return step
    }

    private func heading(_ happening: FilmStep.Happening) -> (Film.Step.Kind, String) {
        switch happening {
        case .event(let event): return (.event, words.words(event))
        case .picture(let scene, let isLeak):
            let place = words.place(scene)
            return isLeak
                ? (.leak, "picture taken, sensitive content on it" + place)
                : (.picture, "picture taken" + place)
        case .deed(.killed): return (.deed, "the system kills the app")
        case .deed(.rebooted): return (.deed, "the device starts anew")
        case .deed(.deviceLocked): return (.deed, "the device is locked")
        case .deed(.deviceUnlocked): return (.deed, "the device is unlocked")
        case .deed(.wallSet): return (.deed, "somebody sets the wall clock")
        }
    }

    private func states(_ frame: SessionFrame) -> [String] {
        var states: [String] = []
        switch frame.process {
        case .notRunning: states.append("app not running")
        case .running: states.append("app running")
        case .suspended: states.append("app suspended")
        }
        if frame.isDeviceLocked { states.append("device locked") }
        if frame.isAsleep { states.append(Self.asleep) }
        if !frame.readings.protectedDataAvailable { states.append("protected data away") }
        if frame.isPromptOut { states.append("prompt \(frame.promptGeneration) out") }
        return states
    }

    private func scene(
        _ shown: SessionFrame.ShownScene, _ happening: FilmStep.Happening
    ) -> Film.SceneView {
        var isOnPicture = false
        if case .picture(shown.id, isLeak: true) = happening { isOnPicture = true }
        return Film.SceneView(
            name: shown.id == .first ? "main" : "scene \(shown.id.index + 1)",
            state: "\(shown.state)",
            responder: shown.responder == .none ? "" : words.text(shown.responder),
            isLocked: shown.isLocked, isCovered: shown.isCovered,
            isExposed: shown.showsSensitiveContent || isOnPicture,
            windows: shown.windows.map { window($0) })
    }

    private func window(_ shown: SessionFrame.ShownWindow) -> Film.WindowView {
        var content = shown.controllers.map { words.text($0) }
        for layer in shown.layers {
            let place = layer.swapsRoot ? "in place of the root" : "inside"
            content.append("\(words.text(layer.id)) (\(layer.role), \(place))")
        }
        return Film.WindowView(
            id: words.text(shown.id), role: "\(shown.role)", level: Int64(shown.level),
            isHidden: shown.isHidden, isKey: shown.isKey, isSensitive: shown.isSensitive,
            isTransparent: shown.isTransparent, belongsToEngine: shown.belongsToEngine,
            content: content)
    }
}
