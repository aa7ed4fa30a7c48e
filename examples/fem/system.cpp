#include "examples/fem/system.h"

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "abut/deform/facet_overlaps.h"
#include "abut/facets/point_triangle.h"
#include "examples/fem/facet_penalty.h"
#include "examples/fem/require.h"

namespace fem {

namespace {

void require_finite(const Vector& v, const std::string& what) {
  for (const double x : {v.x, v.y, v.z}) require(std::isfinite(x), what, x, "a finite number");
}

void require_count(std::size_t has, std::size_t nodes, const std::string& what) {
  if (has == 0 || has == nodes) return;
  throw abut::InvalidInput(what + " are " + std::to_string(has) +
                           ", allowed is 0 or one a node: " + std::to_string(nodes));
}

/// Where a body moves as a whole.
void require_alike(const Body& body, const std::string& name) {
  if (!body.rigid) return;
  for (const Held& h : body.held) {
    if (h != body.held[0])
      throw abut::InvalidInput(name + ": nodes are held differently, allowed is alike: it is rigid");
  }
  for (const Vector& v : body.velocities) {
    require(abut::length(v - body.velocities[0]) == 0, name + ": difference of velocities",
            abut::length(v - body.velocities[0]), "0 m/s: it is rigid");
  }
}

/// Nodes of a body that moves as a whole share its area as they share its mass.
void share_area(std::span<const double> masses, std::span<double> area) {
  double all = 0, mass = 0;
  for (std::size_t k = 0; k < area.size(); ++k) all += area[k], mass += masses[k];
  for (std::size_t k = 0; k < area.size(); ++k) area[k] = all * (masses[k] / mass);
}

}  // namespace

System::System(const Problem& problem)
    : gravity_(problem.gravity), damping_(problem.damping), penalty_(problem.penalty) {
  const Penalty& p = penalty_;
  require(p.facets >= 0 && std::isfinite(p.facets), "penalty of facets", p.facets, "a finite number, 0 Pa/m or more");
  require(p.balls >= 0 && std::isfinite(p.balls), "penalty of balls", p.balls, "a finite number, 0 N/m or more");
  require(p.depth > 0 && std::isfinite(p.depth), "depth", p.depth, "a finite number above 0 m");
  require_finite(gravity_, "gravity");
  require(damping_ >= 0 && std::isfinite(damping_), "damping", damping_, "a finite number, 0 1/s or more");
  for (std::uint32_t b = 0; b < problem.bodies.size(); ++b) add_body(problem.bodies[b], b);
  first_node_.push_back(static_cast<std::uint32_t>(masses_.size()));
  facets_.first_point.push_back(static_cast<std::uint32_t>(facets_.points.size()));
  for (std::uint32_t b = 0; b < problem.balls.size(); ++b) add_ball(problem.balls[b], b);
}

void System::add_body(const Body& body, std::uint32_t number) {
  const std::string name = body.name.empty() ? "body " + std::to_string(number) : body.name;
  const std::size_t nodes = body.mesh.nodes.size();
  elements_.emplace_back(body.mesh, body.material, name);
  require_count(body.velocities.size(), nodes, name + ": velocities");
  require_count(body.held.size(), nodes, name + ": held nodes");
  for (const Vector& v : body.velocities) require_finite(v, name + ": velocity");
  require_alike(body, name);
  rigid_.push_back(body.rigid);
  add_surface(body.mesh, number);
  for (std::size_t k = 0; k < nodes; ++k) {
    const double mass = elements_.back().masses()[k];
    require(mass > 0, name + ": mass of node " + std::to_string(k), mass, "above 0 kg: every node is of an element");
    const Held held = body.held.empty() ? Held{} : body.held[k];
    masses_.push_back(mass);
    inverse_masses_.push_back({held.x ? 0 : 1 / mass, held.y ? 0 : 1 / mass, held.z ? 0 : 1 / mass});
    start_.positions.push_back(body.mesh.nodes[k]);
    start_.velocities.push_back(body.velocities.empty() ? Vector{0, 0, 0} : body.velocities[k]);
  }
}

void System::add_surface(const SolidMesh& mesh, std::uint32_t number) {
  const auto node = static_cast<std::uint32_t>(masses_.size()),
             point = static_cast<std::uint32_t>(facets_.points.size());
  first_node_.push_back(node), facets_.first_point.push_back(point);
  const Surface surface = boundary(mesh);
  for (std::uint32_t k = node; k < node + mesh.nodes.size(); ++k) facets_.points.push_back({k, k, k, k});
  for (const auto& q : surface.middles) facets_.points.push_back({node + q[0], node + q[1], node + q[2], node + q[3]});
  for (const Triangle& t : surface.triangles) {
    facets_.corners.push_back({point + t[0], point + t[1], point + t[2]});
    facets_.body.push_back(number);
  }
}

std::vector<Vector> System::points(const State& state) const {
  std::vector<Vector> out;
  out.reserve(facets_.points.size());
  const std::vector<Vector>& x = state.positions;
  // Twice two, so that a node is where it is.
  for (const auto& p : facets_.points) out.push_back(((x[p[0]] + x[p[1]]) + (x[p[2]] + x[p[3]])) * 0.25);
  return out;
}

void System::push(std::uint32_t point, const Vector& force, Forces& out) const {
  for (const std::uint32_t k : facets_.points[point]) out.contact[k] = out.contact[k] + force * 0.25;
}

void System::add_ball(const Ball& ball, std::uint32_t number) {
  const std::string name = "ball " + std::to_string(number);
  require(ball.radius > 0 && std::isfinite(ball.radius), name + ": radius", ball.radius, "a finite number above 0 m");
  require(ball.mass > 0 && std::isfinite(ball.mass), name + ": mass", ball.mass, "a finite number above 0 kg");
  require_finite(ball.position, name + ": position");
  require_finite(ball.velocity, name + ": velocity");
  masses_.push_back(ball.mass), radii_.push_back(ball.radius);
  inverse_masses_.push_back({1 / ball.mass, 1 / ball.mass, 1 / ball.mass});
  start_.positions.push_back(ball.position), start_.velocities.push_back(ball.velocity);
}

void System::forces(const State& state, FacetSearch& search, Forces& out) const {
  const Vector zero{0, 0, 0};
  out = {std::vector<Vector>(masses_.size(), zero), std::vector<Vector>(masses_.size(), zero), {}};
  const std::vector<Vector> at = points(state);
  add_contact(at, search, out);
  for (std::uint32_t b = 0; b < radii_.size(); ++b) add_ball_contact(at, state.positions[ball_node(b)], b, out);
  for (std::size_t k = 0; k < masses_.size(); ++k) out.all[k] = out.contact[k] + gravity_ * masses_[k];
  for (std::uint32_t b = 0; b < elements_.size(); ++b) {
    if (rigid_[b]) {
      move_as_one(b, out.all);
      continue;
    }
    const InternalState s =
        elements_[b].add_forces(of_body(std::span(state.positions), b), of_body(std::span(out.all), b));
    out.elastic_energy += s.energy, out.inverted += s.inverted;
  }
}

// All nodes get the acceleration of the whole.
void System::move_as_one(std::uint32_t body, std::vector<Vector>& forces) const {
  Vector force{0, 0, 0};
  double mass = 0;
  for (std::uint32_t k = first_node_[body]; k < first_node_[body + 1]; ++k) {
    force = force + forces[k], mass += masses_[k];
  }
  for (std::uint32_t k = first_node_[body]; k < first_node_[body + 1]; ++k) forces[k] = force * (masses_[k] / mass);
}

void System::add_contact(std::span<const Vector> points, FacetSearch& search, Forces& out) const {
  const std::span<const NearFacets> near = search.find(points);
  const abut::Cpu one{.threads = 1};
  const abut::GapRange<double> range = penalty_range(penalty_.depth);
  std::vector<abut::FacetCorners> corners;
  corners.reserve(near.size());
  for (const NearFacets& pair : near) {
    const Triangle &a = facets_.corners[pair.a], &b = facets_.corners[pair.b];
    corners.push_back({a[0], a[1], a[2], b[0], b[1], b[2]});
  }
  std::vector<abut::FacetOverlap<double>> overlaps(near.size());
  abut::facet_overlaps(one, points, corners, range, overlaps);
  std::vector<abut::OverlapSlopes<double>> slopes;
  for (std::size_t k = 0; k < near.size(); ++k) {
    const double energy = penalty_energy(overlaps[k], penalty_.depth);
    if (!(energy > 0)) continue;
    out.contact_energy += energy * penalty_.facets, ++out.touching;
    out.pressed.push_back(near[k]);
    corners[slopes.size()] = corners[k];
    slopes.push_back(penalty_slopes(overlaps[k], penalty_.depth));
  }
  corners.resize(slopes.size());
  std::vector<abut::FacetGradient> gradients(slopes.size());
  abut::facet_overlap_gradients(one, points, corners, range, slopes, gradients);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) push(corners[k][i], gradients[k][i] * -penalty_.facets, out);
  }
}

// The nearest point of each body alone: beside an edge the nearest points of both facets are one.
void System::add_ball_contact(std::span<const Vector> points, Vector centre, std::uint32_t ball, Forces& out) const {
  const auto nearest_of = [&](std::size_t f) {
    const Triangle& t = facets_.corners[f];
    return abut::point_triangle(centre, abut::Facet<double>{{points[t[0]], points[t[1]], points[t[2]]}});
  };
  std::size_t f = 0;
  while (f < facets_.corners.size()) {
    const std::uint32_t body = facets_.body[f];
    std::size_t of = f;
    abut::PointOnTriangle<double> nearest = nearest_of(f);
    for (++f; f < facets_.corners.size() && facets_.body[f] == body; ++f) {
      const abut::PointOnTriangle<double> found = nearest_of(f);
      if (found.distance2 < nearest.distance2) nearest = found, of = f;
    }
    const double distance = std::sqrt(nearest.distance2), depth = radii_[ball] - distance;
    if (!(depth > 0 && distance > 0)) continue;
    const Vector force = (centre - nearest.point) * (penalty_.balls * depth / distance);
    for (std::size_t k = 0; k < 3; ++k) push(facets_.corners[of][k], force * -nearest.lambda[k], out);
    out.contact[ball_node(ball)] = out.contact[ball_node(ball)] + force;
    out.contact_energy += 0.5 * penalty_.balls * depth * depth, ++out.touching;
  }
}

Energies System::energies(const State& state, const Forces& forces) const {
  Energies out{0, forces.elastic_energy, forces.contact_energy, 0};
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    out.kinetic += 0.5 * masses_[k] * abut::squared_length(state.velocities[k]);
    out.potential -= masses_[k] * abut::dot(gravity_, state.positions[k]);
  }
  return out;
}

Vector System::momentum(const State& state) const {
  Vector out{0, 0, 0};
  for (std::size_t k = 0; k < masses_.size(); ++k) out = out + state.velocities[k] * masses_[k];
  return out;
}

Vector System::angular_momentum(const State& state) const {
  Vector out{0, 0, 0};
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    out = out + abut::cross(state.positions[k], state.velocities[k]) * masses_[k];
  }
  return out;
}

// Contact over all of a node's facets adds to its rows at most three times the penalty times a third of their area, and
// as much from the other side's nodes: Gershgorin's circles.
double System::stable_step() const {
  std::vector<double> area(masses_.size(), 0.0);
  const std::vector<Vector> at = points(start_);
  for (const Triangle& t : facets_.corners) {
    const double third = abut::length(abut::cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]])) / 6;
    for (const std::uint32_t p : t) {
      for (const std::uint32_t k : facets_.points[p]) area[k] += 0.25 * third;
    }
  }
  for (std::uint32_t b = 0; b < elements_.size(); ++b) {
    if (rigid_[b]) share_area(of_body(std::span(masses_), b), of_body(std::span(area), b));
  }
  double elements = 0, contact = 0;
  for (std::size_t b = 0; b < elements_.size(); ++b) {
    if (!rigid_[b]) elements = std::max(elements, elements_[b].highest_frequency());
  }
  for (std::uint32_t k = 0; k < masses_.size(); ++k) {
    const bool ball = k >= first_node_.back();
    const double facets = elements_.size() > 1 ? 2 * penalty_.facets * area[k] : 0;
    const double stiffness = ball ? penalty_.balls : facets + (radii_.empty() ? 0 : 2 * penalty_.balls);
    contact = std::max(contact, stiffness / masses_[k]);
  }
  return 2 / std::sqrt(elements * elements + contact);
}

}  // namespace fem
