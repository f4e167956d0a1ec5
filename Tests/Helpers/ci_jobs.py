"""Parses the CI jobs of README.md and runs their steps, all but the installation, with bash.

usage: ci_jobs.py LOCKSIM
"""

import os
import re
import subprocess
import sys
import tempfile

import yaml


def main():
    locksim = os.path.abspath(sys.argv[1])
    with open("README.md", encoding="utf-8") as file:
        section = file.read().split("### In CI\n")[1].split("\n## ")[0]
    github, gitlab = [
        yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```$", section, re.S | re.M)
    ]
    assert github[True] == ["push", "pull_request"], "a workflow needs `on`"
    (job,) = github["jobs"].values()
    assert job["runs-on"] and job["container"] and set(github) == {"name", True, "jobs"}
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step), step
        assert set(step) <= {"name", "uses", "run", "with", "if"}, step
    steps = [step["run"] for step in job["steps"] if "run" in step]
    (job,) = gitlab.values()
    assert set(job) == {"image", "script", "retry", "artifacts"}, job
    assert job["artifacts"]["reports"]["junit"] in " ".join(job["script"])
    run("GitHub", steps, locksim)
    run("GitLab", job["script"], locksim)


def run(name, steps, locksim):
    """In a copy of what a checkout has, with the program where an installation puts it."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath("Scenarios"), f"{folder}/Scenarios")
        variables = {
            "PATH": f"{os.path.dirname(locksim)}:/usr/bin:/bin", "CI": "true", "LANG": "C.UTF-8",
            "GITHUB_STEP_SUMMARY": f"{folder}/step-summary.md", "HOME": folder,
        }
        for step in steps:
            if step.startswith("scripts/install"):
                continue
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step], cwd=folder,
                env=variables, capture_output=True, text=True)
            assert done.returncode == 0, f"{name}: {step}\n{done.stdout[-2000:]}{done.stderr}"
        files = sum(len(names) for _, _, names in os.walk(f"{folder}/results"))
        with open(f"{folder}/results/junit.xml", encoding="utf-8") as file:
            cases = file.read().count("<testcase ")
        assert files > 160 and cases > 160, (files, cases)
        if name == "GitHub":
            with open(variables["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
                assert "PASS" in file.read()
        print(f"{name}: {len(steps)} steps, {cases} test cases, {files} files")


if __name__ == "__main__":
    main()
