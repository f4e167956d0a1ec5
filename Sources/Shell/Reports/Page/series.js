// What happened second by second: charts over one axis that zoom together.

function seriesSection(run) {
  const series = run.series;
  if (!series || series.x.length < 2) return null;
  const x = series.x;
  const graphs = [];
  const last = x[x.length - 1];
  let window_ = [x[0], last];
  let isSyncing = false;
  const range = h("output", { class: "range" });

  const figures = seriesCharts(run, series).map((spec) => {
    const rows = x.map((at, i) => [at, ...spec.columns.map((column) => column[i] ?? null)]);
    const whole = {
      ...spec, rows, x: clock, labels: ["time", ...spec.names], zoom: (factor) => zoom(factor),
      options: {
        ...spec.options, axes: { x: { ticker: ticker(timeSteps, timeWords) } },
        dateWindow: window_, includeZero: !spec.isLog, logscale: !!spec.isLog,
        underlayCallback: (canvas, area, graph) => shadeWarmup(run, canvas, area, graph),
        drawCallback: (graph, isFirst) => { if (!isFirst) follow(graph); },
      },
      table: () => seriesTable(spec, rows, series),
    };
    return { figure: chart(whole), spec: whole };
  });

  function follow(graph) {
    if (isSyncing) return;
    const [low, high] = graph.xAxisRange();
    if (low === window_[0] && high === window_[1]) return;
    show([Math.max(low, x[0]), Math.min(high, last)], graph);
  }

  function show(wanted, except) {
    window_ = wanted[1] - wanted[0] < 1 ? [wanted[0], wanted[0] + 1] : wanted;
    isSyncing = true;
    for (const { figure, spec } of figures) {
      spec.options.dateWindow = window_;
      const graph = figure.querySelector(".plot").graph;
      if (graph && graph !== except) graph.updateOptions({ dateWindow: window_ });
    }
    isSyncing = false;
    range.textContent = `${clock(window_[0])} to ${clock(window_[1])}`;
  }

  function zoom(factor) {
    if (!factor) return show([x[0], last]);
    const middle = (window_[0] + window_[1]) / 2;
    const half = Math.max((window_[1] - window_[0]) * factor / 2, 0.5);
    show([Math.max(middle - half, x[0]), Math.min(middle + half, last)]);
  }

  function move(share) {
    const by = (window_[1] - window_[0]) * share;
    const bounded = Math.max(Math.min(by, last - window_[1]), x[0] - window_[0]);
    show([window_[0] + bounded, window_[1] + bounded]);
  }

  range.textContent = `${clock(window_[0])} to ${clock(window_[1])}`;
  const button = (text, label, act) =>
    h("button", { type: "button", "aria-label": label, onclick: act }, text);
  const note = series.step > 1
    ? `${count(series.seconds)} seconds are drawn in steps of ${count(series.step)}: of each step `
      + "the least and the greatest value, so no peak is lost."
    : "One value a second.";
  return section("series", "Over time",
    h("p", { class: "note" }, run.mode === "live"
      ? "By the clock. " : "In model time, the clock of the sessions. ", note,
      run.warmup_s > 0 ? " The shaded warm-up doesn’t count for the verdict." : "",
      " Drag to zoom in; all charts follow."),
    h("div", { class: "toolbar", role: "toolbar", "aria-label": "part of the run" },
      button("+", "Zoom in", () => zoom(0.5)), button("−", "Zoom out", () => zoom(2)),
      button("←", "Earlier", () => move(-0.5)), button("→", "Later", () => move(0.5)),
      button("Whole run", "Show the whole run", () => zoom(0)), range),
    h("div", { class: "series-grid" }, figures.map((entry) => entry.figure)));
}

function timeWords(seconds, step) {
  return step % 3600 === 0 && seconds > 0 ? `${count(seconds / 3600)}h` : clock(seconds);
}

function seriesCharts(run, series) {
  const column = (name) => series.columns[name];
  const specs = [];
  const add = (title, y, parts, more) => {
    const known = parts.filter(([name]) => column(name));
    if (!known.length) return;
    specs.push({
      title, y, names: known.map(([, label]) => label),
      columns: known.map(([name]) => column(name)), ...more,
    });
  };
  const rate = (v) => short(v) + "/s";
  const number = (v) => count(Math.round(v));
  add("Load", rate, [["offered", "offered"], ["events", "achieved"]]);
  const isPositive = ["p50", "p99"].every((name) =>
    !column(name) || column(name).every((v) => v === null || v > 0));
  add("Decision latency", duration, [["p50", "p50"], ["p99", "p99"]], { isLog: isPositive });
  add("Locks and unlocks", rate, [["locks", "locks"], ["unlocks", "unlocks"]]);
  add("Leaks and violations", number, [["leaks", "leaks"], ["violations", "violations"]],
    { colours: ["c5", "c2"], dots: [5, 2], steps: wholeSteps, options: { stepPlot: true } });
  add("Generator lag", duration, [["lag_p99", "p99"]]);
  add("Sent late", number, [["late_sends", "more than 1ms late"]],
    { steps: wholeSteps });
  const processes = series.processes || [];
  if (processes.length) {
    specs.push({
      title: "CPU", y: percent, names: processes.map((p) => p.name),
      columns: processes.map((p) => p.cpu), note: "Of one core.",
    });
    specs.push({
      title: "Memory", y: bytes, steps: byteSteps, names: processes.map((p) => p.name),
      columns: processes.map((p) => p.rss),
    });
  }
  return specs;
}

function shadeWarmup(run, canvas, area, graph) {
  if (!(run.warmup_s > 0)) return;
  const left = Math.max(graph.toDomXCoord(0), area.x);
  const right = Math.min(graph.toDomXCoord(run.warmup_s), area.x + area.w);
  if (right <= left) return;
  canvas.fillStyle = colour("shade");
  canvas.fillRect(left, area.y, right - left, area.h);
}

// At most sixty lines: of each stretch the least and greatest value.
function seriesTable(spec, rows, series) {
  const size = Math.max(Math.ceil(rows.length / 60), 1);
  const lines = [];
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size);
    lines.push([clock(part[0][0]), ...spec.names.map((_, i) => {
      const values = part.map((row) => row[i + 1]).filter((v) => v !== null);
      if (!values.length) return "–";
      const [low, high] = [Math.min(...values), Math.max(...values)];
      return low === high ? spec.y(low, i) : `${spec.y(low, i)} to ${spec.y(high, i)}`;
    })]);
  }
  return table(spec.title, ["from", ...spec.names], lines);
}
