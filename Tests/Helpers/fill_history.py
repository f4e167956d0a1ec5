"""Fills a history with a great many runs: fill_history.py DATABASE RUNS [METRIC...]

Copies the newest run, its values up and down by some percent and 20 % higher in the second half.
For measuring: a run of the quickstart has about 120 values, so 17000 runs are two million rows.
With metrics named, only those are copied, so that two million runs fit.
"""

import random
import sqlite3
import sys


def main(path, count, names):
    database = sqlite3.connect(path, isolation_level=None)
    run, finished = database.execute(
        "SELECT id, finished_ms FROM run ORDER BY id DESC LIMIT 1").fetchone()
    values = database.execute(
        "SELECT metric, is_counter, value, name FROM measurement "
        "JOIN metric ON metric.id = metric WHERE run = ?", (run,)).fetchall()
    values = [value[:3] for value in values if not names or value[3] in names]
    chance = random.Random(1)

    def rows():
        for number in range(count):
            level = (1.2 if number > count // 2 else 1) * chance.gauss(1, 0.02)
            for metric, is_counter, value in values:
                yield run + 1 + number, metric, value if is_counter else value * level

    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("BEGIN")
    database.executemany(
        "INSERT INTO run (scenario, series, finished_ms, seed, version, verdict, exit_code, "
        "is_evidence, digest, git_commit) SELECT scenario, series, ?, seed, version, verdict, "
        "exit_code, 1, digest, git_commit FROM run WHERE id = ?",
        ((finished + 1000 * number, run) for number in range(count)))
    database.executemany("INSERT INTO measurement VALUES (?, ?, ?)", rows())
    database.execute("COMMIT")
    print(database.execute("SELECT count(*) FROM measurement").fetchone()[0], "values")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
