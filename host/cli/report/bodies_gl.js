// Draws bodies and contacts with WebGL 2: a shape once, its parts as instances; of three degrees of detail the one that
// a part's size on the screen asks for. Normals of flat faces come from the surface's derivatives.

const rotated = (q, i, x, y, z) => {
  const a = q[i], b = q[i + 1], c = q[i + 2], w = q[i + 3];
  const tx = 2 * (b * z - c * y), ty = 2 * (c * x - a * z), tz = 2 * (a * y - b * x);
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
};

/// Middle and radius of each part.
const partBalls = (() => {
  let balls = null;
  return () => {
    if (balls) return balls;
    const place = column("part_place"), turn = column("part_turn"), shape = column("part_shape"), box = column("shape_box");
    balls = new Float32Array(4 * shape.length);
    for (let p = 0; p < shape.length; ++p) {
      const b = 7 * shape[p], c = rotated(turn, 4 * p, box[b], box[b + 1], box[b + 2]);
      for (let k = 0; k < 3; ++k) balls[4 * p + k] = place[3 * p + k] + c[k];
      balls[4 * p + 3] = box[b + 6];
    }
    return balls;
  };
})();

/// How far the scene reaches along a direction: the largest dot product with a point of it.
function reachAlong(direction) {
  const balls = partBalls(), shape = column("part_shape"), turn = column("part_turn"), place = column("part_place");
  const box = column("shape_box"), ranges = column("shape_ranges"), points = column("shape_points"), size = Math.hypot(...direction);
  let most = -Infinity;
  for (let p = 0; p < shape.length; ++p) {
    const ball = balls.subarray(4 * p, 4 * p + 4);
    if (dot(ball, direction) + ball[3] * size <= most) continue; // few parts are looked at more closely
    const b = 7 * shape[p], [first, count] = ranges.subarray(12 * shape[p], 12 * shape[p] + 2);
    const back = turn.subarray(4 * p, 4 * p + 4).map((x, k) => (k < 3 ? -x : x));
    const local = rotated(back, 0, ...direction), steps = [0, 1, 2].map((k) => (local[k] * box[b + 3 + k]) / 32767);
    let farthest = -Infinity;
    for (let i = 3 * first; i < 3 * (first + count); i += 3) {
      farthest = Math.max(farthest, points[i] * steps[0] + points[i + 1] * steps[1] + points[i + 2] * steps[2]);
    }
    const middle = dot(place.subarray(3 * p, 3 * p + 3), direction) + dot(box.subarray(b, b + 3), local);
    most = Math.max(most, middle + farthest);
  }
  return most > -Infinity ? most : 0;
}

const bodyVertex = `#version 300 es
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 place;
layout(location = 2) in vec4 turn;
layout(location = 3) in float tint;
uniform mat4 projection;
uniform vec3 middle, half_extent;
out vec3 world, round_normal, colour;
vec3 turned(vec3 v) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }
void main() {
  world = place + turned(middle + half_extent * corner);
  round_normal = turned(corner / max(half_extent, vec3(1e-30)));
  float t = floor(tint + 0.5);
  colour = vec3(floor(t / 65536.0), mod(floor(t / 256.0), 256.0), mod(t, 256.0)) / 255.0;
  gl_Position = projection * vec4(world, 1.0);
}`;
const bodyFragment = `#version 300 es
precision highp float;
in vec3 world, round_normal, colour;
uniform vec3 light, back, paper;
uniform float opacity, alpha, is_round;
out vec4 result;
void main() {
  vec3 n = normalize(is_round > 0.5 ? round_normal : cross(dFdx(world), dFdy(world)));
  float shade = 0.52 + 0.36 * max(dot(n, light), 0.0) + 0.16 * max(dot(n, back), 0.0);
  result = vec4(mix(paper, colour * shade, opacity), alpha);
}`;
const pointVertex = `#version 300 es
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 colour;
uniform mat4 projection;
uniform float size;
out vec4 tint;
void main() {
  tint = colour;
  gl_Position = colour.a > 0.0 ? projection * vec4(place, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = size;
}`;
const pointFragment = `#version 300 es
precision mediump float;
in vec4 tint;
uniform float alpha, rim;
out vec4 result;
void main() {
  float d = 2.0 * length(gl_PointCoord - 0.5);
  if (d > 1.0) discard;
  result = vec4(tint.rgb * mix(1.0, rim, smoothstep(0.6, 0.75, d)), alpha * (1.0 - smoothstep(0.88, 1.0, d)));
}`;

/// Whether WebGL is computed by the processor: then every sample of a pixel costs.
function isSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : "";
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

class BodiesGL {
  constructor(canvas) {
    this.software = isSoftware();
    const gl = canvas.getContext("webgl2", { antialias: !this.software, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.canvas = canvas;
    this.bodies = this.program(bodyVertex, bodyFragment);
    this.points = this.program(pointVertex, pointFragment);
    this.shape = column("part_shape");
    this.count = this.shape.length;
    this.shapes = column("shape_smooth").length;
    this.instances = new Float32Array(8 * (this.count + 2));
    this.level = new Uint8Array(this.count);
    this.first = new Uint32Array(3 * this.shapes + 1);
    this.upload();
  }
  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const uniforms = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); ++i) {
      const name = gl.getActiveUniform(program, i).name;
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }
  buffer(target, data, usage) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(target, buffer);
    this.gl.bufferData(target, data, usage);
    return buffer;
  }
  upload() {
    const gl = this.gl;
    this.corners = this.buffer(gl.ARRAY_BUFFER, column("shape_points"), gl.STATIC_DRAW);
    this.indices = this.buffer(gl.ELEMENT_ARRAY_BUFFER, column("shape_corners"), gl.STATIC_DRAW);
    this.placed = this.buffer(gl.ARRAY_BUFFER, this.instances.byteLength, gl.DYNAMIC_DRAW);
    this.contactPlaces = this.buffer(gl.ARRAY_BUFFER, column("contact_place"), gl.STATIC_DRAW);
    this.contactColours = gl.createBuffer();
    this.recolour();
  }
  /// After a change of the colours or of what is shown.
  recolour() {
    const bytes = new Uint8Array(4 * contactCount);
    for (let i = 0; i < contactCount; ++i) {
      if (!state.visible[i]) continue;
      bytes.set(colourOf(i), 4 * i);
      bytes[4 * i + 3] = 255;
    }
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.contactColours);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, bytes, this.gl.DYNAMIC_DRAW);
  }
  put(at, part, tint) {
    const place = column("part_place"), turn = column("part_turn"), out = this.instances;
    for (let k = 0; k < 3; ++k) out[8 * at + k] = place[3 * part + k];
    for (let k = 0; k < 4; ++k) out[8 * at + 3 + k] = turn[4 * part + k];
    out[8 * at + 7] = tint;
  }
  /// Sorts the parts by shape and degree of detail; `coarser` degrees less than they would get.
  sort(camera, height, tints, coarser) {
    const balls = partBalls(), project = camera.projector(1, height), groups = this.first;
    groups.fill(0);
    for (let p = 0; p < this.count; ++p) {
      const at = project(balls[4 * p], balls[4 * p + 1], balls[4 * p + 2]);
      const radius = balls[4 * p + 3] * at.scale;
      this.level[p] = Math.min(2, (radius > 90 ? 0 : radius > 22 ? 1 : 2) + coarser);
      ++groups[3 * this.shape[p] + this.level[p] + 1];
    }
    for (let g = 1; g < groups.length; ++g) groups[g] += groups[g - 1];
    const next = groups.slice();
    for (let p = 0; p < this.count; ++p) this.put(next[3 * this.shape[p] + this.level[p]]++, p, tints[p]);
  }
  group(shape, level, first, count) {
    const gl = this.gl, u = this.bodies.uniforms, box = column("shape_box"), r = column("shape_ranges");
    const [point, , corner, corners] = r.subarray(12 * shape + 4 * level, 12 * shape + 4 * level + 4);
    if (corners === 0) return;
    gl.uniform3f(u.middle, box[7 * shape], box[7 * shape + 1], box[7 * shape + 2]);
    gl.uniform3f(u.half_extent, box[7 * shape + 3], box[7 * shape + 4], box[7 * shape + 5]);
    gl.uniform1f(u.is_round, column("shape_smooth")[shape]);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
    gl.vertexAttribPointer(0, 3, gl.SHORT, true, 6, 6 * point);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.placed);
    gl.vertexAttribPointer(1, 3, gl.FLOAT, false, 32, 32 * first);
    gl.vertexAttribPointer(2, 4, gl.FLOAT, false, 32, 32 * first + 12);
    gl.vertexAttribPointer(3, 1, gl.FLOAT, false, 32, 32 * first + 28);
    gl.drawElementsInstanced(gl.TRIANGLES, corners, gl.UNSIGNED_SHORT, 2 * corner, count);
  }
  beginBodies(camera, matrix, look) {
    const gl = this.gl, { right, up, back } = camera.axes(), u = this.bodies.uniforms;
    gl.useProgram(this.bodies.program);
    gl.uniformMatrix4fv(u.projection, false, matrix);
    const light = add(add(back.map((x) => 0.5 * x), up, 0.7), right, -0.5);
    gl.uniform3fv(u.light, light.map((x) => x / Math.hypot(...light)));
    gl.uniform3fv(u.back, back);
    gl.uniform3fv(u.paper, look.paper.map((x) => x / 255));
    for (let k = 0; k < 4; ++k) gl.enableVertexAttribArray(k);
    for (let k = 1; k < 4; ++k) gl.vertexAttribDivisor(k, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
  }
  drawPoints(matrix, look) {
    const gl = this.gl, u = this.points.uniforms;
    gl.useProgram(this.points.program);
    for (let k = 1; k < 4; ++k) gl.vertexAttribDivisor(k, 0);
    for (let k = 2; k < 4; ++k) gl.disableVertexAttribArray(k);
    gl.uniformMatrix4fv(u.projection, false, matrix);
    gl.uniform1f(u.size, look.pointSize * look.ratio);
    gl.uniform1f(u.rim, 0.72);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.contactPlaces);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.contactColours);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 0, 0);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    if (look.opacity > 0) { // those behind bodies, faded
      gl.depthFunc(gl.GREATER);
      gl.uniform1f(u.alpha, 0.85 * (1 - look.opacity) ** 1.5 * Math.min(1, (3000 / contactCount) ** 0.4)); // many would hide all
      gl.drawArrays(gl.POINTS, 0, contactCount);
    }
    gl.depthMask(true);
    gl.depthFunc(gl.LEQUAL);
    gl.uniform1f(u.alpha, 1);
    gl.drawArrays(gl.POINTS, 0, contactCount);
  }
  /// Returns when what was asked for is drawn.
  finish() {
    this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
  /// `look`: paper colour, opacity of bodies, tints of the parts, chosen parts with theirs.
  draw(camera, look) {
    const gl = this.gl, { width, height } = this.canvas, matrix = camera.matrix(width, height);
    gl.viewport(0, 0, width, height);
    gl.clearColor(...look.paper.map((x) => x / 255), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    this.beginBodies(camera, matrix, look);
    this.sort(camera, height, look.tints, look.coarser);
    look.chosen.forEach(([part, tint], k) => this.put(this.count + k, part, tint));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.placed);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.instances);
    if (look.opacity > 0) {
      gl.uniform1f(this.bodies.uniforms.opacity, look.opacity);
      gl.uniform1f(this.bodies.uniforms.alpha, 1);
      for (let g = 0; g < 3 * this.shapes; ++g) {
        const count = this.first[g + 1] - this.first[g];
        if (count > 0) this.group(Math.floor(g / 3), g % 3, this.first[g], count);
      }
    }
    if (contactCount > 0) this.drawPoints(matrix, look);
    if (look.chosen.length > 0) { // the bodies of the chosen contact, through all others
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      this.beginBodies(camera, matrix, look);
      gl.uniform1f(this.bodies.uniforms.opacity, 1);
      gl.uniform1f(this.bodies.uniforms.alpha, 0.5);
      gl.depthMask(false);
      look.chosen.forEach(([part], k) => this.group(this.shape[part], 0, this.count + k, 1));
      gl.depthMask(true);
    }
  }
}
