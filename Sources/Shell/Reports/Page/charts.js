// Charts: dygraphs with the page's colours, a legend that can be read out, and the keyboard.

const charts = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

function palette() {
  return ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"].map(colour);
}

// Ticks at the first of the steps, which grow, that leaves each label its room.
function ticker(steps, words) {
  return (low, high, pixels, option) => {
    const room = (high - low) * option("pixelsPerLabel") / Math.max(pixels, 1);
    const step = steps.find((step) => step >= room) || steps[steps.length - 1];
    const ticks = [];
    for (let v = Math.ceil(low / step) * step; v <= high; v += step) {
      ticks.push({ v, label: words(v, step) });
    }
    return ticks;
  };
}

function decades(unit, count) {
  return Array.from({ length: count }, (_, i) => [1, 2, 5].map((n) => n * 10 ** i * unit)).flat();
}

const wholeSteps = decades(1, 15);
const byteSteps = [1, 2 ** 10, 2 ** 20, 2 ** 30].flatMap((unit) => decades(unit, 3));
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  ...[1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 1200].map((hours) => hours * 3600)];

// `spec`: title, note, rows, labels, options, x and y to words, steps of y, table.
function chart(spec) {
  const plot = h("div", {
    class: "plot" + (spec.tall ? " tall" : ""), tabindex: "0", role: "img",
    "aria-label": `${spec.title}. ${spec.spoken || ""} Arrow keys step through the values.`,
  });
  const legend = h("div", { class: "legend", "aria-live": "polite" });
  const figure = h("figure", { class: "chart" },
    h("figcaption", {}, h("h3", {}, spec.title), spec.note ? h("p", {}, spec.note) : null),
    legend, plot,
    spec.table ? foldedTable("Table: " + spec.title.toLowerCase(), spec.table) : null);
  figure.draw = () => drawChart(spec, plot, legend);
  charts.push(figure);
  return figure;
}

function drawChart(spec, plot, legend) {
  const colours = spec.colours ? spec.colours.map(colour) : palette();
  const names = spec.labels.slice(1);
  const show = (x, values) => {
    legend.replaceChildren(
      x === null ? "" : h("span", { class: "at" }, spec.x(x)),
      ...names.map((name, i) => h("span", { class: "series" },
        h("i", { style: null, class: "dot d" + (spec.dots ? spec.dots[i] : i % 8 + 1) }),
        name + (x === null || values[i] === null ? "" : ": " + spec.y(values[i], i)))));
  };
  const y = { axisLabelFormatter: (v) => spec.y(v, 0), axisLabelWidth: 68 };
  if (spec.steps) y.ticker = ticker(spec.steps, (v) => spec.y(v, 0));
  const options = {
    labels: spec.labels,
    colors: names.map((_, i) => colours[i % colours.length]),
    gridLineColor: colour("grid"), axisLineColor: colour("line"), axisLabelFontSize: 12,
    strokeWidth: 1.6, highlightCircleSize: 3.5, legend: "never", animatedZooms: false,
    connectSeparatedPoints: true, labelsKMB: false, yRangePad: 6, xRangePad: 2,
    axes: {
      x: { axisLabelFormatter: spec.x, valueFormatter: spec.x, axisLabelWidth: 64 },
      y,
    },
    highlightCallback: (_, x, points, row) => {
      const line = plot.graph ? plot.graph.rawRows[row] : null;
      show(x, line ? line.slice(1) : []);
    },
    unhighlightCallback: () => show(null, []),
    ...spec.options,
  };
  if (spec.options && spec.options.axes) {
    options.axes = {
      x: { axisLabelWidth: 64, ...spec.options.axes.x, axisLabelFormatter: spec.x },
      y,
    };
  }
  if (plot.graph) plot.graph.destroy();
  show(null, []);
  const graph = new Dygraph(plot, spec.rows, options);
  graph.rawRows = spec.rows;
  plot.graph = graph;
  let row = -1;
  plot.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step) {
      const [low, high] = graph.xAxisRange();
      const inside = spec.rows.map((r, i) => i)
        .filter((i) => spec.rows[i][0] >= low && spec.rows[i][0] <= high);
      if (!inside.length) return;
      row = Math.min(Math.max(row < 0 ? inside[0] : row + step, inside[0]),
        inside[inside.length - 1]);
      graph.setSelection(row);
      show(spec.rows[row][0], spec.rows[row].slice(1));
    } else if (spec.zoom && (event.key === "+" || event.key === "-")) {
      spec.zoom(event.key === "+" ? 0.5 : 2);
    } else if (spec.zoom && event.key === "0") {
      spec.zoom(0);
    } else return;
    event.preventDefault();
  };
  return graph;
}

function drawAll() {
  for (const figure of charts) if (figure.isConnected) figure.draw();
  for (const hook of afterDrawing) hook();
}

const afterDrawing = [];

// Bars around each x, as a dygraphs plotter.
function bars(event) {
  const area = event.drawingContext;
  const points = event.points;
  if (!points.length) return;
  const bottom = event.dygraph.toDomYCoord(event.dygraph.yAxisRange()[0]);
  let gap = Infinity;
  for (let i = 1; i < points.length; i++) {
    gap = Math.min(gap, points[i].canvasx - points[i - 1].canvasx);
  }
  const width = Math.max(Math.min(Number.isFinite(gap) ? gap * 0.8 : 60, 80), 2);
  area.fillStyle = event.color;
  for (const point of points) {
    if (!Number.isFinite(point.canvasy)) continue;
    area.fillRect(point.canvasx - width / 2, point.canvasy, width, bottom - point.canvasy);
  }
}

// ---- Percentiles, at equal steps of 1 / (1 - p).

function percentileWords(x) {
  const p = 100 - 100 * Math.pow(10, -x);
  const places = x < 1 ? 0 : Math.max(Math.ceil(x) - 2, 0) + (x % 1 > 0.01 ? 1 : 0);
  return p.toFixed(Math.min(places, 9)) + "%";
}

function percentileTicks(low, high, pixels) {
  const ticks = pixels > 60 * (high - low + 2)
    ? [{ v: 0, label: "0%" }, { v: Math.log10(2), label: "50%" }] : [{ v: 0, label: "0%" }];
  for (let x = 1; x <= Math.ceil(high); x++) ticks.push({ v: x, label: percentileWords(x) });
  return ticks.filter((tick) => tick.v >= low - 0.01 && tick.v <= high + 0.01);
}

function percentileChart(title, note, x, curves) {
  const names = Object.keys(curves);
  const rows = x.map((at, i) => [at, ...names.map((name) => curves[name][i] ?? null)])
    .filter((row) => row.slice(1).some((value) => value !== null));
  let isLog = rows.every((row) => row.slice(1).every((value) => value === null || value > 0));
  const spec = {
    title, note, tall: true, rows, labels: ["percentile", ...names],
    x: percentileWords, y: (v) => duration(v),
    options: {
      logscale: isLog, axes: { x: { ticker: percentileTicks, drawGrid: true } },
    },
    table: () => table(title, ["percentile", ...names],
      rows.filter((_, i) => i % 4 === 0 || i === rows.length - 1)
        .map((row) => [percentileWords(row[0]), ...row.slice(1).map(duration)])),
  };
  const figure = chart(spec);
  if (isLog) {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      spec.options.logscale = box.checked;
      figure.draw();
    });
    figure.querySelector(".legend").before(
      h("label", { class: "switch" }, box, " logarithmic times"));
  }
  return figure;
}

// ---- A histogram: a bar for each bucket.

function histogramChart(title, note, bounds, counts) {
  const words = (i) => (bounds[i] === undefined ? "" : "≤ " + duration(bounds[i]));
  const rows = counts.map((value, i) => [i, value]);
  return chart({
    title, note, rows, labels: ["bucket", "timers"], colours: ["c1"],
    x: (v) => (Number.isInteger(v) ? words(v) : ""), y: (v) => count(Math.round(v)),
    steps: wholeSteps,
    options: {
      plotter: bars, includeZero: true, dateWindow: [-0.6, counts.length - 0.4],
      axes: {
        x: {
          drawGrid: false,
          ticker: () => bounds.map((_, i) => ({ v: i, label: words(i) }))
            .filter((_, i) => i % Math.ceil(bounds.length / 8) === 0),
        },
      },
    },
    table: () => table(title, ["fired after its deadline", "timers"],
      counts.map((value, i) => [words(i), count(value)])),
  });
}
