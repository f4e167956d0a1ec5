import Devices

/// Steps, what they expect, and timer scripts.
extension Schema {
    static let step = map([
        key("at", reference("duration"), "From the start of the script."),
        key("after", reference("duration"), "From the step before."),
        key("scene", reference("name"), "The scene acted on; main by default."),
        key("do", any(reference("action"), list(reference("action"))), "One action, or several."),
        key("expect", reference("expect"), "What must be so once all due by then is handled."),
    ])
    .with("minProperties", .number("1"))
    .with("not", .schema(requiring("at", "after")))

    static let expect = map(flags + windows + counts + lists)

    private static let flags = [
        key("locked", bool, "The lock is up."),
        key("covered", bool, "A cover is raised and not yet dropped."),
        key("foreground", bool, "The scene is in the foreground."),
        key("running", bool, "The app's process is there."),
        key("content_visible", bool, "Sensitive content of the scene can be seen now."),
        key("interactive", bool, "A touch would reach content and nothing of the engine's."),
    ]

    private static let windowOrNone = any(null, reference("name"))

    private static let windows = [
        key("top", windowOrNone, "The topmost window; null for none."),
        key("key", windowOrNone, "The key window; null for none."),
        key("responder", windowOrNone, "First responder: a field or window; null for none."),
        key("windows", list(reference("name")), "All windows, back to front."),
        key("visible", list(reference("name")), "Those shown, back to front."),
        key("all_windows", list(reference("name")), "With the keyboard and the system's."),
        key(
            "levels",
            typed("object").with("additionalProperties", .schema(reference("level"))),
            "Levels by window."),
        key("stack", list(reference("name")), "The main window's controllers, root first."),
    ]

    private static let counts = [
        key("prompts", count, "Prompts so far."),
        key("prompt_generation", count, "The number of the newest prompt."),
        key("locks", count, "Locks raised so far."),
        key("unlocks", count, "Locks opened by authentication so far."),
        key("idle_fires", count, "Idle timeouts so far."),
        key("attempts", count, "Failed attempts that count."),
        key("limit_actions", count, "Actions after too many attempts so far."),
        key(
            "snapshots",
            map([
                key("taken", count, "Each orientation counts."),
                key("leaked", count, "Those that showed what they must not."),
            ]), "Pictures so far."),
        key(
            "timers", map([key("pending", count, "Set and not yet fired.")]), "The engine's timers."
        ),
    ]

    private static let lists = [
        key(
            "entries",
            map([
                key("queued", list(reference("name")), "Waiting behind the lock."),
                key("delivered", list(reference("name")), "Handed on to the app so far."),
            ]), "Ways in from outside."),
        key("notified", list(reference("name")), "What the engine posted so far, in order."),
        key(
            "observed", list(words(LifecycleNotification.allCases.map(\.rawValue))),
            "The system's notifications so far, in order."),
        key("status_bar_visible", bool, "No shown window above level 1000 hides it."),
        key("exposure", durationLimit, "Sensitive content seen past due, in all."),
    ]

    // MARK: Timer scripts

    private static let deadlineKeys = [
        key("id", reference("name"), "The timer's name."),
        key("in", reference("duration"), "From now."),
        key("at", reference("duration"), "From the start."),
    ]
    private static let deadline = map(deadlineKeys, required: ["id"])
        .with("oneOf", .list([.schema(requiring("in")), .schema(requiring("at"))]))

    private static let callbackKeys = [
        key("arm", deadline, "Sets a timer."),
        key("rearm", deadline, "Gives a timer another deadline."),
        key("cancel", reference("name"), "Takes a timer out."),
    ]
    private static let callback = one(of: callbackKeys)

    static let timerStep = one(
        of: callbackKeys + [
            key("advance", reference("duration"), "Time goes on by so much."),
            key("advance_to", reference("duration"), "Time goes on to there."),
            key(
                "on_fire",
                map(
                    [
                        key("id", reference("name"), "The timer."),
                        key("do", any(callback, list(callback)), "What its callback does."),
                    ], required: ["id", "do"]), "What happens when a timer fires."),
            key(
                "repeat",
                map(
                    [
                        key("times", whole(0, 1_000_000_000), "How often."),
                        key(
                            "do", any(reference("timer_step"), list(reference("timer_step"))),
                            "The steps."),
                    ], required: ["times", "do"]), "Steps many times over."),
            key("expect", timerExpect, "What must be so now."),
        ])

    private static let timerExpect = map([
        key("fired", list(reference("name")), "Since the last look, in order."),
        key("pending", count, "Set and not yet fired."),
        key("returned", bool, "What the last rearm or cancel said."),
        key("next", durationLimit, "From now to the next deadline."),
        key("memory_growth", sizeLimit, "Since the script began."),
    ])
}
