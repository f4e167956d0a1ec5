"""Scenario files with one mistake each: what it is, and the text."""

HEAD = "scenario: a\n"
SCRIPT = "script: [{do: launch}]\n"


def settings(lines):
    return HEAD + lines + "\n" + SCRIPT


def step(text):
    return HEAD + f"script:\n  - {text}\n"


def crowd(behaviour="", more="", top=""):
    return (
        HEAD
        + top
        + "population:\n  sessions: 10\n  duration: 60s\n"
        + (f"  {more}\n" if more else "")
        + f"  behaviour:\n    - {{name: one, foreground: 5s, background: 5s{behaviour}}}\n"
    )


def away(distribution):
    return (
        HEAD
        + "population:\n  sessions: 10\n  duration: 60s\n  behaviour:\n"
        + f"    - {{name: one, foreground: 5s, background: {distribution}}}\n"
    )


def timer(text):
    return HEAD + f"timer_script:\n  - {text}\n"


MALFORMED = [
    ("no name", SCRIPT),
    ("no body", HEAD),
    ("a list", "- a\n"),
    ("two bodies", HEAD + SCRIPT + "timer_script: [{advance: 1s}]\n"),
    ("a name in capitals", "scenario: A b\n" + SCRIPT),
    ("an unknown key", settings("scrpt: 1")),
    ("an unknown mode", settings("mode: Live")),
    ("a negative seed", settings("seed: -1")),
    ("a seed in words", settings("seed: many")),
    ("an unknown preset", settings("engine: {preset: hardend}")),
    ("an unknown policy key", settings("engine: {background_lok: {after: 20s}}")),
    ("a grace without unit", settings("engine: {background_lock: {after: 20}}")),
    ("idle that can't be immediate", settings("engine: {idle: {after: immediately}}")),
    ("a word for a truth value", settings("engine: {login_at_launch: yes}")),
    ("an unknown dismissal", settings("engine: {dismissal: hideThenRelease}")),
    ("a lock window without a level", settings("engine: {presentation: {}}")),
    ("no attempts", settings("engine: {auth: {max_attempts: 0}}")),
    ("a backoff without from", settings("engine: {auth: {backoff: {base: 1.5}}}")),
    ("an unknown queue", settings("timers: {queue: hierarchical-weel}")),
    ("a tick of nothing", settings("timers: {tick: 0ms}")),
    ("an unknown unit", settings("timers: {tick: 1sec}")),
    ("three orientations", settings("device: {orientations: 3}")),
    ("a negative delay", settings("device: {snapshot_delay: -5ms}")),
    ("an instant without zone", settings("device: {wall_start: 2026-01-01T08:00:00}")),
    ("a thirteenth month", settings("device: {wall_start: 2026-13-01T08:00:00Z}")),
    ("an unknown fuzz", settings("device: {fuzz: {equal_level: true}}")),
    ("an unknown metric", settings("thresholds: [decision_latncy.p99 < 5ms]")),
    ("a metric without suffix", settings("thresholds: [decision_latency < 5ms]")),
    ("a time without unit", settings("thresholds: [decision_latency.p99 < 5]")),
    ("a count with unit", settings("thresholds: [locks > 5ms]")),
    ("an unknown operator", settings("thresholds: [locks => 5]")),
    ("after without abort", crowd(top="thresholds: [{that: locks > 1, after: 2s}]\n")),
    ("a threshold without that", settings("thresholds: [{abort: true}]")),
    ("a rule misspelled", HEAD + SCRIPT + "expect_violations: [content-exposd]\n"),
    ("a rule twice", HEAD + SCRIPT + "expect_violations: [early-lock, early-lock]\n"),
    ("rules beside timers", HEAD + "timer_script: [{advance: 1s}]\nexpect_violations: []\n"),
    ("stable beside a script", HEAD + SCRIPT + "stable: true\n"),
    ("a script without steps", HEAD + "script: []\n"),
    ("an empty step", step("{}")),
    ("at and after", step("{at: 1s, after: 1s, do: home}")),
    ("an unknown action", step("{do: lanch}")),
    ("two actions in a map", step("{do: {home: null, open: null}}")),
    ("an argument too many", step("{do: {home: 3}}")),
    ("an argument too few", step("{do: set_wall}")),
    ("both ways to set the clock", step("{do: {set_wall: {shift: 1h, to: 2026-01-01T08:00:00Z}}}")),
    ("an unknown phase", step("{do: {touch: {phase: begin}}}")),
    ("an eleventh finger", step("{do: {touch: {phase: began, finger: 10}}}")),
    ("a point of three", step("{do: {tap: {at: [1, 2, 3]}}}")),
    ("an unknown orientation", step("{do: {snapshot: {orientation: upside_down}}}")),
    ("an unknown result", step("{do: {authenticate: sucess}}")),
    ("an overlay without id", step("{do: {overlay: {kind: alert}}}")),
    ("an unknown role", step("{do: {window: {id: w, role: contents}}}")),
    ("an unknown level", step("{do: {window: {id: w, level: allert+1}}}")),
    ("an unknown expectation", step("{expect: {lockd: true}}")),
    ("an expectation in words", step("{expect: {locked: maybe}}")),
    ("a negative count", step("{expect: {locks: -1}}")),
    ("a window for a list", step("{expect: {windows: main}}")),
    ("an unknown notification", step("{expect: {observed: [UIApplicationDidWake]}}")),
    ("an exposure without unit", step('{expect: {exposure: "<= 16"}}')),
    ("no sessions", HEAD + "population: {duration: 1s, behaviour: []}\n"),
    ("a crowd of nobody", crowd().replace("sessions: 10", "sessions: 0")),
    ("a duration of nothing", crowd().replace("duration: 60s", "duration: 0s")),
    ("neither behaviour nor trace", HEAD + "population: {sessions: 1, duration: 1s}\n"),
    ("a trace with load", HEAD + "population: {trace: a.ndjson, load: [{hold: 1s}]}\n"),
    ("a behaviour without background", crowd().replace(", background: 5s", "")),
    ("a negative weight", crowd(", weight: -1")),
    ("a rate without unit", crowd(", keys: 6")),
    ("a rate of an unknown unit", crowd(", keys: 6/minute")),
    ("a share above the whole", crowd(", authentication: {success: 101%}")),
    ("an unknown interruption", crowd(", interruptions: {rate: 2/h, kinds: {peak: 1}}")),
    ("an unknown overlay", crowd(", overlays: {alrt: 3/h}")),
    ("a burst without gap", crowd(", touches: {rate: 1/s, burst: {length: 3}}")),
    ("an unknown distribution", away("{uniforme: [1s, 2s]}")),
    ("one end of two", away("{uniform: [1s]}")),
    ("two distributions", away("{constant: 1s, exponential: 1s}")),
    ("a lognormal without sigma", away("{lognormal: {median: 1s}}")),
    ("a shape of nothing", away("{weibull: {shape: 0, scale: 1s}}")),
    ("a choice of nothing", away("{choice: []}")),
    ("a share alone", away("{mix: [{share: 100%}]}")),
    ("a mix without share", away("{mix: [{constant: 1s}]}")),
    ("an unknown load", crowd(more="load: [{hol: 1s}]")),
    ("a ramp to nowhere", crowd(more="load: [{ramp: {over: 1s}}]")),
    ("an unknown shape", crowd(more="load: [{ramp: {to: 100%, over: 1s, shape: round}}]")),
    ("an unknown fault", crowd(more="faults: [{kil: {share: 5%}}]")),
    ("a delay without share", crowd(more="faults: [{events: {delay: 1s}}]")),
    ("a shift of one end", crowd(more="faults: [{wall_clock: {shift: [1h], share: 1%}}]")),
    ("no time at all", crowd(more="time_scale: 0")),
    ("a timer without deadline", timer("{arm: {id: a}}")),
    ("a timer with two", timer("{arm: {id: a, in: 1s, at: 1s}}")),
    ("an unknown call", timer("{amr: {id: a, in: 1s}}")),
    ("a look inside a callback", timer("{on_fire: {id: a, do: {expect: {pending: 0}}}}")),
    ("a memory growth without unit", timer('{expect: {memory_growth: "<= 5"}}')),
]

# What lies between values, or in other files.
ONLY_CHECK_KNOWS = [
    ("shares that don't sum up", away("{mix: [{share: 50%, constant: 1s}]}")),
    ("the longer end first", away("{uniform: [2s, 1s]}")),
    ("time that goes back", step("{at: 2s, do: home}\n  - {at: 1s, do: open}")),
    ("a window nobody made", step("{do: {show: nobody}}")),
    ("a warm-up as long as the run", crowd(more="warmup: 60s")),
    ("a trace that is not there", HEAD + "population: {trace: nowhere.ndjson}\n"),
    ("abort in a script", settings("thresholds: [{that: locks > 1, abort: true}]")),
    ("the thirtieth of February", settings("device: {wall_start: 2026-02-30T08:00:00Z}")),
    ("a key twice", HEAD + "seed: 1\nseed: 2\n" + SCRIPT),
]
