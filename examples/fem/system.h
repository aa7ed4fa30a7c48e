// Deformable bodies and rigid balls as one set of nodes, and what acts on them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "examples/fem/elements.h"
#include "examples/fem/facet_search.h"

namespace fem {

/// Directions in which a node cannot move. Data only.
struct Held {
  bool x = false, y = false, z = false;
  friend bool operator==(const Held&, const Held&) = default;
};

/// Data only.
struct Body {
  std::string name;
  SolidMesh mesh;  ///< without stress, and where it begins
  Material material;
  std::vector<Vector> velocities;  ///< by node, m/s; empty: at rest
  std::vector<Held> held;          ///< by node; empty: none
  /// Moves as a whole and does not turn: its elements have mass, but no forces. Velocities and held directions of all
  /// nodes have to be the same.
  bool rigid = false;
};

/// Rigid, without rotation: nothing has friction. Data only.
struct Ball {
  double radius = 0, mass = 0;  ///< m, kg, both > 0
  Vector position{0, 0, 0}, velocity{0, 0, 0};
};

/// Contact by penalty. Data only.
struct Penalty {
  double facets = 4e8;  ///< of a facet on a facet, Pa/m, >= 0
  double balls = 1e8;   ///< of a ball on a facet, N/m, >= 0
  double depth = 0.1;   ///< m, > 0: facets deeper in each other do not push; less than the bodies' thickness
};

/// Data only.
struct Problem {
  std::vector<Body> bodies;
  std::vector<Ball> balls;
  Vector gravity{0, 0, 0};  ///< m/s^2
  double damping = 0;       ///< 1/s, >= 0: a force against the velocity, by mass, as in a thick fluid
  Penalty penalty;
};

/// Of all nodes: those of the bodies, then a node a ball. Data only.
struct State {
  std::vector<Vector> positions, velocities;
};

/// J. Data only.
struct Energies {
  double kinetic = 0, elastic = 0, contact = 0, potential = 0;
  double damped = 0;  ///< what the damping has taken since the start
  double total() const { return kinetic + elastic + contact + potential + damped; }
};

/// What forces a state has. Data only.
struct Forces {
  std::vector<Vector> all;          ///< by node, of elements, contact and gravity
  std::vector<Vector> contact;      ///< of these, by node
  std::vector<NearFacets> pressed;  ///< pairs of facets with a contact energy, as the search has them
  double elastic_energy = 0, contact_energy = 0;
  std::uint64_t touching = 0;  ///< pairs of facets, and of balls and bodies, with a contact energy
  std::uint64_t inverted = 0;  ///< elements
};

class System {
 public:
  /// Throws `InvalidInput` naming body, value and what is allowed.
  explicit System(const Problem& problem);

  const Facets& facets() const { return facets_; }
  /// Where the facets' points are.
  std::vector<Vector> points(const State& state) const;
  const std::vector<double>& masses() const { return masses_; }
  const Elements& elements(std::uint32_t body) const { return elements_[body]; }
  double damping() const { return damping_; }
  std::uint32_t first_node(std::uint32_t body) const { return first_node_[body]; }
  /// Of what there is by node.
  template <class T>
  std::span<T> of_body(std::span<T> by_node, std::uint32_t body) const {
    return by_node.subspan(first_node_[body], first_node_[body + 1] - first_node_[body]);
  }
  std::uint32_t ball_node(std::uint32_t ball) const { return first_node_.back() + ball; }
  State start() const { return start_; }
  /// 1 over the mass in each direction; 0 where a node is held.
  const std::vector<Vector>& inverse_masses() const { return inverse_masses_; }

  void forces(const State& state, FacetSearch& search, Forces& out) const;
  Energies energies(const State& state, const Forces& forces) const;
  Vector momentum(const State& state) const;
  Vector angular_momentum(const State& state) const;  ///< about the origin

  /// 2 over a bound of the highest frequency, s, with contact over the whole boundary; explicit steps have to be
  /// shorter.
  double stable_step() const;

 private:
  void add_body(const Body& body, std::uint32_t number);
  void move_as_one(std::uint32_t body, std::vector<Vector>& forces) const;
  void add_ball(const Ball& ball, std::uint32_t number);
  void add_surface(const SolidMesh& mesh, std::uint32_t number);
  void add_contact(std::span<const Vector> points, FacetSearch& search, Forces& out) const;
  void add_ball_contact(std::span<const Vector> points, Vector centre, std::uint32_t ball, Forces& out) const;
  void push(std::uint32_t point, const Vector& force, Forces& out) const;

  std::vector<Elements> elements_;
  std::vector<bool> rigid_;                ///< by body
  std::vector<std::uint32_t> first_node_;  ///< by body, and one more
  std::vector<double> masses_, radii_;
  std::vector<Vector> inverse_masses_;
  Facets facets_;
  State start_;
  Vector gravity_;
  double damping_;
  Penalty penalty_;
};

}  // namespace fem
