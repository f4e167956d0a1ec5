/// What the manual says beside the commands.
enum FactTables {
    typealias Row = (name: String, means: String)

    static let description = """
        plays scripts and populations of app sessions against an app lock: the part of an app that
        asks for a fingerprint or a code, hides content from the app switcher, and leaves a screen
        nobody has touched for a while. It simulates the phones around the lock, has an auditor
        look at every frame for something that must not show, and measures how late what was due
        came. In virtual mode the result depends on scenario, seed and version alone; in live mode
        real processes run on the real clock. Options and files can be mixed; two hyphens end the
        options. Results go to the standard output, everything else to the standard error.
        """

    static let environment: [Row] = [
        ("NO_COLOR", "Where it is not empty, nothing is coloured."),
        ("CLICOLOR_FORCE", "Where it is not empty or 0, colours also off a terminal."),
        ("CLICOLOR", "Where it is 0, no colours."),
        ("TERM", "Where it is dumb, no colours, and no line that changes."),
        ("COLUMNS", "The width of a terminal that does not tell its own."),
        (
            "LC_ALL, LC_CTYPE, LANG",
            "The first that is set says whether letters and blocks beyond ASCII can be shown."
        ),
        ("CI, GITHUB_ACTIONS", "Where one is set and not false, no line that changes."),
        (
            "GITHUB_STEP_SUMMARY",
            "A file that a run adds its summary to; with GITHUB_ACTIONS=true, errors are annotated."
        ),
        ("LOCKSIM_HISTORY", "Where it is off, runs are not recorded."),
        ("XDG_STATE_HOME, HOME", "The folder below which the history is kept."),
        ("LOCKSIM_DYGRAPHS", "Another folder with dygraphs, which draws the charts of a page."),
        ("TMPDIR", "Where compare --run puts results that are not kept."),
    ]

    static let files: [Row] = [
        ("*.yaml, *.yml", "Scenarios; a folder stands for all of them below it."),
        ("DIR/result.json", "With --out DIR, the result of a run; others lie beside it."),
        ("locksim-peers", "Beside locksim, which starts it: timers of other people's libraries."),
        ("~/.local/state/locksim/history.sqlite", "The history of runs."),
    ]

    static let exitCodes: [Row] = [
        ("0", "Pass."),
        ("95", "A violation, a failed expectation, or an action that was impossible."),
        ("96", "Two runs of one seed differ."),
        ("97", "A worker or engine process was lost."),
        ("98", "The run is no evidence: the load generator could not keep up."),
        ("99", "A threshold failed."),
        ("64", "Wrong usage."),
        ("65", "A bad scenario."),
        ("66", "A file that is not there."),
        ("70", "A bug of locksim."),
        ("74", "An input or output error."),
        ("130, 143", "Stopped by SIGINT or SIGTERM."),
        ("141", "Whoever read its output is gone: SIGPIPE, as other tools end."),
    ]

    static let exitOrder = "Of several, the worst is told: 70, 97, 96, 98, 95, 99, in this order."

    static let diagnostics = """
        What is wrong with a scenario is told as file:line:column, all errors of a file at once.
        A misspelled command, option or key is answered with the nearest one known.
        """

    static let standards = """
        Command lines follow the GNU conventions. Scenarios are YAML 1.1 as libyaml reads it, their
        schema is JSON Schema 2020-12, and test results are JUnit XML.
        """
}
