"""Reads the files of results with the libraries and programs they are written for."""

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import junitparser
from prometheus_client.openmetrics import parser


def check_json(schema, path):
    result = json.loads(path.read_text())
    validator = jsonschema.Draft202012Validator(schema)
    errors = [f"{e.json_path}: {e.message}" for e in validator.iter_errors(result)]
    assert not errors, (path, errors)
    for key, broken in (("schema", 2), ("verdict", "maybe"), ("digest", "12"), ("counters", {})):
        assert not validator.is_valid({**result, key: broken}), f"{path}: {key} may be anything"


def check_junit(path):
    if shutil.which("xmllint"):
        schema = Path(sys.prefix, "junit-10.xsd")
        subprocess.run(["xmllint", "--noout", "--quiet", "--schema", schema, path], check=True)
    else:
        print("result_files: xmllint skipped, Debian's libxml2-utils is missing", file=sys.stderr)
    suites = junitparser.JUnitXml.fromfile(str(path))
    cases = [case for suite in suites for case in suite]
    results = [result for case in cases for result in case.result]
    failures = sum(isinstance(result, junitparser.Failure) for result in results)
    errors = sum(isinstance(result, junitparser.Error) for result in results)
    assert (suites.tests, suites.failures, suites.errors) == (len(cases), failures, errors), path
    assert len({(case.classname, case.name) for case in cases}) == len(cases), f"{path}: twice"
    return failures


def check_metrics(path):
    text = path.read_text()
    families = list(parser.text_string_to_metric_families(text))
    names = {family.name for family in families}
    assert {"locksim_run", "locksim_events", "locksim_violations", "locksim_verdict"} <= names
    for family in families:
        assert family.documentation, family.name
    if not shutil.which("promtool"):
        print("result_files: promtool skipped, Debian's prometheus is missing", file=sys.stderr)
        return
    # Prometheus reads the format where it fills blocks, and there each value needs an instant.
    stamped = re.sub(r"(?m)^([^#\n].*)$", r"\1 1700000000", text)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "metrics.om")
        file.write_text(stamped)
        subprocess.run(
            ["promtool", "tsdb", "create-blocks-from", "openmetrics", file, folder + "/blocks"],
            check=True, stdout=subprocess.DEVNULL)
    lint = subprocess.run(
        ["promtool", "check", "metrics"], input=text, text=True, capture_output=True)
    assert lint.returncode == 0 and not lint.stderr, lint.stderr


def check_series(path):
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    assert len({len(row) for row in rows}) == 1, path
    assert [int(row[0]) for row in rows[1:]] == list(range(len(rows) - 1)), path


def check_trace(path):
    trace = json.loads(path.read_text())
    assert path.stat().st_size < 8_000_000, path
    for event in trace["traceEvents"]:
        assert event["ph"] in "MXCi" and event["ts"] >= 0 and "pid" in event, event
        assert event["ph"] != "X" or event["dur"] >= 0, event
    # Perfetto draws no span that begins in another of its thread and ends behind it.
    ends = {}
    for span in sorted(
            (e for e in trace["traceEvents"] if e["ph"] == "X"), key=lambda e: e["ts"]):
        thread = (span["pid"], span["tid"])
        assert span["ts"] >= ends.get(thread, 0) - 0.001, span
        ends[thread] = span["ts"] + span["dur"]


def main(locksim, results):
    printed = subprocess.run([locksim, "schema", "result"], check=True, capture_output=True)
    schema = json.loads(printed.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    checks = [
        ("result.json", lambda path: check_json(schema, path)), ("junit.xml", check_junit),
        ("metrics.om", check_metrics), ("series.csv", check_series), ("trace.json", check_trace),
    ]
    for name, check in checks:
        paths = sorted(results.rglob(name))
        assert paths, f"no {name}"
        for path in paths:
            check(path)
    assert check_junit(results / "passing/junit.xml") == 0
    assert check_junit(results / "failing/junit.xml") > 0
    print(f"result_files: {len(list(results.rglob('*.*')))} files are as their readers want them")


main(sys.argv[1], Path(sys.argv[2]))
