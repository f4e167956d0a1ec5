"""Holds the CI jobs of README.md against their schemas and runs their steps, all but the
installation, with bash, as the runners do.

usage: ci_jobs.py LOCKSIM
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

# Smaller ones are as good for trying the steps.
REPEAT = ("--repeat 10", "--repeat 2 --time-scale 10")
SESSIONS = 200
LONGEST = "t16-cancelled-timers-kept-until-due.yaml"


def main():
    locksim = os.path.abspath(sys.argv[1])
    with open("README.md", encoding="utf-8") as file:
        section = file.read().split("### In CI\n")[1].split("\n## ")[0]
    texts = re.findall(r"^```yaml\n(.*?)^```$", section, re.S | re.M)
    schemas = ["vendor.github-workflows", "vendor.github-workflows", "vendor.gitlab-ci"]
    assert len(texts) == len(schemas), len(texts)
    for text, schema in zip(texts, schemas):
        check_schema(text, schema)
    scenarios, speed, gitlab = [yaml.safe_load(text) for text in texts]
    for workflow in (scenarios, speed):
        for step in only_job(workflow)["steps"]:
            assert ("uses" in step) != ("run" in step), step
    with Runner("GitHub", locksim) as runner:
        runner.run_all(step["run"] for step in only_job(scenarios)["steps"] if "run" in step)
        runner.expect_results()
        page = runner.read("step-summary.md")
        assert page.count("## locksim: ") == 1 and ", 0 failed" in page, page
    with Runner("GitHub, speed", locksim) as runner:
        steps = [step["run"] for step in only_job(speed)["steps"] if "run" in step]
        runner.run_all(steps)
        assert not os.path.exists(runner.path("step-summary.md")), "a summary without a baseline"
        assert os.path.isdir(runner.path("baseline/run-002"))
        runner.run_all(steps)
        assert "| timer_lateness.p90 |" in runner.read("step-summary.md")
    with Runner("GitLab", locksim) as runner:
        job = gitlab["scenarios"]
        runner.run_all(job["script"])
        runner.expect_results()
        assert os.path.exists(runner.path(job["artifacts"]["reports"]["junit"]))


def only_job(workflow):
    (job,) = workflow["jobs"].values()
    return job


def check_schema(text, schema):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file.name],
            check=True)


class Runner:
    """A copy of what a checkout has, with the program where an installation puts it."""

    def __init__(self, name, locksim):
        self.name = name
        self.folder = tempfile.TemporaryDirectory()
        shutil.copytree(
            "Scenarios", self.path("Scenarios"), ignore=shutil.ignore_patterns(LONGEST))
        for crowd in ("Scenarios/morning-rush.yaml", "Scenarios/quickstart.yaml"):
            text = re.sub(r"(?m)^  sessions: \d+", f"  sessions: {SESSIONS}", self.read(crowd))
            with open(self.path(crowd), "w", encoding="utf-8") as file:
                file.write(text)
        self.variables = {
            "PATH": f"{os.path.dirname(locksim)}:/usr/bin:/bin", "CI": "true", "LANG": "C.UTF-8",
            "HOME": self.path("home"),
        }
        if name.startswith("GitHub"):
            self.variables |= {
                "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": self.path("step-summary.md")}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def path(self, name):
        return f"{self.folder.name}/{name}"

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_all(self, steps):
        for step in steps:
            if step.startswith("scripts/install"):
                continue
            # 98: this machine was too busy for a live run, as the text around the jobs says.
            for _ in range(5):
                code, said = self.run(step)
                if code != 98:
                    break
                shutil.rmtree(self.path("now"), ignore_errors=True)
            assert code == 0, f"{self.name}: {step}\n{said}"

    def run(self, step):
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.replace(*REPEAT)],
            cwd=self.folder.name, env=self.variables, capture_output=True, text=True)
        return done.returncode, done.stdout[-2000:] + done.stderr

    def expect_results(self):
        files = sum(len(names) for _, _, names in os.walk(self.path("results")))
        cases = self.read("results/junit.xml").count("<testcase ")
        assert files > 160 and cases > 160, (files, cases)
        print(f"{self.name}: {cases} test cases, {files} files")


if __name__ == "__main__":
    main()
