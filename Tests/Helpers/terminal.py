"""Runs locksim under a pseudo-terminal: looks at the line that changes, and for lines too wide.

usage: terminal.py LOCKSIM
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

LONG = [
    "run", "Scenarios/morning-rush.yaml", "--workers", "1", "--set", "population.sessions=500",
    "--set", "population.duration=2000h",
]


CROWD = ["run", "Scenarios/morning-rush.yaml", "--set", "population.sessions=60", "--quiet"]
BAD = ["--set", "engine.preset=exceeds"]
PRINTING = [
    CROWD[:-1], CROWD + BAD, CROWD + BAD + ["--session", "8"], ["check", CROWD[1]],
    CROWD[:-1] + ["--timers", "lazy-wheel,quad-heap"],
    ["run", "Scenarios/s000-traps.yaml", "--set", "engine.preset=hardened"],
    ["timers", "list"], ["metrics"], ["help"], ["help", "run"], ["help", "history"],
]
# What is to be copied stays whole, and a line that is one word can't be broken.
WHOLE = re.compile(r" *locksim |Example: locksim | *[^ ]* *[^ ]*$")

BOUND = 120
MOVE = b"\r\x1b[K"


def printed(locksim, words, columns, variables):
    """All that a command prints on a terminal of so many columns, without colours."""
    child, terminal = start(locksim, words, columns, variables)
    text = b""
    while select.select([terminal], [], [], BOUND)[0]:
        try:
            text += os.read(terminal, 65536)
        except OSError:
            break
    os.waitpid(child, 0)
    return re.sub("\x1b\\[[0-9;]*[mKJ]", "", text.decode())


def too_wide(locksim):
    """Lines that a terminal would break anywhere, and letters that its locale has not."""
    for columns in (40, 60, 80, 120, 200):
        for locale in ("C", "C.UTF-8"):
            for words in PRINTING:
                text = printed(locksim, words, columns, {"LC_ALL": locale})
                if locale == "C" and not text.isascii():
                    yield f"{words}: not ASCII under {locale}"
                for line in re.split("[\r\n]+", text):
                    if len(line) > columns and not WHOLE.match(line):
                        yield f"{words}: wider than {columns}: {line!r}"


def start(locksim, words, columns, variables):
    child, terminal = pty.fork()
    if child == 0:
        # Until the terminal has its size.
        os.read(0, 1)
        os.environ.clear()
        os.environ.update(
            {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LOCKSIM_HISTORY": "off", **variables})
        os.execv(locksim, [locksim] + words)
    size(terminal, columns)
    os.write(terminal, b"\n")
    return child, terminal


def run(locksim, columns, variables, narrower=None, moves=3):
    """What stderr and stdout show until a SIGINT, and the exit code.

    The SIGINT comes when the line has changed so many times, or after three seconds where it is
    not to change. A busy machine takes its time.
    """
    child, terminal = start(locksim, LONG, columns, variables)
    began = time.monotonic()
    text, resized, interrupted = b"", None, False
    while time.monotonic() < began + BOUND:
        seen = text.count(MOVE)
        if narrower and resized is None and seen >= moves // 2:
            size(terminal, narrower)
            resized = len(text)
        is_time = seen >= moves if moves else time.monotonic() > began + 3
        if not interrupted and is_time:
            os.kill(child, signal.SIGINT)
            interrupted = True
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            text += chunk
    if not interrupted:
        os.kill(child, signal.SIGKILL)
    return text.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), resized


def size(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))


def lines(text):
    """Each state of the line that changes, without colours."""
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    return [part.split("\r")[0] for part in plain.split("\r\x1b[K")[1:]]


def main():
    locksim = sys.argv[1]
    wrong = []

    def expect(holds, what):
        if not holds:
            wrong.append(what)

    text, code, _ = run(locksim, 110, {"LANG": "C.UTF-8"})
    states = lines(text)
    expect(code == 130, f"exit code {code}")
    if len(states) < 3:
        print(f"{len(states)} lines within {BOUND} s: {text!r}")
        return 1
    form = r"\[█*░*\] +[0-9.]+% .* left  [0-9.]+ .*events/s  [0-9]+ violations"
    expect(re.search(form, states[0]), f"the line: {states[:1]!r}")
    expect(all(len(state) < 110 for state in states[:-1]), f"too wide: {states!r}")
    expect("(partial)" in states[-1] or "(partial)" in text, "no summary behind it")
    expect("\x1b[" in states[-1] or "\x1b[33m" in text, "no colours")

    text, _, at = run(locksim, 110, {"LC_ALL": "C", "NO_COLOR": "1"}, narrower=50, moves=5)
    expect(text.isascii(), "blocks without UTF-8")
    expect("\x1b[3" not in text and "\x1b[1m" not in text, "colours despite NO_COLOR")
    expect(re.search(r"\[#*\.*\]", text), "no bar of ASCII")
    # The terminal has broken the wide line in two: both go, once, and nothing else above.
    expect(text.count("\x1b[1A\r\x1b[J") == 1, f"leaves remains: {text[at:]!r}")
    expect(text.count("\x1b[J") == 1, f"takes away what it hasn't shown: {text[at:]!r}")
    after = [state for state in lines(text[at:])[1:] if "%" in state]
    expect(after and all(len(state) < 50 for state in after), f"not narrower: {after!r}")

    for variables in [{"CI": "true"}, {"TERM": "dumb"}, {"GITHUB_ACTIONS": "true"}]:
        text, _, _ = run(locksim, 110, variables, moves=0)
        expect("\r\x1b[K" not in text, f"moves under {variables}")
    wrong += too_wide(locksim)
    print("\n".join(wrong) or "the line that changes is as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
