// A box slides over a concave body (Montanari 2017, 4.5), both rigid and free, with forces by penalty between their
// facets. What is near is found by one of two searches: the hierarchical one, by three approximately convex parts of
// the concave body with a tree of facets each, or one tree over all facets, built anew at every step.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "abut/facets/placed_pair.h"
#include "bench/papers/rigid_body.h"

namespace abut::papers {

/// Lengths in metres, seconds. The thesis's figure has no numbers that could be taken over, and its bodies deform: here
/// the concave body is a valley in the shape of a circle's arc, and the box is let go along it, turning at the thesis's
/// 1 rad/s as it goes round the circle's centre.
struct Ironing {
  double radius = 1, half_length = 0.6, half_width = 0.3, thickness = 0.2;  ///< of the valley
  int strips = 36, rows = 8;                                                ///< of squares along and across it
  Vec3<double> box = {0.12, 0.1, 0.05};                                     ///< half extents
  double start = -0.42, turning = 1;  ///< rad and rad/s, about the circle's centre
  double zone = 0.01;  ///< facets within it push each other apart, as much as they are less than that apart
  double gap = 0.008;  ///< at the start
  double density = 1, valley_density = 4;
  double stiffness = 2, damping = 0.02;
  double step = 1e-3;
};

/// Two facets within the zone. The normal is in world axes, the point relative to the valley's position.
struct IroningRow {
  std::uint32_t part, facet_a, facet_b;
  double separation;
  Vec3<double> normal, point;
  bool operator==(const IroningRow& o) const {
    const auto same = [](Vec3<double> u, Vec3<double> v) { return u.x == v.x && u.y == v.y && u.z == v.z; };
    return part == o.part && facet_a == o.facet_a && facet_b == o.facet_b && separation == o.separation &&
           same(normal, o.normal) && same(point, o.point);
  }
};

/// A closed mesh: a grid over the arc, the same below it in a plane, and walls between the two. The part of a facet is
/// the third of the valley's length that it lies in.
inline Mesh valley_mesh(const Ironing& s, std::vector<std::uint32_t>& part_of_facet) {
  Mesh mesh;
  const auto columns = static_cast<std::uint32_t>(s.strips), rows = static_cast<std::uint32_t>(s.rows);
  for (int top = 0; top < 2; ++top) {
    for (std::uint32_t i = 0; i <= columns; ++i) {
      for (std::uint32_t j = 0; j <= rows; ++j) {
        const double x = s.half_length * (2.0 * i / columns - 1), y = s.half_width * (2.0 * j / rows - 1);
        const double height = s.radius - std::sqrt(s.radius * s.radius - x * x);
        mesh.vertices.push_back({x, y, top == 1 ? height : -s.thickness});
      }
    }
  }
  const auto at = [&](int top, std::uint32_t i, std::uint32_t j) {
    return (static_cast<std::uint32_t>(top) * (columns + 1) + i) * (rows + 1) + j;
  };
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, std::uint32_t i) {
    mesh.triangles.push_back({a, b, c}), mesh.triangles.push_back({a, c, d});
    part_of_facet.insert(part_of_facet.end(), 2, std::min(3 * i / columns, 2u));
  };
  for (std::uint32_t i = 0; i < columns; ++i) {
    for (std::uint32_t j = 0; j < rows; ++j) {
      quad(at(1, i, j), at(1, i + 1, j), at(1, i + 1, j + 1), at(1, i, j + 1), i);
      quad(at(0, i, j), at(0, i, j + 1), at(0, i + 1, j + 1), at(0, i + 1, j), i);
    }
    quad(at(0, i, 0), at(0, i + 1, 0), at(1, i + 1, 0), at(1, i, 0), i);
    quad(at(0, i + 1, rows), at(0, i, rows), at(1, i, rows), at(1, i + 1, rows), i);
  }
  for (std::uint32_t j = 0; j < rows; ++j) {
    quad(at(0, 0, j + 1), at(0, 0, j), at(1, 0, j), at(1, 0, j + 1), 0);
    quad(at(0, columns, j), at(0, columns, j + 1), at(1, columns, j + 1), at(1, columns, j), columns - 1);
  }
  return mesh;
}

/// Those facets of a mesh that are of a part, with the vertices that they have.
inline Mesh part_of(const Mesh& mesh, const std::vector<std::uint32_t>& part_of_facet, std::uint32_t part) {
  Mesh out;
  std::map<std::uint32_t, std::uint32_t> place;
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    if (part_of_facet[f] != part) continue;
    auto& t = out.triangles.emplace_back(mesh.triangles[f]);
    for (std::uint32_t& v : t) {
      const auto [found, is_new] = place.insert({v, static_cast<std::uint32_t>(out.vertices.size())});
      if (is_new) out.vertices.push_back(mesh.vertices[v]);
      v = found->second;
    }
  }
  return out;
}

class IroningRun {
 public:
  enum class Search { hierarchy, one_tree };

  IroningRun(const Ironing& scene, Search search) : scene_(scene), search_(search) {
    std::vector<std::uint32_t> part_of_facet;
    const Mesh mesh = valley_mesh(scene, part_of_facet);
    std::vector<Part> parts, facets;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Mesh part = part_of(mesh, part_of_facet, k);
      parts.push_back({shapes_.add_hull(part.vertices), {}});
      trees_.set_mesh(shapes_, parts.back().shape, part);
      add_facets(part, k, facets);
    }
    const std::uint32_t box = shapes_.add_box(scene.box);
    valley_ = solid(mass_properties(mesh), scene.valley_density);
    box_ = solid(mass_properties(shapes_, box), scene.density);
    place_box();
    bodies_.add(pose_of(valley_), parts);
    bodies_.add(pose_of(box_), box);
    facet_bodies_.add(pose_of(valley_), facets);
    facets.clear();
    const std::vector<Pair> all{{0, 3}, {1, 3}, {2, 3}};
    trees_.build(Cpu{1}, shapes_, bodies_.parts(), all);
    add_facets(box_mesh(box), 3, facets);
    facet_bodies_.add(pose_of(box_), facets);
    for (std::uint32_t k = 0; k < 4; ++k) {
      const FacetSurfaceView<double> view = trees_.view(k);
      places_.emplace_back(view.facet_count);
      for (std::uint32_t i = 0; i < view.facet_count; ++i) places_[k][view.facets[i].id] = i;
    }
  }

  /// Search, push, move.
  void step() {
    rows.clear();
    search_ == Search::hierarchy ? search_parts() : search_one_tree();
    push();
    move_on(valley_, scene_.step, {0, 0, 0}), move_on(box_, scene_.step, {0, 0, 0});
    bodies_.set_pose(0, pose_of(valley_)), bodies_.set_pose(1, pose_of(box_));
    facet_bodies_.set_pose(0, pose_of(valley_)), facet_bodies_.set_pose(1, pose_of(box_));
    ++steps_;
  }

  double time() const { return static_cast<double>(steps_) * scene_.step; }
  Vec3<double> box_centre() const { return box_.centre; }
  std::uint32_t facets() const { return static_cast<std::uint32_t>(owner_.size()); }
  double kinetic_energy() const { return papers::kinetic_energy(valley_) + papers::kinetic_energy(box_); }
  Vec3<double> momentum() const { return valley_.velocity * valley_.mass + box_.velocity * box_.mass; }

  std::vector<IroningRow> rows;   ///< of the last step, ordered
  std::uint64_t part_pairs = 0;   ///< of all steps: those that are near
  std::uint64_t box_pairs = 0;    ///< boxes of facets' trees compared; of one tree, facets whose boxes overlap
  std::uint64_t facet_pairs = 0;  ///< pairs of facets looked at
  std::uint64_t distances = 0;    ///< distances of facets taken

 private:
  /// At the origin of its frame.
  static RigidBody solid(const MassProperties& m, double density) { return rigid_body(m, density, m.centre); }

  /// Along the arc, which it touches by the edges of its lower face, but for the gap.
  void place_box() {
    const Ironing& s = scene_;
    const double edge = s.radius - s.gap, to_face = std::sqrt(edge * edge - s.box.x * s.box.x);
    const double c = std::cos(s.start), t = std::sin(s.start), arm = to_face - s.box.z;
    box_.rotation = {{c, 0, -t, 0, 1, 0, t, 0, c}};
    const Vec3<double> from_centre{arm * t, 0, -arm * c};
    box_.centre = Vec3<double>{0, 0, s.radius} + from_centre;
    const Vec3<double> turn{0, -s.turning, 0};
    box_.velocity = cross(turn, from_centre);
    const Vec3<double> in_axes = rotate_back(box_.axes, rotate_back(box_.rotation, turn));
    const Vec3<double> spin{in_axes.x * box_.moments.x, in_axes.y * box_.moments.y, in_axes.z * box_.moments.z};
    box_.spin = rotate(box_.rotation, rotate(box_.axes, spin));
  }

  /// The facets of the shape in their order, as the trees number them.
  Mesh box_mesh(std::uint32_t shape) const {
    Mesh mesh;
    const FacetSurfaceView<double> view = trees_.view(shape);
    mesh.triangles.resize(view.facet_count);
    const double unit = std::ldexp(1.0, view.exponent);
    for (std::uint32_t i = 0; i < view.facet_count; ++i) {
      const Facet<double> f = facet_at(view, i);
      for (int k = 0; k < 3; ++k) {
        mesh.triangles[view.facets[i].id][k] = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(f.v[k] * unit + centre_of(view));
      }
    }
    return mesh;
  }

  /// Every facet as a part of its own, for the one tree.
  void add_facets(const Mesh& mesh, std::uint32_t part, std::vector<Part>& to) {
    for (std::uint32_t f = 0; f < mesh.triangles.size(); ++f) {
      const auto& t = mesh.triangles[f];
      to.push_back({triangles_.add_triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]), {}});
      owner_.push_back({part, f});
    }
  }

  void search_parts() {
    const PartsView parts = bodies_.parts();
    const std::vector<Pair> near = find_pairs(Cpu{1}, shapes_.headers(), parts, scene_.zone);
    part_pairs += near.size();
    trees_.build(Cpu{1}, shapes_, parts, near);
    const FacetContacts<double> found =
        find_facet_contacts<double>(Cpu{1}, trees_, parts, {near}, {.alert_distance = scene_.zone, .contacts = false});
    box_pairs += found.counts.box_pairs, facet_pairs += found.counts.facet_pairs;
    distances += found.counts.distances;
    for (std::size_t i = 0; i < near.size(); ++i) {
      for (std::size_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k) {
        rows.push_back(
            {near[i].a, found.facet_a[k], found.facet_b[k], found.separation[k], found.normal[k], found.point[k]});
      }
    }
    sort_rows();
  }

  void search_one_tree() {
    const PartsView facets = facet_bodies_.parts(), parts = bodies_.parts();
    const std::vector<Pair> pairs = find_pairs(Cpu{1}, triangles_.headers(), facets, scene_.zone);
    box_pairs += pairs.size();
    PlacedPair placed[3];
    for (std::uint32_t k = 0; k < 3; ++k) {
      placed[k].pair.a = trees_.view(k), placed[k].pair.b = trees_.view(3);
      place_pair(parts, {k, 3}, scene_.zone, 1e-6, placed[k]);
    }
    for (const Pair& p : pairs) {
      const Owner of_a = owner_[p.a], of_b = owner_[p.b];
      const PlacedPair& at = placed[of_a.part];
      const TwoFacets<double> of = facets_at(at.pair, places_[of_a.part][of_a.facet], places_[3][of_b.facet]);
      const double reach = at.pair.frame.reach;
      ++facet_pairs;
      if (beyond_zone(of.a, of.b, reach) || beyond_zone(of.b, of.a, reach)) continue;
      ++distances;
      FacetContact<double> c;
      if (facet_pair_record(at.pair, of, c)) rows.push_back(row_of(at, c, of_a, of_b));
    }
    sort_rows();
  }

  struct Owner {
    std::uint32_t part, facet;
  };

  /// As the library writes it.
  static IroningRow row_of(const PlacedPair& at, const FacetContact<double>& c, Owner a, Owner b) {
    const ContactNormal<double>& n = c.normal;
    Vec3<double> world = rotate(at.a.rotation, n.n);
    if (n.of != 0) {
      const bool of_a = n.of == 1 || n.of == -1;
      const Vec3<double> own = (of_a ? at.pair.a : at.pair.b).normals[n.plane];
      world = rotate((of_a ? at.a : at.b).rotation, n.of > 0 ? own : -own);
    }
    const double separation = c.separation * at.unit;
    const Vec3<double> on_a = rotate(at.a.rotation, c.a * at.unit + centre_of(at.pair.a)) + at.offset;
    return {a.part, a.facet, b.facet, separation, world, multiply_add(world, 0.5 * separation, on_a)};
  }

  void sort_rows() {
    std::sort(rows.begin(), rows.end(), [](const IroningRow& u, const IroningRow& v) {
      if (u.part != v.part) return u.part < v.part;
      return u.facet_a != v.facet_a ? u.facet_a < v.facet_a : u.facet_b < v.facet_b;
    });
  }

  /// Springs and dampers along the normals, each of the facets that are near having its share.
  void push() {
    const Vec3<double> origin = pose_of(valley_).position;
    for (const IroningRow& row : rows) {
      const Vec3<double> at = origin + row.point;
      const double opening = dot(velocity_at(box_, at) - velocity_at(valley_, at), row.normal);
      const double pressed =
          std::max(scene_.stiffness * (scene_.zone - row.separation) - scene_.damping * opening, 0.0);
      const Vec3<double> force = row.normal * (pressed / static_cast<double>(rows.size()));
      push_at(box_, at, force), push_at(valley_, at, -force);
    }
  }

  Ironing scene_;
  Search search_;
  ShapeSet shapes_, triangles_;
  BodySet bodies_, facet_bodies_;
  FacetTrees trees_;
  std::vector<Owner> owner_;                        ///< of the one tree's facets
  std::vector<std::vector<std::uint32_t>> places_;  ///< of a part's facets in its surface
  RigidBody valley_, box_;
  std::uint64_t steps_ = 0;
};

}  // namespace abut::papers
