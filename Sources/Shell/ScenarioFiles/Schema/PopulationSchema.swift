import AppLock
import Devices
import Scenarios

/// The `population` block.
extension Schema {
    static let population = map([
        key("sessions", whole(1, 1_000_000_000), "How many apps on as many phones."),
        key("duration", reference("positive_duration"), "Of model time."),
        key("warmup", reference("duration"), "Left out of the statistics."),
        key(
            "workers", any(words(["auto"]), whole(1, 4_096)),
            "Processes that hold the sessions; auto: one a core."),
        key("load", list(loadSegment), "How many sessions live when; all by default."),
        key("behaviour", list(behaviour, least: 1), "Kinds of people."),
        key("trace", reference("name"), "A file of recorded events in place of behaviours."),
        key("time_scale", positiveNumber(upTo: "1000000"), "Live: so many times the clock's pace."),
        key("faults", list(fault), "What goes wrong besides."),
    ])
    .with("oneOf", .list([.schema(requiring("behaviour", "sessions", "duration")), traced]))

    /// A trace has its own load and faults.
    private static let traced: Value = {
        let others = Schema().with("load", .flag(false)).with("faults", .flag(false))
        return .schema(requiring("trace").with("properties", .schema(others)))
    }()

    private static let loadSegment = one(of: [
        key(
            "ramp",
            map(
                [
                    key("to", reference("load"), "Of all sessions."),
                    key("over", reference("duration"), "How long it takes."),
                    key("shape", cases(LoadSegment.Shape.self), "Of the ramp."),
                ], required: ["to", "over"]), "From what it was to a share."),
        key("hold", reference("duration"), "Stays as it is."),
        key(
            "spike",
            map(
                [
                    key("to", reference("load"), "Of all sessions."),
                    key("over", reference("duration"), "How long the way up takes."),
                    key("hold", reference("duration"), "How long it stays."),
                ], required: ["to", "over", "hold"]), "Up, and back again."),
        key(
            "arrivals",
            map(
                [
                    key("rate", reference("rate"), "Of new sessions."),
                    key("over", reference("duration"), "How long."),
                ], required: ["rate", "over"]), "New sessions, each living once."),
    ])

    // MARK: Behaviour

    private static let weight = number("0", "1000000")

    private static let behaviour = map(
        [
            key("name", reference("name"), "No other behaviour has it."),
            key("weight", weight, "Relative to the others; 1 by default."),
            key("foreground", reference("distribution"), "How long the app is in front."),
            key("background", reference("distribution"), "How long it is away."),
            key("touches", touches, "How often the screen is touched."),
            key("keys", reference("rate"), "How often a key is pressed."),
            key("interruptions", interruptions, "What takes activity away for a moment."),
            key(
                "overlays",
                map(
                    OverlayKind.allCases.map {
                        key("\($0)", reference("rate"), "How often one is shown.")
                    }), "Windows over the content."),
            key("authentication", authentication, "How prompts are answered."),
            key("entries", reference("rate"), "Deep links, notifications and the like."),
        ], required: ["name", "foreground", "background"])

    private static let touches = any(
        reference("rate"),
        map(
            [
                key("rate", reference("rate"), "Of touches, not of bursts."),
                key(
                    "burst",
                    map(
                        [
                            key("length", whole(1, 10_000), "Touches."),
                            key("gap", reference("duration"), "Between two."),
                        ], required: ["length", "gap"]), "Several in a row."),
                key("multi_touch", reference("share"), "Made with several fingers."),
            ], required: ["rate"]))

    private static let interruptions = any(
        reference("rate"),
        map(
            [
                key("rate", reference("rate"), "Of all kinds."),
                key("kinds", weights(Interruption.self), "Weights of the kinds."),
            ], required: ["rate"]))

    private static let authentication = map([
        key("success", reference("share"), "Of the answers."),
        key("takes", reference("distribution"), "From the prompt to the answer."),
        key("methods", weights(AuthenticationMethod.self), "Weights of the methods."),
    ])

    private static func weights<T: CaseIterable>(_: T.Type) -> Schema {
        map(T.allCases.map { key(snakeCase("\($0)"), weight, "Its weight.") })
            .with("minProperties", .number("1"))
    }

    // MARK: Faults

    private static let shareAlone = map(
        [key("share", reference("share"), "Of the periods in background.")], required: ["share"])

    private static let fault = one(of: [
        key(
            "wall_clock",
            map(
                [
                    key(
                        "shift", list(reference("shift"), least: 2, most: 2),
                        "[furthest back, furthest on]."),
                    key("share", reference("share"), "Of the periods in background."),
                ], required: ["shift", "share"]), "Somebody sets the wall clock."),
        key("device_sleep", shareAlone, "The device sleeps: uptime stands still."),
        key("kill", shareAlone, "The app is killed in the background."),
        key(
            "reboot", map([key("rate", reference("rate"), "How often.")], required: ["rate"]),
            "The device starts anew."),
        key("events", eventFaults, "Events lost, doubled or late."),
        key(
            "worker",
            map(
                [
                    key("kill", whole(1, 4_096), "How many."),
                    key("at", reference("duration"), "When."),
                ], required: ["kill", "at"]), "Live: a worker's process is killed."),
        key(
            "engine",
            map(
                [
                    key("pause", reference("duration"), "How long."),
                    key("at", reference("duration"), "When."),
                ], required: ["pause", "at"]), "Live: an engine's process stands still."),
    ])

    private static let eventFaults = map([
        key("drop", reference("share"), "Lost: input and entries alone."),
        key("duplicate", reference("share"), "Told twice."),
        key("delay", reference("distribution"), "How late; beside share."),
        key("share", reference("share"), "Told late; beside delay."),
    ]).with(
        "dependentRequired",
        .schema(
            Schema().with("delay", .list([.text("share")]))
                .with("share", .list([.text("delay")]))))
}
