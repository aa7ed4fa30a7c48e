#include "examples/time_stepping/measures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "examples/dem/rotation.h"

namespace time_stepping {

namespace {

void line(const char* what, const char* unit, const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  std::printf("  %-44s %14s  %s\n", what, text, unit);
}

}  // namespace

Motion motion_of(const Scene& scene, const States& states) {
  Motion out;
  for (std::size_t b = 0; b < states.size(); ++b) {
    const dem::BodyConstants& c = scene.bodies[b].constants;
    const dem::BodyState& s = states[b];
    if (!moves(c)) continue;
    const Vector linear = s.velocity * c.mass, angular = s.momentum + abut::cross(s.position, linear);
    out.kinetic += 0.5 * (abut::dot(linear, s.velocity) + abut::dot(s.momentum, dem::angular_velocity(s, c)));
    out.potential -= c.mass * abut::dot(scene.gravity, s.position);
    out.linear = out.linear + linear, out.angular = out.angular + angular;
    out.linear_size += abut::length(linear), out.angular_size += abut::length(angular);
  }
  return out;
}

Measures::Measures(const Scene& scene) : scene_(scene), start_(states_of(scene)) {
  sum_.first = sum_.last = motion_of(scene, start_);
  sum_.least_gap = std::numeric_limits<double>::infinity();
}

void Measures::add(const StepReport& report, const States& states) {
  ++sum_.steps;
  sum_.seconds += report.finding_seconds + report.solving_seconds;
  sum_.finding_seconds += report.finding_seconds, sum_.solving_seconds += report.solving_seconds;
  sum_.most_finding_seconds = std::max(sum_.most_finding_seconds, report.finding_seconds);
  sum_.mean_contacts += static_cast<double>(report.contacts);
  sum_.most_contacts = std::max(sum_.most_contacts, report.contacts);
  sum_.least_gap = std::min(sum_.least_gap, report.least_gap);
  sum_.crossings += report.crossings > 0 ? 1 : 0;
  sum_.unsolved += report.converged ? 0 : 1;
  sum_.mean_sweeps += report.sweeps, sum_.mean_newton_steps += report.newton_steps;
  sum_.most_sweeps = std::max(sum_.most_sweeps, report.sweeps);
  sum_.worst_residual = std::max(sum_.worst_residual, report.residual);
  sum_.last = motion_of(scene_, states);
  const double linear = abut::length(sum_.last.linear - sum_.first.linear);
  const double angular = abut::length(sum_.last.angular - sum_.first.angular);
  sum_.linear_error = std::max(sum_.linear_error, linear / sum_.first.linear_size);
  sum_.angular_error = std::max(sum_.angular_error, angular / sum_.first.angular_size);
  sum_.farthest = std::max(sum_.farthest, difference(start_, states).position / scene_.size);
}

Summary Measures::summary() const {
  Summary out = sum_;
  const double steps = static_cast<double>(std::max<std::uint64_t>(1, sum_.steps));
  out.mean_contacts /= steps, out.mean_sweeps /= steps, out.mean_newton_steps /= steps;
  return out;
}

Difference difference(const States& a, const States& b) {
  Difference out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.position = std::max(out.position, abut::length(a[i].position - b[i].position));
    // By the chord: the cosine has lost small angles.
    const double *p = a[i].quaternion, *q = b[i].quaternion;
    double minus = 0, plus = 0;
    for (int k = 0; k < 4; ++k) minus = std::hypot(minus, p[k] - q[k]), plus = std::hypot(plus, p[k] + q[k]);
    out.angle = std::max(out.angle, 4 * std::asin(std::min(1.0, 0.5 * std::min(minus, plus))));
  }
  return out;
}

void print_summary(const Scene& scene, const Summary& s) {
  const double steps = static_cast<double>(std::max<std::uint64_t>(1, s.steps));
  line("steps", "", "%.0f", static_cast<double>(s.steps));
  line("simulated time", "s", "%.4g", static_cast<double>(s.steps) * scene.step);
  line("finding contacts", "ms/step", "%.3f", 1e3 * s.finding_seconds / steps);
  line("finding contacts, most", "ms", "%.3f", 1e3 * s.most_finding_seconds);
  line("solving", "ms/step", "%.3f", 1e3 * s.solving_seconds / steps);
  line("contacts, mean", "", "%.2f", s.mean_contacts);
  line("contacts, most", "", "%.0f", static_cast<double>(s.most_contacts));
  line("least gap, over the size", "", "%.3e", s.least_gap / scene.size);
  line("steps with complexes that cross", "", "%.0f", static_cast<double>(s.crossings));
  line("sweeps, mean", "", "%.2f", s.mean_sweeps);
  line("sweeps, most", "", "%.0f", s.most_sweeps);
  line("steps of Newton's method, mean", "", "%.2f", s.mean_newton_steps);
  line("worst relative residual", "", "%.2e", s.worst_residual);
  line("steps above the tolerance", "", "%.0f", static_cast<double>(s.unsolved));
  line("energy at the start", "J", "%.6g", s.first.kinetic + s.first.potential);
  line("energy at the end", "J", "%.6g", s.last.kinetic + s.last.potential);
  line("kinetic energy at the end", "J", "%.3e", s.last.kinetic);
  line("farthest from the start, over the size", "", "%.3e", s.farthest);
  if (!scene.conserves) return;
  line("error of linear momentum", "", "%.2e", s.linear_error);
  line("error of angular momentum", "", "%.2e", s.angular_error);
}

}  // namespace time_stepping
