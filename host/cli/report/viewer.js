// The viewer: bodies and contacts on one canvas, and on a second one above it the axes and what is chosen.

/// So few that each gets a hue of its own.
const fewBodies = facts.bodies <= 24;

class Viewer {
  constructor() {
    this.camera = new Camera(facts.half_extent, reachAlong);
    this.solid = document.getElementById("solid");
    this.overlay = document.getElementById("overlay");
    this.opacity = fewBodies ? 0.75 : 0.45;
    document.getElementById("opacity").value = 100 * this.opacity;
    this.slow = 0; // degrees of detail less, while the picture moves
    const plain = new URLSearchParams(location.search).has("canvas");
    try {
      if (plain) throw new Error("asked for");
      this.painter = new BodiesGL(this.solid);
    } catch (error) {
      if (!plain && this.solid.getContext("webgl2")) { // a context of another kind is bound for good
        const fresh = this.solid.cloneNode();
        this.solid.replaceWith(fresh);
        this.solid = fresh;
      }
      this.painter = new Bodies2D(this.solid);
    }
    this.kind = this.painter instanceof BodiesGL ? "WebGL" : "canvas";
    document.documentElement.dataset.viewer = this.kind;
    this.setTints();
    new ResizeObserver(() => this.resize()).observe(this.overlay);
    state.listen((what) => {
      if (what.filtered) this.painter.recolour();
      if (what.chosen && what.from !== "viewer" && state.chosen >= 0) this.bringIntoSight(state.chosen);
      this.redraw();
    });
    dark.addEventListener("change", () => this.restyle());
    this.describe();
  }
  restyle() {
    this.setTints();
    this.painter.recolour();
    drawScale();
    this.redraw();
  }
  /// Few bodies in quiet hues, many in shades of one colour, so that neighbours can be told apart.
  setTints() {
    const base = dark.matches ? [104, 112, 122] : [214, 208, 196], body = column("part_body");
    this.tints = new Uint32Array(facts.parts);
    for (let p = 0; p < facts.parts; ++p) {
      const shade = 0.88 + 0.12 * ((Math.imul(body[p], 0x9e3779b1) >>> 16) / 65536);
      const [r, g, b] = fewBodies ? hueOf(body[p]) : base.map((x) => Math.round(x * shade));
      this.tints[p] = r * 65536 + g * 256 + b;
    }
  }
  resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2), box = this.overlay.getBoundingClientRect();
    const first = !this.ratio;
    this.ratio = ratio;
    this.camera.size = { width: Math.max(box.width, 1), height: Math.max(box.height, 1) };
    if (first) this.camera.reset();
    for (const canvas of [this.solid, this.overlay]) {
      canvas.width = Math.max(1, Math.round(box.width * ratio));
      canvas.height = Math.max(1, Math.round(box.height * ratio));
    }
    this.draw();
  }
  /// Returns when what was asked for is drawn.
  finish() {
    this.painter.finish();
    this.overlay.getContext("2d").getImageData(0, 0, 1, 1);
  }
  /// `moving`: more pictures will follow at once.
  redraw(moving = false) {
    this.moving = moving;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }
  draw() {
    if (!this.ratio) return;
    const start = performance.now();
    this.painter.draw(this.camera, this.look());
    this.drawOverlay();
    const spent = performance.now() - start;
    if (this.moving) this.slow = Math.min(2, Math.max(0, this.slow + (spent > 45 ? 1 : spent < 12 ? -1 : 0)));
    clearTimeout(this.settle);
    if (this.moving) this.settle = setTimeout(() => this.redraw(), 180);
  }
  /// The parts of the chosen contact with their colours.
  chosenTints() {
    return state.chosen < 0 ? [] : ["--a", "--b"].map((name, side) => [partOf(state.chosen, side), parseInt(style(name).slice(1), 16)]);
  }
  tintsWithChosen() {
    const tints = this.tints.slice();
    for (const [part, tint] of this.chosenTints()) tints[part] = tint;
    return tints;
  }
  look() {
    const chosen = this.chosenTints();
    const smaller = contactCount > 20000 ? 5 : contactCount > 3000 ? 6 : 8;
    return {
      paper: rgb(style("--card")), opacity: this.opacity, tints: this.tints, chosen, ratio: this.ratio, pointSize: smaller,
      coarser: this.moving ? this.slow : this.painter.software && facts.parts > 3000 ? 1 : 0, edge: dark.matches ? "#8b949e" : "#8d8675",
    };
  }
  projector() {
    return this.camera.projector(this.overlay.width, this.overlay.height);
  }
  /// The contact at a place of the overlay, in CSS pixels; -1: none.
  contactAt(x, y) {
    const project = this.projector(), place = column("contact_place"), ratio = this.ratio;
    let best = -1, least = 11 * ratio, front = Infinity;
    for (let i = 0; i < contactCount; ++i) {
      if (!state.visible[i]) continue;
      const p = project(place[3 * i], place[3 * i + 1], place[3 * i + 2]);
      const off = Math.hypot(p.x - x * ratio, p.y - y * ratio);
      // Where several are as near the pointer, the front one.
      if (!(p.scale > 0) || off > least + 2 * ratio || (off > least - 2 * ratio && p.depth > front)) continue;
      least = Math.min(least, off);
      front = p.depth;
      best = i;
    }
    return best;
  }
  onScreen(i) {
    const p = this.projector()(...placeOf(i));
    return { x: p.x / this.ratio, y: p.y / this.ratio, visible: p.scale > 0 };
  }
  bringIntoSight(i) {
    const p = this.onScreen(i), box = this.overlay.getBoundingClientRect(), edge = 40;
    if (p.visible && p.x > edge && p.y > edge && p.x < box.width - edge && p.y < box.height - edge) return;
    this.camera.target = placeOf(i);
  }
  centre(i) {
    this.camera.target = placeOf(i);
    const ball = 4 * partOf(i, 0), other = 4 * partOf(i, 1), balls = partBalls();
    this.camera.distance = Math.min(this.camera.distance, 9 * Math.max(balls[ball + 3], balls[other + 3]));
    this.redraw();
  }
  drawOverlay() {
    const context = this.overlay.getContext("2d"), { width, height } = this.overlay;
    context.clearRect(0, 0, width, height);
    context.save();
    context.scale(this.ratio, this.ratio);
    this.drawAxes(context, width / this.ratio - 46, height / this.ratio - 46);
    if (state.chosen >= 0) this.drawChosen(context, state.chosen);
    context.restore();
  }
  drawAxes(context, x, y) {
    const { right, up, back } = this.camera.axes(), colours = dark.matches ? ["#ff7d6e", "#7fd37f", "#7cb2ff"] : ["#c0392b", "#2e8b3d", "#2a62c4"];
    context.font = "600 12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    [0, 1, 2].sort((i, j) => back[i] - back[j]).forEach((k) => {
      const dx = 28 * right[k], dy = -28 * up[k];
      context.strokeStyle = context.fillStyle = colours[k];
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + dx, y + dy);
      context.stroke();
      context.fillText("xyz"[k], x + 1.35 * dx, y + 1.35 * dy);
    });
  }
  /// A ring around the point, the normal, and the witness points.
  drawChosen(context, i) {
    const at = placeOf(i), project = this.projector(), ink = style("--ink"), paper = style("--card");
    const screen = (p) => {
      const q = project(...p);
      return [q.x / this.ratio, q.y / this.ratio];
    };
    const [x, y] = screen(at), normal = vectorOf("normal", i), point = vectorOf("point", i);
    const balls = partBalls(), reachable = 0.7 * Math.min(balls[4 * partOf(i, 0) + 3], balls[4 * partOf(i, 1) + 3]);
    const tip = screen(add(at, normal, reachable)), angle = Math.atan2(tip[1] - y, tip[0] - x);
    for (const [colour, extra] of [[paper, 3], [ink, 0]]) {
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = 2 + extra;
      context.beginPath();
      context.arc(x, y, 8, 0, 7);
      context.moveTo(x, y);
      context.lineTo(...tip);
      context.lineTo(tip[0] - 9 * Math.cos(angle - 0.4), tip[1] - 9 * Math.sin(angle - 0.4));
      context.moveTo(...tip);
      context.lineTo(tip[0] - 9 * Math.cos(angle + 0.4), tip[1] - 9 * Math.sin(angle + 0.4));
      context.stroke();
    }
    for (const [name, colour] of [["witness_a", style("--a")], ["witness_b", style("--b")]]) {
      const w = vectorOf(name, i).map((c, k) => at[k] + (c - point[k])), [wx, wy] = screen(w);
      context.fillStyle = colour;
      context.strokeStyle = paper;
      context.lineWidth = 1.5;
      context.beginPath();
      context.arc(wx, wy, 4, 0, 7);
      context.fill();
      context.stroke();
    }
  }
  describe() {
    this.overlay.setAttribute("aria-label", `The scene with ${count(facts.bodies)} bodies and ${count(contactCount)} contacts, to be turned`);
  }
}
