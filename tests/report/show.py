"""Opens report pages in headless Chromium: pictures of them, and how long they take to open.

Usage: show.py PAGE [--picture FILE.png] [--whole] [--dark] [--canvas] [--size WxH] [--choose N] [--times N]

--whole takes the page from top to bottom, --choose chooses a contact first, --times opens it N times and prints, in
milliseconds from the start of the navigation, when the scene was drawn and when all was, and the processor time of all
the browser's processes, which other load does not change.
"""

import argparse
import statistics
import sys

import browser


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--picture")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--canvas", action="store_true")
    parser.add_argument("--size", default="1280x1000")
    parser.add_argument("--choose", type=int)
    parser.add_argument("--script")
    parser.add_argument("--times", type=int, default=1)
    arguments = parser.parse_args()
    program = browser.find()
    if program is None:
        sys.exit("show.py: there is no Chromium here")
    width, height = map(int, arguments.size.split("x"))
    opened, complete, computed = [], [], []
    for k in range(arguments.times):
        # A browser of its own for each: what the one before has left to do would count here.
        page = browser.Browser(program, width, height, arguments.dark)
        before = page.cpu_seconds()
        page.open(arguments.page, "?canvas" if arguments.canvas else "")
        data = page.run("({...document.documentElement.dataset})")
        opened.append(int(data["opened"]))
        complete.append(int(data["complete"]))
        computed.append(page.cpu_seconds() - before)
        if k + 1 < arguments.times:
            page.__exit__()
    with page:
        print(f"{data['viewer']}: scene drawn after {statistics.median(opened):.0f} ms (most {max(opened)}), "
              f"all after {statistics.median(complete):.0f} ms (most {max(complete)}), for {statistics.median(computed):.2f} s "
              f"of processor time; complaints: {page.complaints()}")
        if arguments.choose is not None:
            page.run(f"abut.state.choose({arguments.choose}, 'test')")
        if arguments.script:
            print(page.run(arguments.script))
        page.run("new Promise(done => setTimeout(done, 900))")
        if arguments.picture:
            if arguments.whole:
                tall = page.run("document.documentElement.scrollHeight")
                page.call("Emulation.setDeviceMetricsOverride", width=width, height=tall, deviceScaleFactor=1, mobile=False)
                page.run("new Promise(done => setTimeout(done, 600))")
            page.screenshot(arguments.picture)


main()
