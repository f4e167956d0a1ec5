import AppLock
import Scenarios

/// The `engine` block: a preset, and policy fields over it.
extension Schema {
    static let engine = map(
        [
            key(
                "preset", words(Preset.allCases.map(\.rawValue)),
                "An engine by name; fields beside it replace its own."),
            key(
                "placement", cases(EngineChoice.Placement.self),
                "Live: in the worker, in a process of its own, or someone else's."),
            key(
                "command", list(reference("name")), "Placement external: what to start."),
        ] + policy)

    private static let policy = [
        key("background_lock", backgroundLock, "The lock after an absence."),
        key("clock", cases(LockPolicy.Clock.self), "What absences are measured by."),
        key("anchor", cases(LockPolicy.AnchorPoint.self), "The moment an absence counts from."),
        key(
            "anchor_renewed_while_locked", bool, "Whether leaving while locked starts anew."),
        key("cold_start", cases(LockPolicy.ColdStart.self), "How a new process starts."),
        key("login_at_launch", bool, "Whether a launch without a login shows the login window."),
        key(
            "presentation",
            any(
                words(["root_swap", "subview"]),
                map([key("window", reference("level"), "Its level.")], required: ["window"])),
            "How the lock is shown: a window at a level, the root swapped, a subview."),
        key("dismissal", cases(LockPolicy.Dismissal.self), "How a lock window goes."),
        key("cover", cover, "What hides the content in the app switcher."),
        key("idle", idle, "What happens after a time without input."),
        key("auth", authentication, "Prompts and attempts."),
        key(
            "entries", cases(LockPolicy.Entries.self),
            "Whether deep links and the like wait behind the lock."),
    ]

    private static let backgroundLock = map([
        key("after", any(words(["never", "immediately"]), reference("duration")), "The grace."),
        key("compare", cases(LockPolicy.Comparison.self), "At the grace, or past it."),
        key("resolution", cases(LockPolicy.Resolution.self), "Exact, or whole seconds."),
    ])

    private static let cover = map([
        key("when", cases(LockPolicy.Cover.When.self), "When it goes up."),
        key("presentation", cases(LockPolicy.Cover.Presentation.self), "A window or a controller."),
        key("animated", bool, "Whether it fades in."),
        key("drop_animated", bool, "Whether it fades out."),
        key("drop_when", cases(LockPolicy.Cover.DropWhen.self), "When it comes down."),
    ])

    private static let idle = map([
        key("after", any(words(["never"]), reference("duration")), "How long without input."),
        key("action", cases(LockPolicy.IdleAction.self), "What is done then."),
        key("notification", reference("name"), "What action notify posts."),
        key("counts", cases(LockPolicy.Idle.Counts.self), "What counts as input."),
        key("starts", cases(LockPolicy.Idle.Starts.self), "When the first countdown starts."),
        key("touches", cases(LockPolicy.Idle.Touches.self), "When a touch starts it again."),
        key("run_loop_mode", cases(LockPolicy.Idle.RunLoopMode.self), "Of the timer."),
    ])

    private static let authentication = map([
        key(
            "generations", cases(LockPolicy.Authentication.Generations.self),
            "Whether answers to old prompts are refused."),
        key(
            "max_attempts", any(words(["none"]), whole(1, UInt64(UInt16.max))),
            "Failures until limit_action."),
        key(
            "backoff",
            any(
                words(["none"]),
                map(
                    [
                        key("base", positiveNumber(upTo: "1000"), "The n-th waits base^n seconds."),
                        key("from", whole(1, UInt64(UInt16.max)), "The first failure that waits."),
                    ], required: ["base", "from"])), "Waiting after failures."),
        key("limit_action", cases(LockPolicy.LimitAction.self), "After too many failures."),
    ])
}
