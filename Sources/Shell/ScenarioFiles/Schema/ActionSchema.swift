import AppLock
import Devices
import WindowStacks

/// What a step's `do` takes: a word, or a map of one word to its argument.
extension Schema {
    /// Whether an action is named alone, with an argument, or either way.
    private enum Form {
        case bare
        case optional(Schema)
        case needs(Schema)
    }

    /// In the order of the decoder's own list; an action without words here is a bug of ours.
    static let action: Schema = {
        let rows = ActionRule.names.map { name in
            guard let row = actions[name] else {
                preconditionFailure("every action is in the schema; \(name) is not")
            }
            return (name, row.form, row.says)
        }
        let alone = rows.filter { if case .needs = $0.1 { false } else { true } }.map(\.0)
        let keys = rows.map { name, form, says in
            switch form {
            case .bare: key(name, null, says)
            case .optional(let argument): key(name, any(null, argument), says)
            case .needs(let argument): key(name, argument, says)
            }
        }
        return any(words(alone), one(of: keys))
    }()

    private static let actions: [String: (form: Form, says: String)] =
        lifeCycleActions.merging(inputActions) { $1 }.merging(windowActions) { $1 }
        .merging(engineActions) { $1 }

    private static let id = reference("name")
    private static let inWindow = key("in", reference("name"), "A window; the main one by default.")
    private static let name = reference("name")

    private static let lifeCycleActions: [String: (Form, String)] = [
        "launch": (
            .optional(
                map([
                    key("background", bool, "By the system, not seen by anybody."),
                    key("logged_in", bool, "Whether somebody is logged in."),
                ])), "A cold launch into the foreground."
        ),
        "home": (.bare, "Leave to the home screen."),
        "open": (.bare, "Return; launches if the app was killed."),
        "peek": (.bare, "Into the app switcher, still in front."),
        "control_centre": (.bare, "Control centre over the app."),
        "call": (.bare, "A call over the app."),
        "permission_alert": (.bare, "The system asks for a permission."),
        "biometric_sheet": (.bare, "The system's sheet for face or finger."),
        "return": (.bare, "Back from peek, call and the like."),
        "lock_device": (
            .optional(
                map([
                    key("always_on", alwaysOn, "The always-on display, and its ghost activation."),
                    key("asleep", bool, "Uptime stands still; true by default."),
                ])), "The device is locked with the app in front."
        ),
        "unlock_device": (
            .optional(map([key("to", words(["home"]), "Where to.")], required: ["to"])),
            "The device is unlocked, into the app."
        ),
        "swipe_abort": (.bare, "Foreground callback, then background at once."),
        "kill": (.bare, "The app's process ends."),
        "reboot": (
            .optional(map([key("down", reference("duration"), "How long.")], required: ["down"])),
            "The device starts anew: clocks since boot are 0 again."
        ),
        "set_wall": (
            .needs(
                one(of: [
                    key("shift", reference("shift"), "By so much."),
                    key("to", reference("instant"), "To that instant."),
                ])), "Somebody sets the wall clock."
        ),
        "snapshot": (
            .optional(
                map(
                    [key("orientation", cases(Orientation.self), "Of the picture.")],
                    required: ["orientation"])), "A picture beside the system's own."
        ),
        "advance": (.bare, "Nothing: lets time pass to this step."),
    ]

    private static let alwaysOn = any(
        bool,
        map([
            key("ghost", reference("duration"), "From the lock to the ghost activation."),
            key("length", reference("duration"), "How long it lasts."),
        ]))

    private static let inputActions: [String: (Form, String)] = [
        "tap": (
            .optional(
                any(name, map([key("at", points(2), "[x, y] in points.")], required: ["at"]))),
            "A tap; on a window, or at a point."
        ),
        "touch": (
            .needs(any(finger, list(finger, least: 1, most: Touch.fingerBound))),
            "One event of one or several fingers."
        ),
        "scroll": (.bare, "A scroll."),
        "key": (
            .optional(map([key("text", name, "What is typed.")], required: ["text"])), "A key."
        ),
        "tracking": (.needs(bool), "Whether the run loop is in tracking mode."),
        "hold": (.needs(name), "Playback and the like begins: no idle timeout."),
        "release": (.needs(name), "It ends."),
        "dismiss_gesture": (.bare, "Somebody tries to swipe the lock away."),
    ]

    private static let finger = map(
        [
            key("phase", cases(TouchPhase.self), "Of this finger."),
            key("finger", whole(0, 9), "Its number; 1 by default."),
        ], required: ["phase"])

    private static func points(_ count: Int) -> Schema {
        list(whole(-32_768, 32_767), least: count, most: count)
    }

    private static let windowActions: [String: (Form, String)] = [
        "push": (.needs(controller), "A controller on the window's stack."),
        "present": (.needs(controller), "A controller over the window's stack."),
        "alert": (
            .needs(any(name, map([key("name", name, "Its name."), inWindow], required: ["name"]))),
            "An alert of the system's kind."
        ),
        "pop": (.optional(map([inWindow], required: ["in"])), "The last controller pushed goes."),
        "dismiss": (.optional(map([inWindow], required: ["in"])), "What was presented goes."),
        "focus": (
            .needs(
                any(name, map([key("field", name, "Its name."), inWindow], required: ["field"]))),
            "A text field becomes first responder."
        ),
        "window": (.needs(window), "Makes a window, hidden; the screen has 390 by 844 points."),
        "show": (.needs(id), "Shows a window."),
        "hide": (.needs(id), "Hides a window."),
        "make_key": (.needs(id), "Makes a window the key window."),
        "make_key_and_visible": (.needs(id), "Both."),
        "release_window": (.needs(id), "Lets go of a window."),
        "set_level": (
            .needs(
                map(
                    [key("id", id, "The window."), key("level", reference("level"), "Its level.")],
                    required: ["id", "level"])), "Moves a window between the others."
        ),
        "connect_scene": (.needs(id), "A second scene of the app comes up."),
        "disconnect_scene": (.needs(id), "It goes."),
    ]

    private static let controller = any(
        name,
        map(
            [
                key("name", name, "Its name."),
                key("sensitive", bool, "Whether it shows what must not be seen."), inWindow,
            ], required: ["name"]))

    private static let window = map(
        [
            key("id", id, "Its name."), key("level", reference("level"), "Normal by default."),
            key("role", cases(WindowRole.self), "What it is for."),
            key("sensitive", bool, "Whether it shows what must not be seen."),
            key("frame", points(4), "[x, y, width, height] in points."),
        ], required: ["id"])

    private static let engineActions: [String: (Form, String)] = [
        "overlay": (
            .needs(
                map(
                    [
                        key("kind", cases(OverlayKind.self), "Of S001's four."),
                        key("id", id, "Its name."),
                    ], required: ["kind", "id"])),
            "An overlay through the engine's own presentation."
        ),
        "dismiss_overlay": (.needs(id), "It goes."),
        "authenticate": (
            .needs(
                any(
                    cases(AuthenticationResult.self),
                    map(
                        [
                            key("result", cases(AuthenticationResult.self), "What comes of it."),
                            key(
                                "generation", whole(0, UInt64(UInt32.max)),
                                "The prompt answered; the current one by default."),
                            key("method", cases(AuthenticationMethod.self), "By what."),
                        ], required: ["result"]))), "An answer to a prompt."
        ),
        "manual_lock": (.bare, "Somebody locks the app by hand."),
        "entry": (
            .needs(
                map(
                    [
                        key("kind", cases(EntryKind.self), "By which way."),
                        key("id", id, "Its name."),
                    ], required: ["kind", "id"])), "A way in from outside."
        ),
    ]
}
