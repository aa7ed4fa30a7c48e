#include "host/complex/flat_triangles.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "abut/core/error.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;
using Edge = std::array<std::uint32_t, 2>;

/// A triangle has an area where its height is more than this times its longest edge: some roundings.
constexpr double least_height = 0x1p-44;

Edge edge_of(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

[[noreturn]] void refuse(std::size_t triangle, const char* why) {
  throw InvalidInput("ContactComplexes::set: triangle " + std::to_string(triangle) + " has no area, " + why +
                     "; allowed are corners that are not on a line");
}

class Splitter {
 public:
  Splitter(ComplexParts& parts, ComplexReport& report) : parts_(parts), report_(report) {}

  void run() {
    find_flat();
    if (flat_.empty()) return;
    for (std::size_t i = 0; i < parts_.triangles.size(); ++i) link(i, parts_.triangles[i]);
    gone_.assign(parts_.triangles.size(), false);
    for (std::size_t i = 0; i < parts_.triangles.size(); ++i) original_.push_back(i);
    // Every cut takes a corner out of an edge, and makes no new vertex; a chain longer than this is a loop.
    const std::size_t most = 16 * parts_.triangles.size() + 64;
    for (const Edge& s : parts_.segments) segments_.insert(edge_of(s[0], s[1]));
    // The longest one first: of a fan of them all are then cut but once.
    for (std::size_t k = 0; !flat_.empty(); ++k) {
      const std::size_t i = flat_.begin()->second;
      if (k >= most) refuse(original_[i], "and cutting its neighbours does not end");
      flat_.erase(flat_.begin());
      split(i);
    }
    parts_.segments.assign(segments_.begin(), segments_.end());
    std::size_t to = 0;
    for (std::size_t i = 0; i < parts_.triangles.size(); ++i) {
      if (!gone_[i]) parts_.triangles[to++] = parts_.triangles[i];
    }
    parts_.triangles.resize(to);
  }

 private:
  /// The corner across the longest edge.
  std::size_t middle(const Triangle& t) const {
    double longest = -1;
    std::size_t at = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double l = squared_length(parts_.points[t[(k + 2) % 3]] - parts_.points[t[(k + 1) % 3]]);
      if (l > longest) longest = l, at = k;
    }
    return at;
  }
  bool is_flat(const Triangle& t) const {
    const std::size_t k = middle(t);
    const Vec3<double> p = parts_.points[t[k]];
    const Vec3<double> a = parts_.points[t[(k + 1) % 3]] - p, b = parts_.points[t[(k + 2) % 3]] - p;
    return !(length(cross(a, b)) > least_height * squared_length(b - a));
  }
  void find_flat() {
    for (std::size_t i = 0; i < parts_.triangles.size(); ++i) {
      if (is_flat(parts_.triangles[i])) flat_.emplace(-longest(parts_.triangles[i]), i);
    }
  }
  double longest(const Triangle& t) const {
    const std::size_t k = middle(t);
    return squared_length(parts_.points[t[(k + 2) % 3]] - parts_.points[t[(k + 1) % 3]]);
  }
  void link(std::size_t i, const Triangle& t) {
    for (std::size_t k = 0; k < 3; ++k) of_edge_[edge_of(t[k], t[(k + 1) % 3])].insert(i);
  }
  void unlink(std::size_t i) {
    const Triangle t = parts_.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) of_edge_[edge_of(t[k], t[(k + 1) % 3])].erase(i);
  }
  void add(std::size_t from, const Triangle& t) {
    const std::size_t i = parts_.triangles.size();
    parts_.triangles.push_back(t), gone_.push_back(false), original_.push_back(original_[from]);
    link(i, t);
    if (is_flat(t)) flat_.emplace(-longest(t), i);
  }

  void split(std::size_t i) {
    if (gone_[i]) return;
    const Triangle t = parts_.triangles[i];
    const std::size_t k = middle(t);
    const std::uint32_t m = t[k];
    const Edge edge = edge_of(t[(k + 1) % 3], t[(k + 2) % 3]);
    for (const auto& tet : parts_.tetrahedra) {
      const auto has = [&](std::uint32_t v) { return std::find(tet.begin(), tet.end(), v) != tet.end(); };
      if (has(edge[0]) && has(edge[1])) refuse(original_[i], "and a tetrahedron has its longest edge");
    }
    ++report_.split_triangles;
    unlink(i), gone_[i] = true;
    const std::set<std::size_t> neighbours = of_edge_[edge];  // a copy: cutting changes it
    for (const std::size_t n : neighbours) cut(n, edge, m);
    segments_.erase(edge);
    segments_.insert(edge_of(edge[0], m)), segments_.insert(edge_of(m, edge[1]));  // what is left of the triangle
  }

  /// Cuts triangle `n` at `m` on its edge, its way round kept. One that has `m` for its other corner is flat too.
  void cut(std::size_t n, const Edge& edge, std::uint32_t m) {
    const Triangle t = parts_.triangles[n];
    std::size_t k = 0;
    while (t[k] == edge[0] || t[k] == edge[1]) ++k;
    unlink(n), gone_[n] = true;
    if (t[k] == m) return;
    const std::uint32_t a = t[(k + 1) % 3], b = t[(k + 2) % 3];
    add(n, {t[k], a, m}), add(n, {t[k], m, b});
  }

  ComplexParts& parts_;
  ComplexReport& report_;
  std::set<std::pair<double, std::size_t>> flat_;  // by what is less for a longer one
  std::vector<std::size_t> original_;
  std::multiset<Edge> segments_;
  std::vector<bool> gone_;
  std::map<Edge, std::set<std::size_t>> of_edge_;
};

}  // namespace

void split_flat_triangles(ComplexParts& parts, ComplexReport& report) { Splitter(parts, report).run(); }

}  // namespace abut::host
