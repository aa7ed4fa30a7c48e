#include "host/complex/topology.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "abut/bvh/box.h"
#include "abut/core/error.h"
#include "host/complex/flat_triangles.h"
#include "host/finite_vector.h"
#include "host/shapes/distinct_points.h"

namespace abut::host {
namespace {

constexpr std::uint64_t most_simplices = std::uint64_t{1} << 28;
/// Of welding, each of which may move the middle by a rounding: the second one is hardly ever needed.
constexpr int most_rounds = 16;
/// A tetrahedron has a volume where its least height is more than this times its longest edge: some roundings.
constexpr double least_height = 0x1p-40;

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("ContactComplexes::set: " + what); }

template <std::size_t N>
void check_corners(const char* kind, const std::vector<std::array<std::uint32_t, N>>& simplices, std::size_t vertices) {
  for (std::size_t i = 0; i < simplices.size(); ++i) {
    for (const std::uint32_t v : simplices[i]) {
      if (v < vertices) continue;
      refuse(std::string(kind) + ' ' + std::to_string(i) + " names vertex " + std::to_string(v) +
             "; allowed is less than " + std::to_string(vertices));
    }
  }
}

void check(const SimplicialComplex& c) {
  const std::size_t n = c.vertices.size();
  const std::uint64_t named =
      std::uint64_t{c.points.size()} + c.segments.size() + c.triangles.size() + c.tetrahedra.size();
  if (named == 0) refuse("the complex has no simplices; allowed is at least one point");
  if (named > most_simplices || n > most_simplices) {
    refuse("the complex has " + std::to_string(std::max<std::uint64_t>(named, n)) +
           " simplices or vertices; allowed are up to 268435456");
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<double>& p = c.vertices[i];
    if (!is_finite(p)) {
      refuse("vertex " + std::to_string(i) + " is not finite");
    }
  }
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    if (c.points[i] < n) continue;
    refuse("point " + std::to_string(i) + " names vertex " + std::to_string(c.points[i]) + "; allowed is less than " +
           std::to_string(n));
  }
  check_corners("segment", c.segments, n);
  check_corners("triangle", c.triangles, n);
  check_corners("tetrahedron", c.tetrahedra, n);
}

template <std::size_t N>
std::array<std::uint32_t, N> ascending(std::array<std::uint32_t, N> s) {
  std::sort(s.begin(), s.end());
  return s;
}

/// Keeps the first of simplices on the same vertices, in their order; returns how many are gone.
template <std::size_t N>
std::uint64_t keep_first(std::vector<std::array<std::uint32_t, N>>& simplices) {
  std::vector<std::pair<std::array<std::uint32_t, N>, std::uint32_t>> sorted;
  sorted.reserve(simplices.size());
  for (std::size_t i = 0; i < simplices.size(); ++i) {
    sorted.emplace_back(ascending(simplices[i]), static_cast<std::uint32_t>(i));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint8_t> gone(simplices.size(), 0);
  for (std::size_t k = 1; k < sorted.size(); ++k) gone[sorted[k].second] = sorted[k].first == sorted[k - 1].first;
  std::size_t to = 0;
  for (std::size_t i = 0; i < simplices.size(); ++i) {
    if (gone[i] == 0) simplices[to++] = simplices[i];
  }
  const std::uint64_t dropped = simplices.size() - to;
  simplices.resize(to);
  return dropped;
}

template <std::size_t N>
bool has_equal_corners(const std::array<std::uint32_t, N>& s) {
  const auto sorted = ascending(s);
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

class Maker {
 public:
  explicit Maker(const SimplicialComplex& in) : in_(in) {}

  ComplexTopology run() {
    check(in_);
    weld();
    split_flat_triangles(parts_, out_.report);
    drop_repeated();
    find_faces();
    find_incidence();
    return std::move(out_);
  }

 private:
  /// Equal vertices become one; a simplex with two equal corners becomes the face that is left of it.
  void weld() {
    out_.points.reserve(in_.vertices.size());
    for (const Vec3<double>& p : in_.vertices) out_.points.push_back({p.x + 0, p.y + 0, p.z + 0});
    const std::vector<std::uint32_t> first = find_equal();
    for (std::uint32_t i = 0; i < first.size(); ++i) out_.report.welded_vertices += first[i] != i;
    parts_.points = out_.points;
    for (const std::uint32_t p : in_.points) parts_.vertices.push_back(first[p]);
    const auto welded = [&](auto simplex) {
      for (std::uint32_t& v : simplex) v = first[v];
      return simplex;
    };
    for (std::size_t i = 0; i < in_.tetrahedra.size(); ++i) add_tetrahedron(i, welded(in_.tetrahedra[i]));
    for (const auto& t : in_.triangles) add_triangle(welded(t));
    for (const auto& s : in_.segments) add_segment(welded(s));
  }

  /// For each vertex the first one that stands for it. Welding one at the border of the box moves the middle, by a
  /// rounding, and then others may be equal.
  std::vector<std::uint32_t> find_equal() const {
    std::vector<std::uint32_t> first(out_.points.size());
    std::iota(first.begin(), first.end(), 0u);
    for (int round = 0;; ++round) {
      std::vector<std::uint32_t> next = first_occurrences(about_the_middle(first));
      join_needles(next);
      if (next == first || round == most_rounds) return next;
      first = std::move(next);
    }
  }
  /// As they are kept: vertices that differ by less than that leaves of them are equal.
  std::vector<Vec3<double>> about_the_middle(const std::vector<std::uint32_t>& first) const {
    Box<double> box = empty_box<double>();
    const auto add = [&](std::uint32_t v) {
      box = unite(box, Box<double>{out_.points[first[v]], out_.points[first[v]]});
    };
    const auto add_all = [&](const auto& simplices) {
      for (const auto& s : simplices) std::for_each(s.begin(), s.end(), add);
    };
    std::for_each(in_.points.begin(), in_.points.end(), add);
    add_all(in_.segments), add_all(in_.triangles), add_all(in_.tetrahedra);
    const Vec3<double> middle = box.lo * 0.5 + box.hi * 0.5;
    std::vector<Vec3<double>> out;
    for (const std::uint32_t v : first) {
      const Vec3<double> d = out_.points[v] - middle;
      out.push_back({d.x + 0, d.y + 0, d.z + 0});
    }
    return out;
  }
  /// The two corners of a triangle that are within roundings of its size become one: cut where such a corner is on the
  /// edge across, the next triangle around them is as thin.
  void join_needles(std::vector<std::uint32_t>& first) const {
    constexpr double least = 0x1p-44 * 0x1p-44;
    const auto root = [&](std::uint32_t v) {
      while (first[v] != v) v = first[v];
      return v;
    };
    for (const auto& t : in_.triangles) {
      double longest = 0;
      const auto squared = [&](std::size_t k) {
        return squared_length(out_.points[t[k]] - out_.points[t[(k + 1) % 3]]);
      };
      for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, squared(k));
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = root(t[k]), b = root(t[(k + 1) % 3]);
        if (a != b && squared(k) <= least * longest) first[std::max(a, b)] = std::min(a, b);
      }
    }
    for (std::uint32_t v = 0; v < first.size(); ++v) first[v] = root(v);
  }

  void add_tetrahedron(std::size_t i, const std::array<std::uint32_t, 4>& t) {
    if (has_equal_corners(t)) {
      ++out_.report.collapsed_simplices;
      auto sorted = ascending(t);
      const auto end = std::unique(sorted.begin(), sorted.end());
      return add_rest({sorted.data(), static_cast<std::size_t>(end - sorted.begin())});
    }
    const Vec3<double> p = out_.points[t[0]];
    const Vec3<double> a = out_.points[t[1]] - p, b = out_.points[t[2]] - p, c = out_.points[t[3]] - p;
    const double longest = std::max({length(a), length(b), length(c), length(a - b), length(b - c), length(a - c)});
    const double area =
        std::max({length(cross(a, b)), length(cross(b, c)), length(cross(a, c)), length(cross(b - a, c - a))});
    if (!(std::abs(dot(cross(a, b), c)) > least_height * longest * area)) {
      refuse("tetrahedron " + std::to_string(i) + " has no volume; allowed are corners that are not in a plane");
    }
    parts_.tetrahedra.push_back(t);
  }
  void add_triangle(const std::array<std::uint32_t, 3>& t) {
    if (!has_equal_corners(t)) return parts_.triangles.push_back(t);
    ++out_.report.collapsed_simplices;
    auto sorted = ascending(t);
    const auto end = std::unique(sorted.begin(), sorted.end());
    add_rest({sorted.data(), static_cast<std::size_t>(end - sorted.begin())});
  }
  void add_segment(const std::array<std::uint32_t, 2>& s) {
    if (s[0] != s[1]) return parts_.segments.push_back(s);
    ++out_.report.collapsed_simplices;
    parts_.vertices.push_back(s[0]);
  }
  /// Of a simplex that has lost a corner.
  void add_rest(std::span<const std::uint32_t> corners) {
    if (corners.size() == 3) return parts_.triangles.push_back({corners[0], corners[1], corners[2]});
    if (corners.size() == 2) return parts_.segments.push_back({corners[0], corners[1]});
    parts_.vertices.push_back(corners[0]);
  }

  void drop_repeated() {
    ComplexReport& report = out_.report;
    report.repeated_simplices += keep_first(parts_.tetrahedra);
    report.repeated_simplices += keep_first(parts_.triangles);
    report.repeated_simplices += keep_first(parts_.segments);
  }

  void find_faces() {
    out_.tetrahedra = parts_.tetrahedra;
    out_.triangles = parts_.triangles;
    out_.named_triangles = out_.triangles.size();
    for (const auto& t : out_.tetrahedra) {
      for (std::size_t k = 0; k < 4; ++k) {  // without corner k
        out_.triangles.push_back(ascending(std::array{t[(k + 1) % 4], t[(k + 2) % 4], t[(k + 3) % 4]}));
      }
    }
    keep_first(out_.triangles);
    for (const auto& s : parts_.segments) out_.edges.push_back(ascending(s));
    for (const auto& t : out_.triangles) {
      for (std::size_t k = 0; k < 3; ++k) out_.edges.push_back(ascending(std::array{t[k], t[(k + 1) % 3]}));
    }
    std::sort(out_.edges.begin(), out_.edges.end());
    out_.edges.erase(std::unique(out_.edges.begin(), out_.edges.end()), out_.edges.end());
    out_.vertices = std::move(parts_.vertices);
    for (const auto& e : out_.edges) out_.vertices.insert(out_.vertices.end(), e.begin(), e.end());
    std::sort(out_.vertices.begin(), out_.vertices.end());
    out_.vertices.erase(std::unique(out_.vertices.begin(), out_.vertices.end()), out_.vertices.end());
    out_.report.simplices =
        std::uint64_t{out_.vertices.size()} + out_.edges.size() + out_.triangles.size() + out_.tetrahedra.size();
    if (out_.report.simplices > most_simplices) {
      refuse("the complex has " + std::to_string(out_.report.simplices) + " simplices; allowed are up to 268435456");
    }
  }

  /// Of (face, simplex) in any order.
  static NumberLists lists(std::vector<std::pair<std::uint32_t, std::uint32_t>> of, std::size_t faces) {
    std::sort(of.begin(), of.end());
    NumberLists out;
    out.offsets.assign(faces + 1, 0);
    for (const auto& [face, simplex] : of) ++out.offsets[face + 1], out.items.push_back(simplex);
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    return out;
  }

  void find_incidence() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> of;
    for (std::uint32_t i = 0; i < out_.edges.size(); ++i) {
      for (const std::uint32_t v : out_.edges[i]) of.emplace_back(v, i);
    }
    out_.edges_of_vertex = lists(std::move(of), out_.points.size());
    of.clear();
    for (std::uint32_t i = 0; i < out_.triangles.size(); ++i) {
      const auto& t = out_.triangles[i];
      for (std::size_t k = 0; k < 3; ++k) {
        const auto e =
            std::lower_bound(out_.edges.begin(), out_.edges.end(), ascending(std::array{t[k], t[(k + 1) % 3]}));
        of.emplace_back(static_cast<std::uint32_t>(e - out_.edges.begin()), i);
      }
    }
    out_.triangles_of_edge = lists(std::move(of), out_.edges.size());
    find_tetrahedra_of_triangles();
  }

  void find_tetrahedra_of_triangles() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> of;
    std::vector<std::pair<std::array<std::uint32_t, 3>, std::uint32_t>> sorted;
    if (!out_.tetrahedra.empty()) {
      for (std::uint32_t i = 0; i < out_.triangles.size(); ++i) sorted.emplace_back(ascending(out_.triangles[i]), i);
      std::sort(sorted.begin(), sorted.end());
    }
    for (std::uint32_t i = 0; i < out_.tetrahedra.size(); ++i) {
      const auto& t = out_.tetrahedra[i];
      for (std::size_t k = 0; k < 4; ++k) {
        const auto face = ascending(std::array{t[(k + 1) % 4], t[(k + 2) % 4], t[(k + 3) % 4]});
        const auto at = std::lower_bound(sorted.begin(), sorted.end(), std::pair{face, 0u});
        of.emplace_back(at->second, i);
      }
    }
    out_.tetrahedra_of_triangle = lists(std::move(of), out_.triangles.size());
  }

  const SimplicialComplex& in_;
  ComplexParts parts_;
  ComplexTopology out_;
};

}  // namespace

ComplexTopology complex_topology(const SimplicialComplex& complex) { return Maker(complex).run(); }

}  // namespace abut::host
