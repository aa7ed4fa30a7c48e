#include "host/complex/complex_arrays.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/core/vec2.h"
#include "host/complex/inward.h"
#include "host/complex/tangent_cone.h"
#include "host/facets/tree_build.h"

namespace abut::host {
namespace {

using Edge = std::array<std::uint32_t, 2>;
using Triangle = std::array<std::uint32_t, 3>;

/// What is known of a simplex before they are put in order.
struct Simplex {
  ComplexSimplex record;
  PolarCone<double> cone;
  std::vector<Vec3<double>> into;
};

class Maker {
 public:
  Maker(ComplexTopology& topology, const ComplexOptions& options) : in_(topology), options_(options) {}

  ComplexArrays run() {
    decide_sides();
    if (options_.offset_inward) offset();
    scale();
    find_normals();
    classify();
    order();
    find_boxes();
    set_view();
    return std::move(out_);
  }

 private:
  void decide_sides() {
    ComplexReport& report = in_.report;
    const bool of_tetrahedra = !in_.tetrahedra.empty() && in_.named_triangles == 0;
    if (options_.sides == ComplexSides::shell && !of_tetrahedra) {
      report.not_solid = "it is asked for as a shell";
    } else if (in_.triangles.empty()) {
      report.not_solid = "there are no triangles";
    } else if (!in_.tetrahedra.empty() && !of_tetrahedra) {
      report.not_solid = "there are triangles beside tetrahedra";
    } else if (!of_tetrahedra) {
      report.not_solid = why_not_solid();
    }
    report.solid = report.not_solid.empty();
    filled_ = report.solid && !of_tetrahedra;
    if (options_.sides == ComplexSides::solid && !report.solid) {
      throw InvalidInput("ContactComplexes::set: sides are solid, but " + report.not_solid +
                         "; allowed are closed triangles that run the same way round, outward");
    }
  }

  /// Of triangles: closed, each edge between two that run through it in opposite directions, and outward.
  std::string why_not_solid() const {
    std::uint64_t open = 0, shared = 0, turned = 0;
    for (std::uint32_t e = 0; e < in_.edges.size(); ++e) {
      const auto around = in_.triangles_of_edge[e];
      if (around.size() == 1) ++open;
      if (around.size() > 2) ++shared;
      if (around.size() == 2 && runs_forward(around[0], e) == runs_forward(around[1], e)) ++turned;
    }
    if (shared > 0) return "edges with more than two triangles are " + std::to_string(shared);
    if (open > 0) return "edges with one triangle are " + std::to_string(open);
    if (turned > 0) return "edges that both triangles run through the same way are " + std::to_string(turned);
    return volume() > 0 ? "" : "it is inside out, or encloses no volume";
  }
  bool runs_forward(std::uint32_t triangle, std::uint32_t edge) const {
    const Triangle& t = in_.triangles[triangle];
    const std::size_t k = static_cast<std::size_t>(std::find(t.begin(), t.end(), in_.edges[edge][0]) - t.begin());
    return t[(k + 1) % 3] == in_.edges[edge][1];
  }
  /// Six times that, from the first vertex.
  double volume() const {
    const Vec3<double> o = in_.points[in_.triangles[0][0]];
    double sum = 0;
    for (const Triangle& t : in_.triangles) {
      sum += dot(in_.points[t[0]] - o, cross(in_.points[t[1]] - o, in_.points[t[2]] - o));
    }
    return sum;
  }

  void offset() {
    std::vector<Triangle> boundary = filled_ ? in_.triangles : boundary_of_tetrahedra();
    if (boundary.empty()) {
      throw InvalidInput("ContactComplexes::set: offset_inward is set, but " + in_.report.not_solid +
                         "; allowed are volumes");
    }
    move_inward(in_.points, boundary, options_.dilation);
  }
  /// Outward.
  std::vector<Triangle> boundary_of_tetrahedra() const {
    std::vector<Triangle> out;
    for (std::uint32_t i = 0; i < in_.triangles.size(); ++i) {
      if (in_.tetrahedra_of_triangle[i].size() != 1) continue;
      Triangle t = in_.triangles[i];
      if (dot(area_normal(t), fourth(i, in_.tetrahedra_of_triangle[i][0]) - in_.points[t[0]]) > 0)
        std::swap(t[1], t[2]);
      out.push_back(t);
    }
    return out;
  }

  /// To coordinates relative to the middle of the box, with a size in [1, 2).
  void scale() {
    Box<double> box = empty_box<double>();
    for (const std::uint32_t v : in_.vertices) box = unite(box, Box<double>{in_.points[v], in_.points[v]});
    const Vec3<double> centre = box.lo * 0.5 + box.hi * 0.5;
    double largest = 0;
    for (const std::uint32_t v : in_.vertices) largest = std::max(largest, max_abs(in_.points[v] - centre));
    std::int32_t exponent = std::ilogb(std::max(largest, options_.dilation));
    double size = place(centre, exponent);
    while (size >= 2) size = place(centre, ++exponent);
    ComplexView<double>& view = out_.view;
    view.exponent = exponent, view.size = size * (1 + 4 * Epsilon<double>::value);
    view.centre[0] = centre.x, view.centre[1] = centre.y, view.centre[2] = centre.z;
    view.dilation = options_.dilation;
  }
  /// Returns the largest distance from the centre.
  double place(const Vec3<double>& centre, std::int32_t exponent) {
    out_.points.assign(in_.points.size(), {0, 0, 0});
    double reach = 0;
    for (const std::uint32_t v : in_.vertices) {
      const Vec3<double> d = in_.points[v] - centre;
      out_.points[v] = {std::ldexp(d.x, -exponent), std::ldexp(d.y, -exponent), std::ldexp(d.z, -exponent)};
      reach = std::max(reach, length(out_.points[v]));
    }
    return reach;
  }

  Vec3<double> area_normal(const Triangle& t) const {
    return cross(in_.points[t[1]] - in_.points[t[0]], in_.points[t[2]] - in_.points[t[0]]);
  }
  Vec3<double> fourth(std::uint32_t triangle, std::uint32_t tetrahedron) const {
    const Triangle& t = in_.triangles[triangle];
    for (const std::uint32_t v : in_.tetrahedra[tetrahedron]) {
      if (std::find(t.begin(), t.end(), v) == t.end()) return in_.points[v];
    }
    return in_.points[t[0]];
  }

  /// Of triangles, and of a solid those of vertices, by angles (Baerentzen & Aanaes 2005).
  void find_normals() {
    normals_.resize(in_.triangles.size());
    if (filled_) outward_.assign(in_.points.size(), {0, 0, 0});
    for (std::uint32_t i = 0; i < in_.triangles.size(); ++i) {
      const Triangle& t = in_.triangles[i];
      const Vec3<double> p = out_.points[t[0]];
      normals_[i] = unit_or_zero(cross(out_.points[t[1]] - p, out_.points[t[2]] - p));
      if (!filled_) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3<double> a = out_.points[t[(k + 1) % 3]] - out_.points[t[k]];
        const Vec3<double> b = out_.points[t[(k + 2) % 3]] - out_.points[t[k]];
        outward_[t[k]] = outward_[t[k]] + normals_[i] * std::atan2(length(cross(a, b)), dot(a, b));
      }
    }
  }

  /// The boundary of what the complex fills: an edge inside of tetrahedra is no part of it.
  bool is_inside(std::uint32_t edge) const {
    const auto around = in_.triangles_of_edge[edge];
    return !around.empty() && std::all_of(around.begin(), around.end(),
                                          [&](std::uint32_t t) { return in_.tetrahedra_of_triangle[t].size() > 1; });
  }

  Simplex vertex(std::uint32_t v) const {
    Simplex s{{{v, v, v}, 0, 0, 0, 7, v}, {}, {}};
    std::vector<Vec3<double>> boundary;
    for (const std::uint32_t e : in_.edges_of_vertex[v]) {
      const Edge& edge = in_.edges[e];
      const std::uint32_t other = edge[0] == v ? edge[1] : edge[0];
      s.into.push_back(unit_or_zero(out_.points[other] - out_.points[v]));
      if (!is_inside(e)) boundary.push_back(s.into.back());
    }
    const Vec3<double> outward = filled_ ? outward_[v] : Vec3<double>{0, 0, 0};
    const bool solid = filled_ && length(outward) > 0;
    const Polar polar = polar_of({0, {0, 0, 0}, s.into, solid, outward, options_.flatness});
    const bool in_plane =
        polar.dimension == 1 && std::all_of(boundary.begin(), boundary.end(), [&](const Vec3<double>& u) {
          return std::abs(dot(polar.cone.axis, u)) <= options_.flatness;
        });
    return kind(s, polar, in_plane);
  }
  Simplex edge(std::uint32_t i) const {
    const Edge& e = in_.edges[i];
    Simplex s{{{e[0], e[1], e[0]}, 0, 0, 1, 7, i}, {}, {}};
    const Vec3<double> p = out_.points[e[0]], along = unit_or_zero(out_.points[e[1]] - p);
    Vec3<double> outward{0, 0, 0};
    for (const std::uint32_t t : in_.triangles_of_edge[i]) {
      const Triangle& c = in_.triangles[t];
      const std::uint32_t third =
          *std::find_if(c.begin(), c.end(), [&](std::uint32_t v) { return v != e[0] && v != e[1]; });
      const Vec3<double> d = out_.points[third] - p;
      s.into.push_back(unit_or_zero(d - along * dot(d, along)));
      outward = outward + normals_[t];
    }
    const bool solid = filled_ && !s.into.empty();
    return kind(s, polar_of({1, along, s.into, solid, outward, options_.flatness}), false);
  }
  Simplex triangle(std::uint32_t i) const {
    const Triangle& t = in_.triangles[i];
    Simplex s{{{t[0], t[1], t[2]}, 0, 0, 2, 7, i}, {}, {}};
    for (const std::uint32_t k : in_.tetrahedra_of_triangle[i]) {
      const double side = dot(area_normal(t), fourth(i, k) - in_.points[t[0]]);
      s.into.push_back(side > 0 ? normals_[i] : -normals_[i]);
    }
    return kind(s, polar_of({2, normals_[i], s.into, filled_, normals_[i], options_.flatness}), false);
  }
  static Simplex kind(Simplex s, const Polar& polar, bool in_plane) {
    s.record.simplex_class = simplex_class({s.record.dimension, static_cast<std::uint8_t>(polar.dimension), in_plane});
    s.cone = polar.cone;
    return s;
  }

  static void check_count(std::size_t around) {
    if (around <= 0xffff) return;
    throw InvalidInput("ContactComplexes::set: " + std::to_string(around) +
                       " simplices meet in one; allowed are up to 65535");
  }

  /// Keeps what may be touched.
  void classify() {
    const std::size_t v = in_.vertices.size(), e = in_.edges.size(), n = v + e + in_.triangles.size();
    all_.resize(n);
    tbb::parallel_for(std::size_t{0}, n, [&](std::size_t k) {
      const auto i = [&](std::size_t first) { return static_cast<std::uint32_t>(k - first); };
      all_[k] = k < v ? vertex(in_.vertices[k]) : k < v + e ? edge(i(v)) : triangle(i(v + e));
    });
    for (const Simplex& s : all_) ++in_.report.of_class[s.record.simplex_class];
    in_.report.of_class[7] += in_.tetrahedra.size();
    std::erase_if(all_, [](const Simplex& s) { return s.record.simplex_class == 7; });
    for (const Simplex& s : all_) check_count(s.into.size());
  }

  /// Into the order of the hierarchy's leaves.
  void order() {
    if (all_.empty()) return;
    for (const Simplex& s : all_) out_.simplices.push_back(s.record), out_.cones.push_back(s.cone);
    const BuiltComplexTree tree = build_complex_tree({out_.points, out_.simplices, out_.cones}, cuts());
    out_.nodes = tree.nodes;
    for (std::size_t k = 0; k < tree.order.size(); ++k) {
      const Simplex& s = all_[tree.order[k]];
      ComplexSimplex& to = out_.simplices[k];
      to = s.record, out_.cones[k] = s.cone;
      to.first_direction = static_cast<std::uint32_t>(out_.directions.size());
      to.direction_count = static_cast<std::uint16_t>(s.into.size());
      out_.directions.insert(out_.directions.end(), s.into.begin(), s.into.end());
    }
    all_ = {};
  }
  /// Of triangles, and of what is a face of nothing.
  void find_boxes() {
    std::vector<Box<double>> boxes;
    for (std::uint32_t i = 0; i < out_.simplices.size(); ++i) {
      const ComplexSimplex& s = out_.simplices[i];
      if (s.dimension < 2 && s.direction_count > 0) continue;
      Box<double> box = empty_box<double>();
      for (const std::uint32_t v : s.vertex) box = unite(box, Box<double>{out_.points[v], out_.points[v]});
      boxes.push_back(box), out_.tops.push_back(i);
    }
    if (boxes.empty()) return;
    if (boxes.size() >= std::size_t{1} << 24) {
      throw InvalidInput("ContactComplexes::set: the complex has " + std::to_string(boxes.size()) +
                         " triangles, segments and points that are no faces; allowed are less than 16777216");
    }
    const BuiltTree tree = build_facet_tree(boxes);
    out_.boxes = tree.nodes;
    std::vector<std::uint32_t> ordered;
    for (const std::uint32_t k : tree.order) ordered.push_back(out_.tops[k]);
    out_.tops = std::move(ordered);
  }
  ComplexCuts cuts() const {
    return options_.hierarchy == ComplexHierarchy::full ? ComplexCuts{} : ComplexCuts{false, false};
  }

  void set_view() {
    ComplexView<double>& view = out_.view;
    view.simplex_count = static_cast<std::uint32_t>(out_.simplices.size());
    view.node_count = static_cast<std::uint32_t>(out_.nodes.size());
    view.point_count = static_cast<std::uint32_t>(out_.points.size());
    view.points = out_.points.data(), view.simplices = out_.simplices.data(), view.cones = out_.cones.data();
    view.directions = out_.directions.data(), view.nodes = out_.nodes.data();
    view.box_count = static_cast<std::uint32_t>(out_.boxes.size());
    view.boxes = out_.boxes.data(), view.tops = out_.tops.data();
  }

  ComplexTopology& in_;
  ComplexOptions options_;
  ComplexArrays out_;
  bool filled_ = false;  ///< triangles bound a solid; tetrahedra are one by themselves
  std::vector<Vec3<double>> normals_, outward_;
  std::vector<Simplex> all_;
};

}  // namespace

std::size_t ComplexArrays::bytes() const {
  return points.size() * sizeof(points[0]) + simplices.size() * sizeof(simplices[0]) + cones.size() * sizeof(cones[0]) +
         directions.size() * sizeof(directions[0]) + nodes.size() * sizeof(nodes[0]) + boxes.size() * sizeof(boxes[0]) +
         tops.size() * sizeof(tops[0]);
}

ComplexArrays complex_arrays(ComplexTopology& topology, const ComplexOptions& options) {
  return Maker(topology, options).run();
}

}  // namespace abut::host
