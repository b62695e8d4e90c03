# SPDX-License-Identifier: Apache-2.0
"""Debian's chromium, headless, with the functions that the tests of the page need."""
import json
import pathlib
import tempfile

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from served import check, waited

FLAGS = ("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
         "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars").split()


class Browser:
    def __init__(self, width=1280, height=860, dark=False):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = Options()
        for flag in [*FLAGS, f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.folder = pathlib.Path(self.profile.name) / "downloads"
        options.add_experimental_option("prefs", {"download.default_directory": str(self.folder)})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.said = []
        self.look(width, height, dark)

    def look(self, width, height, dark=False):
        command = self.driver.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.profile.cleanup()

    def open(self, url):
        self.driver.get(url)

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def shown(self, css):
        waited(lambda: self.all(css), css)

    def act(self, action, what):
        """Does an action on an element; again if the page redraws the element between finding it and acting on it."""
        def done():
            try:
                action()
                return True
            except (StaleElementReferenceException, ElementNotInteractableException, ElementClickInterceptedException):
                return False
        waited(done, what)

    def on(self, css, action, what):
        self.act(lambda: action(waited(lambda: next(iter(self.all(css)), None), css)), f"{what} {css}")

    def click(self, css):
        self.on(css, lambda element: element.click(), "a click on")

    def write(self, css, text, clear=False):
        def typed(element):
            if clear:
                element.clear()
            element.send_keys(text)
        self.on(css, typed, f"{text!r} in")

    def text(self, css):
        """The text of the first match, or ""; does not wait for the page."""
        return self.js("return document.querySelector(arguments[0])?.textContent ?? ''", css)

    def press(self, key):
        """Presses a key for the element that has the focus at that moment."""
        self.act(lambda: ActionChains(self.driver).send_keys(key).perform(), f"the key {key}")

    def view(self, name):
        self.js("location.hash = arguments[0]", name)
        waited(lambda: self.js("return document.querySelector('[aria-current=page]')?.dataset.view") == name, name)

    def requested(self):
        """Every address requested since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [m["params"]["request"]["url"] if "request" in m["params"] else m["params"]["url"] for m in messages
                if m["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated")]

    def downloads(self, name):
        """The completely downloaded files of this name."""
        return [file for file in self.folder.glob(name) if not list(self.folder.glob("*.crdownload"))]

    def complaints(self):
        """All errors on the console so far, except those of an unavailable server."""
        quiet = ("net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE", "net::ERR_CONNECTION_RESET", "WebSocket connection to")
        self.said += [entry["message"] for entry in self.driver.get_log("browser") if not any(text in entry["message"] for text in quiet)]
        return self.said


def readable(browser, view):
    """Checks the requirements of screen readers: one h1, and a name for every control and picture."""
    nameless = browser.js("""
      return [...document.querySelectorAll("button, a, input, canvas, svg[role=img], dialog")]
        .filter((e) => e.checkVisibility() && !(e.getAttribute("aria-label") || e.textContent.trim() || e.closest("label")?.textContent.trim()))
        .map((e) => e.outerHTML.slice(0, 120))""")
    check(nameless == [], view, "has elements without a name:", nameless)
    check(browser.js("return document.querySelectorAll('h1').length") == 1, view, "has one heading")
    check(browser.js("return document.querySelectorAll('main, nav[aria-label], [aria-live]').length") >= 3, view, "has its landmarks")
