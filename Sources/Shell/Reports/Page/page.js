// The page: verdict first, then why, then how fast, then what else is known.

const verdictMarks = { pass: "✓", fail: "✕", invalid: "!", error: "✕", interrupted: "!" };

function headline(run) {
  return h("header", { class: "verdict " + run.verdict },
    h("p", { class: "mark", "aria-hidden": "true" }, verdictMarks[run.verdict] || "?"),
    h("div", {},
      h("h1", {}, run.name, " ", h("span", { class: "word" }, run.verdict
        + (run.partial ? " (partial)" : ""))),
      run.summary ? h("p", { class: "summary" }, run.summary) : null,
      h("p", { class: "sub" }, run.facts.map(([name, value]) =>
        // A seed is no number of seeds.
        h("span", { class: "fact" }, name === "seed" ? "seed " : null,
          h("b", {}, spelled(value)), name === "seed" ? null : " " + name)))),
    run.reasons.length
      ? h("ul", { class: "reasons" },
        run.reasons.map((reason) => h("li", {}, spelled(reason)))) : null);
}

function thresholdsSection(run) {
  if (!run.thresholds.length) return null;
  const rows = run.thresholds.map((threshold) => h("tr", { class: threshold.passed ? "" : "bad" },
    h("th", { scope: "row" }, h("code", {}, threshold.that)),
    h("td", { class: "number" }, threshold.value === null ? "no data" : spelled(threshold.value)),
    h("td", { class: "number" }, threshold.count),
    h("td", { class: "outcome" }, threshold.passed ? "✓ met" : "✕ failed")));
  return section("thresholds", "Thresholds",
    h("div", { class: "scroll" }, h("table", { class: "thresholds" },
      h("thead", {}, h("tr", {}, ["threshold", "value", "n", "outcome"].map((text, i) =>
        h("th", { scope: "col", class: [null, "number", "number", "outcome"][i] }, text)))),
      h("tbody", {}, rows))));
}

function expectationsSection(run) {
  const { checked, failed, failures } = run.expectations;
  if (!run.is_script && !failures.length) return null;
  const left = failed - failures.length;
  return section("expectations", "Expectations",
    h("p", {}, failed === 0
      ? `All ${plural(checked, "expectation")} held.`
      : `${count(failed)} of ${plural(checked, "expectation")} failed.`),
    failures.map((failure) => h("article", { class: "failure" },
      h("h3", {}, h("code", {}, failure.place), " ", failure.subject),
      h("dl", { class: "sides" },
        h("div", {}, h("dt", {}, "expected"), h("dd", {}, failure.expected)),
        h("div", {}, h("dt", {}, "actual"), h("dd", {}, failure.actual))),
      failure.trail.length ? h("details", {}, h("summary", {}, "Last events"),
        h("pre", { tabindex: "0" }, failure.trail.join("\n"))) : null)),
    left > 0 && failures.length ? h("p", { class: "note" }, `and ${count(left)} more`) : null);
}

function violationsSection(run) {
  if (!run.violations.length) return null;
  const total = run.violations.reduce((sum, violation) => sum + violation.count, 0);
  return section("violations", "Violations",
    h("p", {}, `${plural(total, "violation")} of ${plural(run.violations.length, "rule")}. `
      + "Each rule’s first can be stepped through."),
    run.violations.map((violation, i) => {
      const film = run.films.find((other) => other.rule === violation.rule);
      const card = h("details", { class: "violation", open: i === 0 },
        h("summary", {}, h("b", {}, violation.rule), ` ${count(violation.count)} ×`,
          violation.first ? h("span", { class: "note" },
            ` first in session ${violation.first.session} at `
            + exactSeconds(violation.first.at)
            + (violation.first.since < violation.first.at
              ? `, due since ${exactSeconds(violation.first.since)}` : "")) : null),
        h("p", { class: "meaning" }, violation.meaning),
        violation.first ? commandLine(violation.first.command) : null,
        film && film.note ? h("p", { class: "note" }, film.note) : null);
      const fill = () => {
        if (card.open && film && film.steps.length && !card.querySelector(".player")) {
          card.append(player(film, `${run.index}-${i}`));
        }
      };
      card.addEventListener("toggle", fill);
      fill();
      return card;
    }));
}

function timesSection(run) {
  const names = Object.keys(run.curves.values);
  const timed = run.times.filter((time) => time.count > 0);
  if (!timed.length) return null;
  const isInstant = timed.every((time) => time.max === 0 || time.name === "exposure");
  const curves = Object.fromEntries(names.filter((name) =>
    run.curves.values[name].some((value) => value > 0))
    .map((name) => [name, run.curves.values[name]]));
  const both = {};
  for (const name of ["decision_latency", "service_time"]) {
    if (curves[name]) both[name] = curves[name];
  }
  const kinds = Object.fromEntries(Object.entries(curves).filter(([name]) => !both[name]));
  const rows = timed.map((time) => [time.name, count(time.count),
    ...[time.p50, time.p90, time.p99, time.p99_9, time.p99_99, time.max].map(duration)]);
  return section("latency", "Times",
    isInstant ? h("p", { class: "note" },
      "In virtual time nothing takes time: decisions and timers come on the instant. What counts "
      + "in such a run is the verdict.") : null,
    Object.keys(both).length ? percentileChart("Latency by percentile",
      "decision_latency counts from the moment an event was due, however late it was sent; "
      + "service_time from when it was really sent. Between the two lies the wait to be sent.",
      run.curves.x, both) : null,
    run.lateness ? histogramChart("Timer lateness",
      `Fired minus deadline. ${count(run.lateness.early)} early, ${count(run.lateness.lost)} lost.`,
      run.lateness.bounds, run.lateness.counts) : null,
    Object.keys(kinds).length ? h("details", { class: "more", open: !Object.keys(both).length },
      h("summary", {}, "Percentiles of the other times"),
      percentileChart("Other times by percentile", null, run.curves.x, kinds)) : null,
    table("All times", ["time", "n", "p50", "p90", "p99", "p99.9", "p99.99", "max"], rows));
}

function factsSection(run) {
  const processes = run.processes.map((process) => [process.name, percent(process.cpu),
    bytes(process.rss), count(process.switches),
    process.idle === null ? "–" : percent(process.idle)]);
  return section("facts", "The run",
    table("Identity", ["what", "value"],
      run.identity.map(([name, value]) => [name, name === "set" ? value : spelled(value)]), 2),
    h("details", {}, h("summary", {}, "Counters"),
      table("Counters, without the warm-up", ["counter", "number"],
        run.counters.map(([name, value]) => [name, count(value)]))),
    processes.length ? h("details", {}, h("summary", {}, "Processes"),
      table("Processes", ["process", "CPU", "memory", "context switches", "loop idle"],
        processes)) : null,
    run.environment.length ? h("details", {}, h("summary", {}, "Machine"),
      table("Machine", ["what", "value"], run.environment, 2)) : null);
}

// ---- Several runs

// Runs of one scenario and seed that differ in their timer queue.
function comparisonSection(runs) {
  const queues = new Set(runs.map((run) => run.queue));
  const isOne = new Set(runs.map((run) => `${run.hash} ${run.seed}`)).size === 1;
  if (runs.length < 2 || !isOne || queues.size < 2) return null;
  const lateness = {};
  const latency = {};
  for (const run of runs) {
    for (const [into, name] of [[lateness, "timer_lateness"], [latency, "decision_latency"]]) {
      const curve = run.curves.values[name];
      if (curve && curve.some((value) => value > 0)) into[run.queue] = curve;
    }
  }
  const longest = runs.reduce((a, b) => (a.curves.x.length > b.curves.x.length ? a : b));
  const costs = runs.map((run) => run.cpu_ns_per_event);
  const time = (run, name) => run.times.find((other) => other.name === name) || {};
  const words = (v) => (runs[v] ? runs[v].queue : "");
  const digests = new Set(runs.map((run) => run.digest));
  return section("queues", "Timer queues",
    h("p", {}, `The same scenario and seed on ${plural(runs.length, "timer queue")}. `,
      runs[0].mode === "virtual" ? (digests.size === 1
        ? "All runs have one digest: the queues differ in nothing but speed."
        : "The digests differ, so a queue changed what happened.") : null),
    Object.keys(lateness).length ? percentileChart("Timer lateness by percentile",
      "Fired minus deadline.", longest.curves.x, lateness) : null,
    Object.keys(latency).length ? percentileChart("Decision latency by percentile", null,
      longest.curves.x, latency) : null,
    chart({
      title: "CPU for each event", note: "All processes, divided by the events of the run.",
      rows: costs.map((cost, i) => [i, cost]), labels: ["queue", "CPU"], colours: ["c1"],
      x: (v) => (Number.isInteger(v) ? words(v) : ""), y: duration,
      options: {
        plotter: bars, includeZero: true, dateWindow: [-0.7, runs.length - 0.3],
        axes: { x: {
          drawGrid: false, ticker: () => runs.map((run, i) => ({ v: i, label: run.queue })),
          // A name has the room of its bar, and breaks where that is too little.
          axisLabelWidth: Math.min(Math.floor((innerWidth - 130) / runs.length), 130),
        } },
      },
    }),
    table("Each timer queue", ["queue", "verdict", "on the clock", "CPU an event",
      "bytes a session", "lateness p50", "p99", "p99.9", "max", "early", "lost"],
    runs.map((run, i) => {
      const late = time(run, "timer_lateness");
      return [run.queue, run.verdict, duration(run.wall_ns), duration(costs[i]),
        count(run.bytes_per_session), duration(late.p50), duration(late.p99),
        duration(late.p99_9), duration(late.max), count(run.timers.early), count(run.timers.lost)];
    })));
}

function runList(runs, chosen) {
  if (runs.length < 2) return null;
  const failed = runs.filter((run) => run.exit_code !== 0).length;
  const list = h("ol", { class: "runs" }, runs.map((run, i) => h("li", {},
    h("a", {
      href: `#run-${i}`, class: run.verdict, "aria-current": i === chosen ? "true" : null,
    }, h("span", { "aria-hidden": "true" }, verdictMarks[run.verdict] || "?"), " ",
    run.label, h("span", { class: "note" }, " " + run.verdict)))));
  return h("nav", { "aria-label": "runs" },
    h("details", { open: runs.length <= 12 },
      h("summary", {}, `${plural(runs.length, "run")}, `,
        failed ? `${count(failed)} of them not passed` : "all passed"), list));
}

function render() {
  const runs = data.runs;
  const match = /^#run-(\d+)$/.exec(location.hash);
  const firstBad = runs.findIndex((run) => run.exit_code !== 0);
  const chosen = match && runs[Number(match[1])] ? Number(match[1]) : Math.max(firstBad, 0);
  const run = runs[chosen];
  charts.length = 0;
  afterDrawing.length = 0;
  const main = document.getElementById("report");
  if (!run) {
    main.replaceChildren(h("header", { class: "verdict interrupted" }, h("h1", {}, "Nothing ran"),
      h("p", {}, "This report holds no run.")));
    return;
  }
  run.index = chosen;
  document.title = `${run.verdict}: ${run.name} · locksim`;
  main.replaceChildren(...[
    runList(runs, chosen), headline(run), thresholdsSection(run), expectationsSection(run),
    violationsSection(run), comparisonSection(runs), timesSection(run), seriesSection(run),
    run.is_reduced ? h("p", { class: "note" }, "This run’s series and steps were left out to "
      + "keep the page small; its own result folder has them.") : null,
    factsSection(run),
  ].filter(Boolean));
  drawAll();
  main.dataset.ready = "true";
}

addEventListener("hashchange", render);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
// A chart in a folded part has no size until it is opened.
document.addEventListener("toggle", (event) => {
  for (const plot of event.target.querySelectorAll?.(".plot") || []) plot.graph?.resize();
}, true);
render();
