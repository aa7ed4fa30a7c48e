// A camera that goes around a point; z is up.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (a, b, scale = 1) => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];

const views = { front: [-90, 0], side: [0, 0], top: [-90, 89.9], corner: [-60, 24] };

class Camera {
  /// `half`: half extents of what there is to see, around the origin. `reachAlong`: how far it reaches along a direction.
  constructor(half, reachAlong) {
    this.reachAlong = reachAlong;
    this.extent = 2 * Math.hypot(...half) || 1;
    this.opening = 28; // degrees
    this.size = { width: 900, height: 600 }; // of the picture, in CSS pixels
    this.reset();
  }
  /// Everything is seen, from there, and as large as that lets it be. A point is inside an edge of the picture where
  /// x - target <= t (distance - z), t being the tangent of that edge, so the farthest along x + t z decides for each.
  reset(view = "corner") {
    [this.azimuth, this.elevation] = views[view];
    const { right, up, back } = this.axes(), { width, height } = this.size;
    const tangent = (pixels, edge) => (Math.max(pixels / 2 - edge, pixels / 8) / (height / 2)) * Math.tan((this.opening * Math.PI) / 360);
    const across = [right, tangent(width, 18), tangent(width, 18)], upward = [up, tangent(height, 18), tangent(height, 58)]; // below: the scale
    const bounds = [across, upward].map(([axis, high, low]) => ({
      axis, high, low, above: this.reachAlong(add(axis, back, high)), below: this.reachAlong(add(axis.map((x) => -x), back, low)),
    }));
    this.distance = Math.max(...bounds.map((b) => (b.above + b.below) / (b.high + b.low)), this.reachAlong(back) + 0.01 * this.extent);
    this.target = [0, 0, 0];
    for (const b of bounds) {
      this.target = add(this.target, b.axis, (b.above - b.high * this.distance + (b.low * this.distance - b.below)) / 2);
    }
  }
  turn(right, up) {
    this.azimuth = (this.azimuth - right) % 360;
    this.elevation = Math.min(Math.max(this.elevation + up, -89.9), 89.9);
  }
  zoom(factor) {
    this.distance = Math.min(Math.max(this.distance * factor, 1e-4 * this.extent), 20 * this.extent);
  }
  /// By pixels of a picture so high.
  move(x, y, height) {
    const { right, up } = this.axes();
    const scale = (2 * this.distance * Math.tan((this.opening * Math.PI) / 360)) / height;
    this.target = add(add(this.target, right, -x * scale), up, y * scale);
  }
  axes() {
    const a = (this.azimuth * Math.PI) / 180, e = (this.elevation * Math.PI) / 180;
    const back = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const right = [-Math.sin(a), Math.cos(a), 0];
    const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
    return { right, up, back };
  }
  /// What projects points: (x, y) in pixels, depth along the view, scale in pixels per length.
  projector(width, height) {
    const { right, up, back } = this.axes();
    const eye = add(this.target, back, this.distance);
    const focal = height / 2 / Math.tan((this.opening * Math.PI) / 360);
    return (x, y, z) => {
      const dx = x - eye[0], dy = y - eye[1], dz = z - eye[2];
      const depth = -(dx * back[0] + dy * back[1] + dz * back[2]);
      const scale = depth > 0 ? focal / depth : 0;
      return {
        x: width / 2 + scale * (dx * right[0] + dy * right[1] + dz * right[2]),
        y: height / 2 - scale * (dx * up[0] + dy * up[1] + dz * up[2]),
        depth, scale,
      };
    };
  }
  /// For WebGL, column by column.
  matrix(width, height) {
    const { right, up, back } = this.axes();
    const eye = add(this.target, back, this.distance);
    const near = Math.max(this.distance - 1.2 * this.extent - Math.hypot(...this.target), 0.02 * this.distance);
    const far = this.distance + 1.2 * this.extent + Math.hypot(...this.target);
    const f = 1 / Math.tan((this.opening * Math.PI) / 360), fx = (f * height) / width;
    const a = (near + far) / (near - far), b = (2 * near * far) / (near - far);
    const view = [right, up, back].map((axis) => [...axis, -dot(axis, eye)]);
    const out = new Float32Array(16);
    for (let k = 0; k < 4; ++k) {
      out[4 * k] = fx * view[0][k];
      out[4 * k + 1] = f * view[1][k];
      out[4 * k + 2] = a * view[2][k] + (k === 3 ? b : 0);
      out[4 * k + 3] = -view[2][k];
    }
    return out;
  }
}
