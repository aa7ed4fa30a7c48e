// Puts the page together: what is seen at once first, the rest when the browser has drawn that.

function showFigures() {
  const separation = column("separation");
  let deepest = 0, failures = 0;
  for (let i = 0; i < contactCount; ++i) {
    if (isFailure(i)) ++failures;
    else deepest = Math.max(deepest, -separation[i]);
  }
  const figures = [["bodies", count(facts.bodies)], ["candidate pairs", count(facts.candidate_pairs)], ["contacts", count(contactCount - failures)],
    ["deepest overlap", deepest > 0 ? withUnit(short(deepest)) : "none"], ["failures", count(failures), failures > 0], ["time", milliseconds(facts.seconds.total)]];
  if (severalParts) figures.splice(1, 0, ["parts", count(facts.parts)]);
  for (const [name, value, bad] of figures) {
    const box = document.createElement("div");
    if (bad) box.className = "bad";
    box.append(Object.assign(document.createElement("dt"), { textContent: name }), Object.assign(document.createElement("dd"), { textContent: value }));
    document.getElementById("figures").append(box);
  }
  const alert = facts.alert_distance > 0 ? `Pairs up to ${withUnit(short(facts.alert_distance))} apart` : "Touching and overlapping pairs";
  document.getElementById("subtitle").textContent = `${alert}, ${facts.precision}${facts.length_unit ? `, lengths in ${facts.length_unit}` : ""}`;
  let about = `Made by Abut ${facts.version}. Normals point from A to B; a negative separation is minus the depth of the overlap.`;
  if (facts.drawn_points > 0) about += ` To keep the page small, shapes are drawn with at most ${facts.drawn_points} points each.`;
  if (!document.title.endsWith(` ${facts.scene}`)) about += ` Scene: ${facts.scene}.`; // a path: the title has its last part
  document.getElementById("about").textContent = about;
}

function start() {
  state.refilter();
  state.chosen = firstChosen();
  showFigures();
  drawScale();
  const viewer = new Viewer();
  listenTo(viewer);
  showDetails();
  new ContactTable();
  if (viewer.kind === "canvas") document.getElementById("hint").textContent = "without WebGL: bodies as outlines";
  window.abut = { viewer, state, camera: viewer.camera, contactCount };
  requestAnimationFrame(() => setTimeout(() => {
    viewer.finish();
    document.documentElement.dataset.opened = performance.now().toFixed(0);
    showCharts();
    showChecks();
    showSides(viewer, () => { document.documentElement.dataset.complete = performance.now().toFixed(0); });
  }));
}

start();
