"""A headless Chromium on a pair of pipes: the few commands of the DevTools protocol that the page's test needs.

No port is opened and no package besides Chromium is needed: --remote-debugging-pipe reads commands from descriptor 3 and
writes answers to 4, each a JSON text that ends with a zero byte.
"""

import base64
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find():
    """The path of a Chromium; None if there is none. ABUT_CHROMIUM names one."""
    given = os.environ.get("ABUT_CHROMIUM")
    if given is not None:
        return given if os.access(given, os.X_OK) else None
    return next(filter(None, map(shutil.which, NAMES)), None)


def end_with_parent():
    """In the child: whoever ends the test ends the browser (prctl PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Browser:
    """One page. `width`, `height`: of the window in pixels; `dark`: the colour scheme."""

    def __init__(self, program, width=1280, height=1000, dark=False, webgl=True):
        self.profile = tempfile.mkdtemp(prefix="abut-browser-")
        # Software rendering: there is no GPU to count on, and newer versions have to be told so.
        flags = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if webgl else [
            "--disable-gpu", "--disable-3d-apis"]
        (there, commands), (answers, back) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"', str(there), str(back), program,
             "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "--hide-scrollbars",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", *flags, "about:blank"],
            pass_fds=(there, back), preexec_fn=end_with_parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.commands, self.answers = commands, answers
        self.number, self.buffer, self.session = 0, b"", None
        self.events = []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Network.enable")
        self.call("Log.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self, limit):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0.0, limit - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise ConnectionError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, timeout=120, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        limit = time.monotonic() + timeout
        while True:
            answer = self._message(limit)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def open(self, path, query="", seconds=90):
        """Opens a file, and waits until the page says that it is complete."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + query)
        self.wait("document.documentElement?.dataset.complete !== undefined", seconds)

    def wait(self, condition, seconds=30):
        limit = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > limit:
                raise TimeoutError(f"never true: {condition}; {self.complaints()}")
            time.sleep(0.02)

    def complaints(self):
        """What the page has said that is wrong: exceptions, errors on the console."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            if event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
        return found

    def cpu_seconds(self):
        """What all processes of the browser have computed so far."""
        parents, ticks = {}, {}
        for folder in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{folder}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(folder)], ticks[int(folder)] = int(fields[1]), int(fields[11]) + int(fields[12])
        total, family = 0, [self.process.pid]
        while family:
            parent = family.pop()
            total += ticks.get(parent, 0)
            family += [child for child, of in parents.items() if of == parent]
        return total / os.sysconf("SC_CLK_TCK")

    def requests(self):
        return [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]

    def click(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                      buttons=1 if kind == "mousePressed" else 0, clickCount=0 if kind == "mouseMoved" else 1)

    def drag(self, x, y, dx, dy):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", buttons=1, clickCount=1)
        for k in range(1, 6):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx * k / 5, y=y + dy * k / 5, button="left",
                      buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button="left", clickCount=1)

    def wheel(self, x, y, delta):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def screenshot(self, path, whole=False):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
