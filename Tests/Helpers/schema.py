"""Holds the schema of scenario files against Scenarios/ and against malformed files.

usage: schema.py LOCKSIM

Every shipped scenario must be valid; every malformed one is refused by `locksim check` and by the
schema. Values are typed as YAML 1.2 types them, as editors do.
"""

import glob
import json
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

from malformed import MALFORMED, ONLY_CHECK_KNOWS


class Loader(yaml.SafeLoader):
    """YAML 1.2's core types, with merges."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("merge", r"^(?:<<)$", "<"),
    ("null", r"^(?:~|null|Null|NULL|)$", "~nN\0"),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
]:
    letters = [letter if letter != "\0" else "" for letter in first]
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), letters)
Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))


def main():
    locksim = sys.argv[1]
    text = subprocess.run([locksim, "schema"], check=True, capture_output=True).stdout
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def refuses(text):
        try:
            return [error.message for error in validator.iter_errors(yaml.load(text, Loader))]
        except yaml.YAMLError as error:
            return [str(error)]

    wrong = []
    files = sorted(glob.glob("Scenarios/**/*.y*ml", recursive=True))
    for path in files:
        with open(path, encoding="utf-8") as file:
            for message in refuses(file.read()):
                wrong.append(f"{path} is good, the schema says: {message[:200]}")
    with tempfile.TemporaryDirectory() as folder:
        for index, (what, text) in enumerate(MALFORMED + ONLY_CHECK_KNOWS):
            path = f"{folder}/{index}.yaml"
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            check = subprocess.run([locksim, "check", path], capture_output=True)
            if check.returncode != 65:
                wrong.append(f"{what}: locksim check answers {check.returncode}\n{text}")
            if bool(refuses(text)) == (index >= len(MALFORMED)):
                says = "refuses" if refuses(text) else "takes"
                wrong.append(f"{what}: the schema {says} it\n{text}")
    print("\n".join(wrong), end="\n" if wrong else "")
    print(
        f"{len(files)} scenarios valid, {len(MALFORMED)} malformed refused by both, "
        f"{len(ONLY_CHECK_KNOWS)} by check alone" if not wrong else f"{len(wrong)} wrong"
    )
    return 1 if wrong or len(files) < 165 or len(MALFORMED) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
