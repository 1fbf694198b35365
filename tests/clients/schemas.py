#!/usr/bin/env python3
"""Do the schemas in docs/ take what conforms and what Tianyuan writes, and refuse what they can?

    apt install libxml2-utils; pip install jsonschema
    python3 tests/clients/schemas.py target/release/tianyuan

wei7 3.0 is checked by jsonschema, 2.2 by xmllint. Of each file of the conformance suite the index tells the
verdict. An invalid file that its schema takes must be in the manual's list of what a schema cannot say, unless it
is about the text itself (3.1). All records of the suite are then written in both formats, and must pass.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "tests/data/conformance"
OF_TEXT = "3.1"
# libxml2 does not leave out the blanks around a dateTime.
LIBXML2_REFUSES = {"valid/game.wei7", "valid/time-with-blanks.wei7"}


def taken_by_jsonschema(paths):
    """The files that the schema of 3.0 takes."""
    schema = json.loads((ROOT / "docs/wei7-3.0.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    taken = set()
    for path in paths:
        try:
            if validator.is_valid(json.loads(path.read_bytes().decode("utf-8-sig"))):
                taken.add(path)
        except ValueError:
            pass  # no JSON, or no UTF-8
    return taken


def taken_by_xmllint(paths):
    """The files that the schema of 2.2 takes."""
    command = ["xmllint", "--noout", "--schema", ROOT / "docs/wei7-2.2.xsd", *paths]
    lines = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace").stderr.splitlines()
    return {Path(line.removesuffix(" validates")) for line in lines if line.endswith(" validates")}


def beyond_schema(heading):
    """The invalid files that a section of the manual lists as those that a schema takes."""
    section = (ROOT / "docs/reference/wei7.md").read_text().split(f"### {heading}\n")[1].split("\n#")[0]
    rows = [row.split(" | ")[0] for row in section.splitlines() if row.startswith("| `")]
    return {f"invalid/{name}.wei7" for row in rows for name in re.findall("`(.*?)`", row)}


def faults_of_suite(folder, taken_of, heading, refused_by_program=frozenset()):
    """Where a schema judges otherwise than the index and the manual say."""
    rows = [line.split("\t") for line in (SUITE / folder / "index.tsv").read_text().splitlines()[1:]]
    taken = taken_of([SUITE / folder / row[0] for row in rows])
    beyond = beyond_schema(heading)
    print(f"{folder}: {len(taken)} of {len(rows)} files are taken", flush=True)
    for name, clause, verdict, *_ in rows:
        is_taken = SUITE / folder / name in taken
        if verdict != "invalid" and not is_taken and name not in refused_by_program:
            yield f"{folder}/{name} is refused"
        if verdict == "invalid" and clause != OF_TEXT and is_taken != (name in beyond):
            yield f"{folder}/{name} is {'taken' if is_taken else 'refused'}"


def faults_of_written(engine, form, taken_of):
    """What is written from the suite and refused by the schema of its format."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([engine, "convert", SUITE, folder, "--to", form], capture_output=True)
        written = [path for path in Path(folder).rglob("*") if path.is_file()]
        refused = set(written) - taken_of(written)
        print(f"{form}: {len(written)} files are written", flush=True)
        if len(written) < 400:
            yield f"only {len(written)} files are written as {form}"
        yield from (f"{path.name}, written as {form}, is refused" for path in refused)


def main():
    engine = sys.argv[1]
    faults = [
        *faults_of_suite("wei7-3.0", taken_by_jsonschema, "Limits of the JSON Schema"),
        *faults_of_suite("wei7-2.2", taken_by_xmllint, "Limits of the XML Schema", LIBXML2_REFUSES),
        *faults_of_written(engine, "wei7", taken_by_jsonschema),
        *faults_of_written(engine, "wei7-2.2", taken_by_xmllint),
    ]
    print("\n".join([*faults, f"{len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
