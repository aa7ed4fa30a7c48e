#include "examples/time_stepping/loads.h"

#include <cmath>

#include "examples/dem/rotation.h"

namespace time_stepping {

namespace {

/// Axis times angle of the turn from the body's rotation at the start to that of now, in the world.
Vector turned(const dem::BodyState& start, const dem::BodyState& now) {
  const double *a = now.quaternion, *b = start.quaternion;
  // now * conjugate(start)
  const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const Vector v{-a[0] * b[1] + a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                 -a[0] * b[2] + a[1] * b[3] + a[2] * b[0] - a[3] * b[1],
                 -a[0] * b[3] - a[1] * b[2] + a[2] * b[1] + a[3] * b[0]};
  const double sine = abut::length(v);
  if (sine == 0) return {0, 0, 0};
  return v * (2 * std::atan2(w < 0 ? -sine : sine, std::abs(w)) / sine);
}

/// I w, in the world.
Vector momentum_of(const dem::BodyState& state, const dem::BodyConstants& c, const Vector& spin) {
  const Matrix r = dem::rotation_of(state);
  const Vector own = abut::rotate_back(r, spin);
  return abut::rotate(r, Vector{own.x * c.inertia.x, own.y * c.inertia.y, own.z * c.inertia.z});
}

/// A spring that is damped critically, both taken at the end of the step: stable for any frequency.
void draw_along_guide(const Scene& scene, const SceneBody& body, double time, dem::BodyState& state) {
  const double f = body.load.guide_frequency, h = scene.step, part = h / ((1 + f * h) * (1 + f * h));
  const GuidePoint at = guide_at(body.load.guide, time);
  const Vector behind = at.position - state.position - state.velocity * h;
  const Vector slower = at.velocity - state.velocity;
  state.velocity = state.velocity + (behind * (f * f) + slower * (2 * f)) * part;
  const Vector spin = dem::angular_velocity(state, body.constants);
  const Vector back = (turned(body.start, state) + spin * h) * (-f * f) - spin * (2 * f);
  state.momentum = state.momentum + momentum_of(state, body.constants, back * part);
}

}  // namespace

GuidePoint guide_at(const std::vector<Waypoint>& guide, double time) {
  if (time <= guide.front().time) return {guide.front().position, {0, 0, 0}};
  for (std::size_t k = 1; k < guide.size(); ++k) {
    if (time > guide[k].time) continue;
    const Waypoint &from = guide[k - 1], &to = guide[k];
    const Vector velocity = (to.position - from.position) * (1 / (to.time - from.time));
    return {from.position + velocity * (time - from.time), velocity};
  }
  return {guide.back().position, {0, 0, 0}};
}

void apply_loads(const Scene& scene, const SceneBody& body, double time, dem::BodyState& state) {
  const dem::BodyConstants& c = body.constants;
  if (!moves(c)) return;
  if (c.inverse_mass > 0) state.velocity = state.velocity + scene.gravity * scene.step;
  const Vector drag = dem::angular_velocity(state, c) * -body.load.drag;
  state.momentum = state.momentum + (body.load.torque + drag) * scene.step;
  if (!body.load.guide.empty()) draw_along_guide(scene, body, time, state);
}

}  // namespace time_stepping
