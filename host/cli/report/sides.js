// The scene from three sides, without perspective: drawn one after the other when the page is idle.

const sideViews = [
  ["Front", "x", "z", (x, y, z) => [x, z, y]],
  ["Side", "y", "z", (x, y, z) => [y, z, -x]],
  ["Top", "x", "y", (x, y, z) => [x, y, -z]],
];

/// More contacts than these would hide one another.
const mostInSides = 500;

/// The contacts that the sides show, and a sentence that says which they are.
function contactsOfSides() {
  const all = state.seen();
  if (all.length <= mostInSides) return [all, ""];
  const shown = all.sort(deeperFirst).slice(0, mostInSides), last = shown[mostInSides - 1];
  const failures = shown.filter(isFailure).length, found = mostInSides - failures;
  const parts = [failures > 0 ? few(failures, "failure") : "",
    found > 0 ? `the ${count(found)} ${column("separation")[last] < 0 ? "deepest" : "nearest"}` : ""];
  return [shown, `Drawn are ${parts.filter((part) => part).join(" and ")} of ${few(all.length, "contact")}.`];
}

function drawSide(canvas, turned, tints, contacts) {
  const context = planeOf(canvas), { width, height } = canvas, margin = 34;
  const reaches = turned(...facts.half_extent).map(Math.abs), [low, high] = [reaches.map((x) => -x), reaches];
  const scale = Math.min((width - 2 * margin) / (high[0] - low[0] || 1), (height - 2 * margin) / (high[1] - low[1] || 1));
  const middle = [0, 1].map((k) => (low[k] + high[k]) / 2);
  const project = (x, y, z) => {
    const q = turned(x, y, z);
    return { x: width / 2 + scale * (q[0] - middle[0]), y: height / 2 - 8 - scale * (q[1] - middle[1]), depth: q[2], scale };
  };
  context.fillStyle = style("--card");
  context.fillRect(0, 0, width, height);
  const many = facts.parts > 300; // of these only the front ones are to be seen
  paintBodies(context, project, { tints, opacity: many ? 1 : 0.55, line: 0.8, edge: dark.matches ? "#666e77" : "#b3ab9a" });
  const radius = Math.min(6, Math.max(1.4, 90 / Math.sqrt(contacts.length + 1)));
  paintContacts(context, project, contacts, { radius, rim: "rgb(0 0 0 / .4)" });
  drawRule(context, scale, width, height);
  context.getImageData(0, 0, 1, 1); // it is drawn now, not later
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
  const box = document.getElementById("sides"), jobs = [], note = document.getElementById("sides-note");
  let contacts = [];
  for (const [name, across, up, turned] of sideViews) {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption"), canvas = document.createElement("canvas");
    caption.append(name, Object.assign(document.createElement("span"), { className: "quiet", textContent: `  ${across} to the right, ${up} up` }));
    canvas.width = 720;
    canvas.height = 640;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${name} view: bodies as outlines, contacts coloured by separation`);
    figure.append(caption, canvas);
    box.append(figure);
    jobs.push(() => drawSide(canvas, turned, fewBodies ? viewer.tintsWithChosen() : viewer.tints, contacts));
  }
  const later = window.requestIdleCallback || ((job) => setTimeout(job, 30));
  const all = () => {
    [contacts, note.textContent] = contactsOfSides();
    jobs.forEach((job) => later(job, { timeout: 2000 }));
  };
  all();
  later(done, { timeout: 2000 });
  dark.addEventListener("change", all);
  state.listen((what) => { if (what.filtered || (what.chosen && fewBodies)) all(); });
}
