public import Reports

/// `locksim history list`: a line a run.
public enum RunListText {
    public static func text(_ runs: [StoredRun], _ style: Style) -> String {
        if runs.isEmpty { return "no runs\n" }
        let head = ["run", "ended (UTC)", "scenario", "mode", "verdict", "digest", "commit"]
        let rows = runs.map { run in
            [
                String(run.id), DateText.minute(run.finishedMilliseconds),
                style.spelled(run.scenario) + (run.settings.isEmpty ? "" : " " + run.settings),
                run.mode, run.verdict, run.digest, run.commit.map { String($0.prefix(10)) } ?? "-",
            ]
        }
        return TextTable(rows: [head] + rows, leftColumns: [1, 2, 3, 4, 5, 6])
            .fitting(style.columns, without: [5, 6, 3]).text
    }

    public static func json(_ runs: [StoredRun]) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", historySchema)
            json.key("runs")
            json.array { json in
                for run in runs { json.object { run.write(into: &$0) } }
            }
        }
        return writer.text + "\n"
    }
}

/// Of what `locksim history` prints as JSON.
let historySchema: UInt64 = 1

extension StoredRun {
    func write(into json: inout JSONWriter) {
        json.field("id", Int(id))
        json.field("finished", DateText.second(finishedMilliseconds))
        json.key("scenario")
        json.object { json in
            json.field("name", scenario)
            json.field("hash", hash)
            json.field("seed", seed)
            json.field("mode", mode)
            json.field("settings", settings)
        }
        json.field("host", hostFingerprint)
        json.field("version", version)
        json.field("commit", commit)
        json.field("verdict", verdict)
        json.field("exit_code", Int(exitCode))
        json.field("evidence", isEvidence)
        json.field("digest", digest)
    }
}
