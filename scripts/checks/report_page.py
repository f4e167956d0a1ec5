"""Opens the pages of results in Chromium and does what people do with them."""

import re
import sys
from pathlib import Path

import axe_core_python
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
INKED = """
return [...document.querySelectorAll(".plot")].filter(p => p.offsetParent && p.clientHeight)
  .map(plot => [...plot.querySelectorAll("canvas")].some(canvas => {
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return data.some(byte => byte !== 0);
  }));
"""
RANGES = """
return [...document.querySelectorAll("#series .plot")].map(p => p.graph.xAxisRange().join());
"""


class Page:
    """A browser with one page open: no error may be in its console, nothing may be loaded."""

    def __init__(self, path, width=1200, height=900, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.browser = webdriver.Chrome(options=options, service=service)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        self.resize(width, height)
        self.width = width
        self.browser.get(path.resolve().as_uri())
        WebDriverWait(self.browser, 20).until(
            lambda browser: browser.find_element(By.TAG_NAME, "main").text)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                messages = [entry["message"] for entry in self.browser.get_log("browser")]
                assert not messages, messages
                loaded = self.run("return performance.getEntriesByType('resource').length")
                assert loaded == 0, "the page loads something"
                wide = self.run("return document.documentElement.scrollWidth")
                assert wide <= self.width, f"{wide} pixels wide on a screen of {self.width}"
        finally:
            self.browser.quit()

    def resize(self, width, height):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def check_charts(self, least):
        inked = self.run(INKED)
        assert len(inked) >= least and all(inked), inked
        clipped = self.run("""return [...document.querySelectorAll(".dygraph-axis-label-x")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)""")
        assert not clipped, clipped
        repeated = self.run("""return [...document.querySelectorAll(".plot")].map(plot =>
            [...plot.querySelectorAll(".dygraph-axis-label-y")].map(e => e.textContent)
              .filter(Boolean)).filter(texts => new Set(texts).size < texts.length)""")
        assert not repeated, repeated

    def check_words(self):
        """Numbers have one style, whether the page made their words or the data brought them."""
        text = self.find("main").text
        for pattern in (r"\d[\u202f\u00a0]\d{3}\b", r"\d ?us\b", r"\d (ns|µs|ms|s|%)(?=\s|$)"):
            assert not re.search(pattern, text), re.search(pattern, text)
        assert re.search(r"^seed \d", self.find(".sub .fact:last-child").text)
        cut = self.run("""return [...document.querySelectorAll("#facts > .scroll")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)""")
        assert not cut, cut

    def check_names(self):
        """What can be operated has a name; each chart has its table; headings skip no level; and
        what axe-core finds, contrast among it."""
        nameless = self.run("""
            return [...document.querySelectorAll("button, input, summary, [role=img], [tabindex]")]
              .filter(e => e.offsetParent && !(e.textContent.trim() || e.getAttribute("aria-label")
                || e.labels && e.labels.length)).map(e => e.outerHTML.slice(0, 80));""")
        assert not nameless, nameless
        bare = self.run("""return [...document.querySelectorAll("figure")]
            .filter(f => !f.querySelector("details > summary")
              && f.querySelector("h3").textContent !== "CPU for each event").length""")
        assert bare == 0, f"{bare} charts without a table"
        levels = self.run("""return [...document.querySelectorAll("h1, h2, h3, h4")]
            .map(e => Number(e.tagName[1]))""")
        steps = [b - a for a, b in zip(levels, levels[1:])]
        assert levels[0] == 1 and max(steps, default=0) <= 1, levels
        self.run(AXE)
        found = self.browser.execute_async_script(
            "axe.run().then(arguments[0], error => arguments[0]({error: String(error)}))")
        wrong = [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]]
        assert not wrong and len(found["passes"]) > 20, wrong

    def shoot(self, folder, name, selector=None):
        if not folder:
            return
        folder.mkdir(parents=True, exist_ok=True)
        height = self.run("return document.documentElement.scrollHeight")
        self.resize(self.width, min(height, 6000))
        target = self.find(selector) if selector else self.browser
        (target.screenshot if selector else target.save_screenshot)(str(folder / f"{name}.png"))
        self.resize(self.width, 900)


def check_player(page):
    player = page.find(".player")
    position = page.find(".player .position")
    last = position.text
    total = int(last.split()[-1])
    assert last == f"{total} of {total}" and total > 3, last
    assert "violation" in page.find(".player .spoken").text
    player.send_keys(Keys.ARROW_LEFT)
    assert position.text == f"{total - 1} of {total}"
    assert "violation" not in page.find(".player .spoken").text
    player.send_keys(Keys.HOME)
    assert position.text == f"1 of {total}"
    player.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert position.text == f"3 of {total}"
    assert page.all(".player .card"), "no window is shown"
    assert len(page.all(".player .trail .now")) == 1
    page.find(".player .trail li:last-child button").click()
    assert position.text == last
    assert "locksim run" in page.find(".violation .command code").text


def check_zoom(page):
    page.run("document.getElementById('series').scrollIntoView()")
    whole = page.run(RANGES)
    assert len(whole) >= 2 and len(set(whole)) == 1, whole
    page.find("#series [aria-label='Zoom in']").click()
    zoomed = page.run(RANGES)
    assert len(set(zoomed)) == 1 and zoomed != whole, zoomed
    page.find("#series .plot").send_keys("0")
    assert page.run(RANGES) == whole
    # As if dragged in the first chart alone.
    page.run("""const graph = document.querySelector("#series .plot").graph;
        const [low, high] = graph.xAxisRange();
        graph.updateOptions({dateWindow: [low + (high - low) / 4, low + (high - low) / 2]});""")
    dragged = page.run(RANGES)
    assert len(set(dragged)) == 1 and dragged != whole, dragged
    page.find("#series [aria-label='Show the whole run']").click()
    page.find("#series .plot").send_keys(Keys.ARROW_RIGHT)
    assert page.find("#series .legend .at").text, "the keyboard reads no value"


def ticks(page, title):
    """What stands at the upright axis of a chart."""
    return page.run("""return [...document.querySelectorAll("figure")]
        .filter(f => f.querySelector("h3").textContent === arguments[0])
        .flatMap(f => [...f.querySelectorAll(".dygraph-axis-label-y")])
        .map(e => e.textContent)""", title)


def check_leak(results, shots):
    """At a picture that leaks the screen is off, and it is the picture that shows something."""
    with Page(results / "leak/report.html") as page:
        page.find(".player .trail .leak:nth-last-child(2) button").click()
        chip = page.find(".player .chip.alarm").text
        assert chip == "the picture taken shows sensitive content", chip
        assert not page.all(".player .chip.quiet")
        page.check_names()
        page.shoot(shots, "leak", ".violation")
    with Page(results / "long/report.html") as page:
        page.check_charts(2)
        hours = page.run("""return [...document.querySelector("#series .plot")
            .querySelectorAll(".dygraph-axis-label-x")].map(e => e.textContent)""")
        assert len(hours) > 2 and all(re.fullmatch(r"0:00|\d+h", hour) for hour in hours), hours
        page.shoot(shots, "long")


def check_failing(results, shots):
    for name, width, dark in (("light", 1200, False), ("dark", 1200, True), ("narrow", 390, True)):
        with Page(results / "failing/report.html", width, dark=dark) as page:
            assert "FAIL" in page.find("h1").text
            assert page.all("#thresholds tr.bad")
            check_player(page)
            page.check_charts(3)
            page.check_names()
            page.check_words()
            check_zoom(page)
            page.shoot(shots, f"failing-{name}")
            page.shoot(shots, f"player-{name}", ".violation")


def check_others(results, shots):
    with Page(results / "passing/report.html") as page:
        assert "PASS" in page.find("h1").text and not page.all("#violations")
        page.check_charts(2)
        check_zoom(page)
    for name, width in (("live", 1200), ("live-narrow", 390)):
        with Page(results / "live/report.html", width) as page:
            titles = [title.text for title in page.all("figure h3")]
            wanted = {"Latency by percentile", "Timer lateness", "Load", "Decision latency",
                      "Generator lag", "CPU", "Memory"}
            assert wanted <= set(titles), titles
            page.check_charts(8)
            page.check_names()
            page.check_words()
            memory = ticks(page, "Memory")
            assert memory and all(re.fullmatch(r"\d+ .iB|0 B", tick) for tick in memory), memory
            check_zoom(page)
            page.shoot(shots, name)
    with Page(results / "timers/report.html", 390) as page:
        page.check_charts(3)
        page.shoot(shots, "timers-narrow", "#queues")
    with Page(results / "timers/report.html") as page:
        assert len(page.all("nav .runs a")) == 3
        assert "one digest" in page.find("#queues").text
        page.check_names()
        page.check_charts(3)
        page.all("nav .runs a")[2].click()
        # The page is drawn anew once its address has changed.
        WebDriverWait(page.browser, 20).until(lambda _: page.run("""
            const runs = [...document.querySelectorAll("nav .runs a")];
            return runs.length === 3 && runs[2].getAttribute("aria-current");"""))
        page.check_charts(3)
        page.shoot(shots, "timers")
    with Page(results / "script/report.html") as page:
        assert "PASS" in page.find("h1").text
        check_player(page)
        page.shoot(shots, "script", ".violation")
    with Page(results / "scripts/report.html") as page:
        assert page.all("#expectations .failure")
        page.check_names()
        page.shoot(shots, "scripts")
    with Page(results / "empty/report.html") as page:
        assert page.find("h1").text and not page.all(".plot")
        page.check_names()


def check_trend(results, shots):
    for name, width, dark in (("light", 1200, False), ("dark", 1200, True), ("narrow", 390, True)):
        with Page(results / "trend.html", width, dark=dark) as page:
            assert page.all("svg path, svg polyline, svg circle"), "no chart"
            assert page.all("section:nth-of-type(2) tbody tr"), "the change is not found"
            page.check_names()
            page.shoot(shots, f"trend-{name}")


def main(words):
    results = Path(words[0])
    shots = Path(words[2]) if words[1:2] == ["--screenshots"] else None
    check_failing(results, shots)
    check_others(results, shots)
    check_leak(results, shots)
    check_trend(results, shots)
    print("report_page: the pages work")


main(sys.argv[1:])
