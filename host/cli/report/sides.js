// The scene from three sides, without perspective: drawn one after the other when the page is idle.

const sideViews = [
  ["Front", "x", "z", (x, y, z) => [x, z, y]],
  ["Side", "y", "z", (x, y, z) => [y, z, -x]],
  ["Top", "x", "y", (x, y, z) => [x, y, -z]],
];

function drawSide(canvas, turned, tints) {
  const context = canvas.getContext("2d"), { width, height } = canvas, margin = 34;
  const reaches = turned(...facts.half_extent).map(Math.abs), [low, high] = [reaches.map((x) => -x), reaches];
  const scale = Math.min((width - 2 * margin) / (high[0] - low[0] || 1), (height - 2 * margin) / (high[1] - low[1] || 1));
  const middle = [0, 1].map((k) => (low[k] + high[k]) / 2);
  const project = (x, y, z) => {
    const q = turned(x, y, z);
    return { x: width / 2 + scale * (q[0] - middle[0]), y: height / 2 - 8 - scale * (q[1] - middle[1]), depth: q[2], scale };
  };
  context.fillStyle = style("--card");
  context.fillRect(0, 0, width, height);
  paintBodies(context, project, { tints, opacity: 0.55, line: 0.8, edge: dark.matches ? "#666e77" : "#b3ab9a" });
  const radius = Math.min(6, Math.max(1.4, 90 / Math.sqrt(contactCount + 1)));
  paintContacts(context, project, { radius, rim: "rgb(0 0 0 / .4)" });
  drawRule(context, scale, width, height);
}

/// A length to compare with.
function drawRule(context, scale, width, height) {
  const rule = niceStep(width / scale, 5), ink = style("--quiet");
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(24, height - 14);
  context.lineTo(24 + rule * scale, height - 14);
  context.stroke();
  context.font = "20px system-ui, sans-serif";
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText(withUnit(short(rule, 3)), 32 + rule * scale, height - 8);
}

/// `done` is called when all have been drawn once.
function showSides(viewer, done) {
  const box = document.getElementById("sides"), jobs = [];
  for (const [name, across, up, turned] of sideViews) {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption"), canvas = document.createElement("canvas");
    caption.append(name, Object.assign(document.createElement("span"), { className: "quiet", textContent: `  ${across} to the right, ${up} up` }));
    canvas.width = 720;
    canvas.height = 640;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${name} view: bodies as outlines, contacts coloured by separation`);
    figure.append(caption, canvas);
    box.append(figure);
    jobs.push(() => drawSide(canvas, turned, viewer.tints));
  }
  const later = window.requestIdleCallback || ((job) => setTimeout(job, 30));
  const all = () => jobs.forEach((job) => later(job, { timeout: 2000 }));
  all();
  later(done, { timeout: 2000 });
  dark.addEventListener("change", all);
  state.listen((what) => { if (what.filtered) all(); });
}
