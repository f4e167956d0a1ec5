"""Runs locksim under a pseudo-terminal and looks at the line that changes.

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


def run(locksim, columns, variables, narrower=None, seconds=3.6):
    """What stderr and stdout show until a SIGINT, and the exit code."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.clear()
        os.environ.update({"PATH": "/usr/bin:/bin", "TERM": "xterm", **variables})
        os.execv(locksim, [locksim] + LONG)
    size(terminal, columns)
    start = time.monotonic()
    text, resized, interrupted = b"", None, False
    while time.monotonic() < start + 60:
        passed = time.monotonic() - start
        if narrower and resized is None and passed > 2.2:
            size(terminal, narrower)
            resized = len(text)
        if not interrupted and passed > seconds:
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
    expect(len(states) >= 3, f"{len(states)} lines in 3.6 s: {text!r}")
    form = r"\[█*░*\] +[0-9.]+% .* left  [0-9.]+ .*events/s  [0-9]+ violations"
    expect(re.search(form, states[0]), f"the line: {states[:1]!r}")
    expect(all(len(state) < 110 for state in states[:-1]), f"too wide: {states!r}")
    expect("(partial)" in states[-1] or "(partial)" in text, "no summary behind it")
    expect("\x1b[" in states[-1] or "\x1b[33m" in text, "no colours")

    text, _, at = run(locksim, 110, {"LC_ALL": "C", "NO_COLOR": "1"}, narrower=50, seconds=4.6)
    expect(text.isascii(), "blocks without UTF-8")
    expect("\x1b[3" not in text and "\x1b[1m" not in text, "colours despite NO_COLOR")
    expect(re.search(r"\[#*\.*\]", text), "no bar of ASCII")
    after = [state for state in lines(text[at:])[1:] if "%" in state]
    expect(after and all(len(state) < 50 for state in after), f"not narrower: {after!r}")

    for variables in [{"CI": "true"}, {"TERM": "dumb"}]:
        text, _, _ = run(locksim, 110, variables, seconds=2.4)
        expect("\r\x1b[K" not in text, f"moves under {variables}")
    print("\n".join(wrong) or "the line that changes is as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
