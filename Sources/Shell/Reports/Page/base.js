// Elements, words and numbers. Text goes into the page as text alone, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

function digits(value, unit) {
  const number = value / unit;
  const places = number >= 100 ? 0 : number >= 10 ? 1 : 2;
  return String(Number(number.toFixed(places)));
}

function two(number) {
  return String(number).padStart(2, "0");
}

// Nanoseconds as `512ns`, `1.23ms`, `1m 05s`, as texts that come with the data have them.
function duration(ns) {
  if (ns === null || ns === undefined) return "–";
  for (const [large, small, names] of [[86400, 3600, "dh"], [3600, 60, "hm"], [60, 1, "ms"]]) {
    if (ns < large * 1e9) continue;
    const seconds = Math.floor(ns / 1e9);
    const rest = Math.floor(seconds % large / small);
    return Math.floor(seconds / large) + names[0] + (rest ? ` ${two(rest)}${names[1]}` : "");
  }
  for (const [unit, name] of [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]]) {
    if (ns >= unit) return digits(ns, unit) + name;
  }
  return digits(ns, 1) + "ns";
}

// A time in a text that was made for a terminal.
function spelled(text) {
  return text.replace(/\b(\d+(?:\.\d+)?)us\b/g, "$1µs");
}

// Exact to the nanosecond, in seconds.
function exactSeconds(ns) {
  const whole = Math.floor(ns / 1e9);
  const rest = String(Math.round(ns - whole * 1e9)).padStart(9, "0").replace(/0+$/, "");
  return group(whole) + (rest ? "." + rest : "") + "s";
}

function group(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

function count(number) {
  if (number === null || number === undefined) return "–";
  return Number.isInteger(number) ? group(number) : String(Number(number.toFixed(2)));
}

function short(number) {
  for (const [unit, name] of [[1e9, " G"], [1e6, " M"], [1e3, " k"]]) {
    if (number >= unit) return digits(number, unit) + name;
  }
  return digits(number, 1);
}

function bytes(number) {
  for (const [unit, name] of [[2 ** 30, " GiB"], [2 ** 20, " MiB"], [2 ** 10, " KiB"]]) {
    if (number >= unit) return digits(number, unit) + name;
  }
  return number + " B";
}

function percent(share) {
  return digits(share * 100, 1) + "%";
}

// Seconds of a run as `0:42`, `1:02:03`.
function clock(seconds) {
  const whole = Math.floor(seconds);
  const rest = seconds - whole;
  const fraction = rest > 0.0005 ? rest.toFixed(1).slice(1) : "";
  return whole >= 3600
    ? `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
    : `${Math.floor(whole / 60)}:${two(whole % 60)}${fraction}`;
}

function table(caption, head, rows, leftColumns = 1) {
  const cell = (tag, text, column, more) =>
    h(tag, { class: column < leftColumns ? null : "number", ...more }, text);
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, head.map((text, i) => cell("th", text, i, { scope: "col" })))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text, i) =>
        i === 0 ? cell("th", text, i, { scope: "row" }) : cell("td", text, i)))))));
}

// A table made when it is opened: long ones cost nothing until then.
function foldedTable(title, make) {
  const details = h("details", {}, h("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(make());
  });
  return details;
}

function section(id, title, ...children) {
  return h("section", { id, "aria-labelledby": id + "-title" },
    h("h2", { id: id + "-title" }, title), ...children);
}

function plural(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

function copyButton(text) {
  const button = h("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return button;
}

function commandLine(text) {
  return h("div", { class: "command" }, h("code", {}, text), copyButton(text));
}
