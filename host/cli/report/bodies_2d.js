// Draws bodies and contacts on a plain canvas: outlines of the bodies, the far ones first. For the three sides, and for
// the viewer where there is no WebGL.

/// For thousands of outlines: drawn where it is computed. The queue of a graphics process would hold up every picture after it.
const planeOf = (canvas) => canvas.getContext("2d", { willReadFrequently: true });

/// The outline of a part under `project`, as a flat list x, y, x, y, ...; empty where it is not in sight.
function outlineOf(part, project, degree) {
  const shape = column("part_shape")[part], box = column("shape_box"), ranges = column("shape_ranges");
  const points = column("shape_points"), place = column("part_place"), turn = column("part_turn");
  const first = ranges[12 * shape + 4 * degree], count = ranges[12 * shape + 4 * degree + 1], b = 7 * shape;
  const flat = [];
  for (let i = first; i < first + count; ++i) {
    const local = [0, 1, 2].map((k) => box[b + k] + (box[b + 3 + k] * points[3 * i + k]) / 32767);
    const w = rotated(turn, 4 * part, ...local);
    const p = project(w[0] + place[3 * part], w[1] + place[3 * part + 1], w[2] + place[3 * part + 2]);
    if (!(p.scale > 0)) return [];
    flat.push(p);
  }
  flat.sort((p, q) => p.x - q.x || p.y - q.y);
  const hull = [];
  const cross = (o, p, q) => (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
  for (let pass = 0; pass < 2; ++pass) { // Andrew's monotone chains
    const start = hull.length;
    for (const p of flat) {
      while (hull.length >= start + 2 && cross(hull[hull.length - 2], hull[hull.length - 1], p) <= 0) hull.pop();
      hull.push(p);
    }
    hull.pop();
    flat.reverse();
  }
  return hull;
}

function tracePart(context, part, project) {
  const balls = partBalls(), ball = project(balls[4 * part], balls[4 * part + 1], balls[4 * part + 2]);
  const radius = balls[4 * part + 3] * ball.scale;
  context.beginPath();
  if (!(ball.scale > 0)) return false;
  if (radius < 1.5) {
    context.arc(ball.x, ball.y, Math.max(radius, 0.5), 0, 7);
    return true;
  }
  const hull = outlineOf(part, project, radius > 60 ? 0 : radius > 9 ? 1 : 2);
  hull.forEach((p, k) => (k === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y)));
  context.closePath();
  return hull.length > 0;
}

/// Parts from the farthest to the nearest.
function byDepth(project) {
  const balls = partBalls(), depth = new Float32Array(balls.length / 4);
  for (let p = 0; p < depth.length; ++p) depth[p] = project(balls[4 * p], balls[4 * p + 1], balls[4 * p + 2]).depth;
  return Array.from(depth.keys()).sort((p, q) => depth[q] - depth[p]);
}

const hexTint = (tint) => `#${tint.toString(16).padStart(6, "0")}`;

function paintBodies(context, project, look) {
  context.lineWidth = look.line;
  context.lineJoin = "round";
  context.strokeStyle = look.edge;
  for (const part of byDepth(project)) {
    if (!tracePart(context, part, project)) continue;
    context.globalAlpha = look.opacity;
    context.fillStyle = hexTint(look.tints[part]);
    context.fill();
    context.globalAlpha = Math.min(1, look.opacity + 0.25);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/// The deepest and the farthest last, so that they are seen.
function paintContacts(context, project, contacts, look) {
  const place = column("contact_place"), separation = column("separation");
  const order = [...contacts].sort((i, j) => Math.abs(separation[i]) - Math.abs(separation[j]));
  context.strokeStyle = look.rim;
  context.lineWidth = 0.5;
  for (const i of order) {
    const p = project(place[3 * i], place[3 * i + 1], place[3 * i + 2]);
    if (!(p.scale > 0)) continue;
    context.beginPath();
    context.arc(p.x, p.y, look.radius, 0, 7);
    context.fillStyle = css(colourOf(i));
    context.fill();
    if (look.radius > 1.6) context.stroke();
  }
}

class Bodies2D {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = planeOf(canvas);
  }
  recolour() {}
  /// Returns when what was asked for is drawn.
  finish() {
    this.context.getImageData(0, 0, 1, 1);
  }
  draw(camera, look) {
    const { canvas, context } = this;
    const project = camera.projector(canvas.width, canvas.height);
    context.fillStyle = css(look.paper);
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (look.opacity > 0) paintBodies(context, project, { ...look, line: 0.7 * look.ratio, edge: look.edge });
    paintContacts(context, project, state.seen(), { radius: (look.pointSize / 2) * look.ratio, rim: "rgb(0 0 0 / .35)" });
    for (const [part, tint] of look.chosen) {
      if (!tracePart(context, part, project)) continue;
      context.globalAlpha = 0.5;
      context.fillStyle = hexTint(tint);
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = hexTint(tint);
      context.lineWidth = 1.5 * look.ratio;
      context.stroke();
    }
  }
}
