// Pages that are opened from a disk may not start workers: there the search runs in a hidden frame, which has the few
// functions of a worker that it calls.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = "<!doctype html>";
      this.started = new Promise((started) => {
        frame.onload = () => {
          const inside = frame.contentWindow;
          inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
          inside.importScripts = () => {};
          const script = frame.contentDocument.createElement("script");
          script.src = url;
          script.onload = () => started(inside);
          frame.contentDocument.body.append(script);
        };
      });
      (document.body || document.documentElement).append(frame);
    }
    postMessage(data) {
      this.started.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", {data})));
    }
    terminate() {}
  };
}
