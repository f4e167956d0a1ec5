"""Holds what `compare`, `history` and `timers bench` print with `--json` against the schemas that
`locksim schema` prints.

usage: printed_json.py LOCKSIM

Each document is also changed for the worse, which its schema must refuse: one that takes anything
would prove nothing.
"""

import copy
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

RUSH = "Scenarios/morning-rush.yaml"
SMALL = ["population.sessions=100", "population.duration=60s", "population.warmup=0s"]


def main(locksim):
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_STATE_HOME": folder}
        environment.pop("LOCKSIM_HISTORY", None)

        def run(*words, codes=(0,)):
            done = subprocess.run(
                [locksim, *words], env=environment, capture_output=True, text=True)
            assert done.returncode in codes, (words, done.returncode, done.stderr)
            return done.stdout

        sets = [word for path in SMALL for word in ("--set", path)]
        for side, count, seed in [("a", 6, 1), ("b", 6, 1), ("c", 2, 2)]:
            run("run", RUSH, *sets, "--seed", str(seed), "--workers", "1", "--quiet", "--repeat",
                str(count), "--out", f"{folder}/{side}", codes=(0, 99))
        sides = (f"{folder}/a", f"{folder}/b")
        few = (f"{folder}/a", f"{folder}/c")
        any_end = (0, 2, 3)
        documents = [
            ("compare", run("compare", "--json", *sides, codes=any_end)),
            ("compare", run("compare", "--json", "--strict", *few, codes=any_end)),
            # Nought on both sides, an amount, a counter.
            ("compare", run(
                "compare", "--json", *sides, "--gate", "decision_latency.p99=5%", "--gate",
                "rss.max=+1MiB", "--gate", "violations=+0", codes=any_end)),
            ("compare", run("compare", "--json", "--noise-floor", sides[0])),
            ("compare", run("compare", "--json", "--noise-floor", few[1])),
            ("history", run("history", "list", "--json")),
            ("history", run("history", "show", "3", "--json")),
            ("history", run("history", "trend", "--metric", "rss.max", "--json")),
            ("bench", run(
                "timers", "bench", "--json", "--quiet", "--queues", "lazy-wheel,quad-heap",
                "--baseline", "quad-heap", "--sessions", "100", "--repeats", "1",
                "--operation", "touch,arm,expire,mixed")),
        ]
        validators = {}
        for name in ("compare", "history", "bench"):
            schema = json.loads(run("schema", name))
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[name] = jsonschema.Draft202012Validator(schema)
    for name, text in documents:
        check(validators[name], json.loads(text), name)
    print(f"{len(documents)} documents are as their schemas say")


def check(validator, document, name):
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]
    assert not errors, (name, errors, document)
    for key in document:
        without = {other: value for other, value in document.items() if other != key}
        assert not validator.is_valid(without), f"{name}: {key} may be missing"
        changed = {**document, key: "surely not" if key not in ("metric",) else 5}
        if key not in ("version", "commit", "baseline"):
            assert not validator.is_valid(changed), f"{name}: {key} may be anything"
    for key, rows in document.items():
        if not isinstance(rows, list) or not rows or not isinstance(rows[0], dict):
            continue
        for inner in rows[0]:
            broken = copy.deepcopy(document)
            del broken[key][0][inner]
            assert not validator.is_valid(broken), f"{name}: {key}.{inner} may be missing"


if __name__ == "__main__":
    main(sys.argv[1])
