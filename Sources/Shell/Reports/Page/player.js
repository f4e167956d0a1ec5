// The player: a violation's session, step by step, as a stack of windows.

const roleWords = {
  content: "content", alert: "alert", loading: "loading", launch: "launch", login: "login",
  lock: "lock", cover: "cover", keyboard: "keyboard", system: "system",
};

function player(film, number) {
  const steps = film.steps;
  const id = `film-${number}`;
  let at = steps.length - 1;
  const stage = h("div", { class: "stage" });
  const facts = h("div", { class: "facts" });
  const spoken = h("p", { class: "spoken", "aria-live": "polite" });
  const slider = h("input", {
    type: "range", min: 1, max: steps.length, value: at + 1, step: 1, class: "slider",
    "aria-label": "step", id: id + "-slider",
  });
  const position = h("output", { class: "position", for: id + "-slider" });
  const items = steps.map((step, i) => h("li", { class: "step " + step.kind },
    h("button", { type: "button", tabindex: "-1", onclick: () => go(i) },
      h("time", {}, exactSeconds(step.at)),
      h("span", { class: "what" }, step.title),
      step.answers.length
        ? h("span", { class: "answers" }, "→ " + step.answers.join(", ")) : null)));
  const trail = h("ol", { class: "trail", "aria-label": "events" }, items);
  const button = (text, label, act) =>
    h("button", { type: "button", "aria-label": label, onclick: act }, text);

  function go(index, isFirst) {
    at = Math.min(Math.max(index, 0), steps.length - 1);
    const step = steps[at];
    slider.value = at + 1;
    slider.setAttribute("aria-valuetext", `step ${at + 1} of ${steps.length}: ${step.title}`);
    position.textContent = `${at + 1} of ${steps.length}`;
    stage.replaceChildren(...step.scenes.map((scene) => sceneView(scene, step)));
    if (!step.scenes.length) {
      stage.append(h("p", { class: "nothing" }, "No scene: the app has no windows now."));
    }
    facts.replaceChildren(...stepFacts(step, at > 0 ? steps[at - 1] : null));
    items.forEach((item, i) => {
      item.classList.toggle("now", i === at);
      item.firstElementChild.setAttribute("aria-current", i === at ? "step" : "false");
      // One stop of the tab key for the whole list.
      item.firstElementChild.tabIndex = i === at ? 0 : -1;
    });
    spoken.textContent = `${exactSeconds(step.at)}: ${step.title}`;
    spoken.className = "spoken " + step.kind;
    const item = items[at];
    const top = item.offsetTop;
    if (top < trail.scrollTop || top + item.offsetHeight > trail.scrollTop + trail.clientHeight) {
      trail.scrollTop = top - trail.clientHeight / 2;
    }
    if (isFirst) trail.scrollTop = trail.scrollHeight;
  }

  slider.addEventListener("input", () => go(Number(slider.value) - 1));
  const root = h("div", {
    class: "player", id, tabindex: "0", role: "group",
    "aria-label": `Player of ${film.rule}, session ${film.session}. `
      + "Left and right arrow keys step, Home and End jump.",
  },
  h("div", { class: "controls" },
    button("|◀", "First step", () => go(0)), button("◀", "Step back", () => go(at - 1)),
    slider,
    button("▶", "Step on", () => go(at + 1)),
    button("▶|", "The violation", () => go(steps.length - 1)), position),
  spoken,
  h("div", { class: "scene-and-facts" }, stage, facts),
  trail);
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = {
      ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1,
      PageUp: at - 10, PageDown: at + 10,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  });
  afterDrawing.push(() => go(at, true));
  go(at, true);
  return root;
}

// Windows as cards, the back one first, each later one in front of it.
function sceneView(scene, step) {
  const shown = scene.windows.filter((window_) => !window_.hidden);
  const front = shown[shown.length - 1];
  const isAlarm = step.kind === "leak" || step.kind === "violation";
  // What is behind the home screen nobody sees but on the picture taken of it.
  const exposed = scene.state === "background"
    ? "the picture taken shows sensitive content" : "sensitive content can be seen";
  const marks = [
    h("span", { class: "chip" }, scene.state),
    scene.locked ? h("span", { class: "chip lock" }, "lock up") : null,
    scene.covered ? h("span", { class: "chip cover" }, "cover up") : null,
    h("span", { class: "chip " + (scene.exposed ? (isAlarm ? "alarm" : "seen") : "quiet") },
      scene.exposed ? exposed : "no sensitive content to be seen"),
  ];
  return h("div", { class: "scene" + (isAlarm ? " alarmed" : "") },
    h("h3", { class: "small" }, scene.name === "main"
      ? "Windows, the front one lowest" : "Windows of " + scene.name),
    h("p", { class: "chips" }, marks),
    h("ol", { class: "stack" }, scene.windows.map((window_, i) => {
      const badges = [
        window_.key ? h("b", { class: "badge key" }, "key") : null,
        window_.sensitive ? h("b", { class: "badge sensitive" }, "sensitive") : null,
        window_.hidden ? h("b", { class: "badge" }, "hidden") : null,
        window_.transparent ? h("b", { class: "badge" }, "see-through") : null,
      ];
      return h("li", {
        class: `card role-${window_.role}` + (window_.hidden ? " hidden" : "")
          + (window_.transparent ? " transparent" : "") + (window_ === front ? " front" : ""),
      },
      h("div", { class: "strip" },
        h("span", { class: "name" }, window_.id), badges,
        h("span", { class: "level" }, "level " + window_.level)),
      h("div", { class: "inside" },
        h("span", { class: "role" }, roleWords[window_.role] || window_.role),
        window_.content.length
          ? h("span", { class: "controllers" }, window_.content.join(" › ")) : null));
    })),
    scene.responder ? h("p", { class: "note" }, "Keyboard: " + scene.responder) : null);
}

function wallWords(text) {
  // Nanoseconds as a decimal text: beyond what a number holds exactly.
  const date = new Date(Number(BigInt(text) / 1000000n));
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace("T", " ").slice(0, 23);
}

function stepFacts(step, before) {
  const hasPassed = before && step.continuous !== before.continuous;
  const since = (now, then) => {
    if (!before) return "";
    const difference = Number(BigInt(now) - BigInt(then));
    if (difference === 0) return hasPassed ? "stands still" : "";
    return (difference < 0 ? "−" : "+") + duration(Math.abs(difference));
  };
  const row = (name, value, change) => h("tr", {
    class: change === "stands still" ? "still" : null,
  },
    h("th", { scope: "row" }, name), h("td", { class: "number" }, value),
    h("td", { class: "number change" }, change));
  const old = before || step;
  return [
    h("p", { class: "chips" }, step.states.map((text) => h("span", { class: "chip" }, text))),
    h("table", { class: "clocks" },
      h("caption", {}, "Clocks"),
      h("tbody", {},
        row("since boot", exactSeconds(step.continuous), since(step.continuous, old.continuous)),
        row("awake", exactSeconds(step.uptime), since(step.uptime, old.uptime)),
        row("wall", wallWords(step.wall), since(step.wall, old.wall)),
        row("boot", String(step.boot), step.boot === old.boot ? "" : "another"))),
    h("table", { class: "timers" },
      h("caption", {}, "Pending timers"),
      h("tbody", {}, step.timers.length
        ? step.timers.map((timer) => h("tr", {},
          h("th", { scope: "row" }, `${timer.kind} ${timer.generation}`),
          h("td", { class: "number" }, exactSeconds(timer.deadline)),
          h("td", { class: "number change" }, timer.deadline >= step.at
            ? "in " + duration(timer.deadline - step.at)
            : duration(step.at - timer.deadline) + " ago")))
        : h("tr", {}, h("td", {}, "none")))),
  ];
}
