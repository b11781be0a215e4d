"""Chromium without a window, driven through its own protocol (CDP) over a
pipe: for facts about a page that only a real browser can show."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT_S = 60


def find() -> str | None:
    """The browser's path; None if there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """A browser with one page. Use it as a context; it leaves nothing."""

    def __enter__(self):
        self._home = tempfile.mkdtemp(prefix="sluice-browser-")
        # The browser reads commands from descriptor 3 and answers on 4.
        to_browser, self._commands = os.pipe()
        self._answers, from_browser = os.pipe()
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}',
             find(), "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking",
             f"--user-data-dir={self._home}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": self._home})
        os.close(to_browser)
        os.close(from_browser)
        self._last = 0
        self._held = b""
        self.events: list[dict] = []
        self._session = None
        target = self._call("Target.createTarget", url="about:blank")
        self._session = self._call("Target.attachToTarget", flatten=True,
                                   targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(domain + ".enable")
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        shutil.rmtree(self._home, ignore_errors=True)

    def _read(self) -> dict:
        deadline = time.monotonic() + TIMEOUT_S
        while b"\0" not in self._held:
            ready, _, _ = select.select([self._answers], [], [],
                                        deadline - time.monotonic())
            data = os.read(self._answers, 1 << 20) if ready else b""
            if not data:
                raise TimeoutError("the browser does not answer")
            self._held += data
        message, self._held = self._held.split(b"\0", 1)
        return json.loads(message)

    def _call(self, method: str, **params) -> dict:
        self._last += 1
        command = {"id": self._last, "method": method, "params": params}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while (answer := self._read()).get("id") != self._last:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, path: pathlib.Path, width=1280, height=900, dark=False):
        self._call("Emulation.setDeviceMetricsOverride", width=width,
                   height=height, deviceScaleFactor=1, mobile=width < 600)
        self._call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"}])
        self._call("Page.navigate", url=path.resolve().as_uri())
        deadline = time.monotonic() + TIMEOUT_S
        while self.run("location.protocol + document.readyState") \
                != "file:complete":
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} does not load")
            time.sleep(0.05)

    def run(self, script: str):
        """The value of a JavaScript expression in the page."""
        result = self._call("Runtime.evaluate", expression=script,
                            returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def cpu_of(self, script: str) -> float:
        """Seconds of the processor that the page's thread takes for it."""
        self._call("Performance.enable", timeDomain="threadTicks")
        spent = [self._thread_seconds()]
        self.run(script)
        spent.append(self._thread_seconds())
        return spent[1] - spent[0]

    def _thread_seconds(self) -> float:
        metrics = self._call("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}["TaskDuration"]

    def key(self, name: str, text: str = ""):
        code = {"Enter": 13, "Tab": 9, "Escape": 27, " ": 32}.get(name, 0)
        if name == "Enter":
            text = "\r"
        if name == " ":
            text = " "
        self._call("Input.dispatchKeyEvent", type="keyDown", key=name,
                   text=text, windowsVirtualKeyCode=code)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=name,
                   windowsVirtualKeyCode=code)

    def type(self, text: str):
        for c in text:
            self.key(c, c)

    def screenshot(self, path: pathlib.Path):
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        data = self._call("Page.captureScreenshot", format="png",
                          captureBeyondViewport=True,
                          clip=size | {"x": 0, "y": 0, "scale": 1})["data"]
        path.write_bytes(base64.b64decode(data))

    def media(self, name: str):
        """Shows the page as on this medium ("print"); "" is the screen."""
        self._call("Emulation.setEmulatedMedia", media=name)

    def print_to(self, path: pathlib.Path):
        data = self._call("Page.printToPDF", printBackground=True)["data"]
        path.write_bytes(base64.b64decode(data))

    def complaints(self) -> list[str]:
        """The page's requests other than for itself, console messages, and
        broken policies."""
        self._call("Runtime.evaluate", expression="0")
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Network.requestWillBeSent" and not \
                    params["documentURL"] == params["request"]["url"]:
                found.append(params["request"]["url"])
            if method in ("Log.entryAdded", "Runtime.exceptionThrown",
                          "Runtime.consoleAPICalled",
                          "Page.javascriptDialogOpening"):
                found.append(json.dumps(params))
        return found
