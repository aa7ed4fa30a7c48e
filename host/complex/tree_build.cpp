// Top down by median cuts, of positions and of the Gauss map in turn, along the first principal axis of what is cut.
// Before that, classes that meet different ones part: corners, creases and faces are in hierarchies of their own, which
// a search of corners against faces then never leaves. (The paper has the classes in every node's mask alone; so have
// we, but of nodes with one kind of class masks say the most.)
#include "host/complex/tree_build.h"

#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "abut/bvh/box.h"
#include "abut/core/scalar.h"
#include "host/complex/enclosing_ball.h"
#include "host/complex/merged_cone.h"
#include "host/complex/principal_axis.h"

namespace abut::host {
namespace {

/// Corners, creases with their vertices, and what only corners meet.
int group_of(std::uint8_t simplex_class) { return simplex_class == 0 ? 0 : simplex_class <= 3 ? 1 : 2; }

class Builder {
 public:
  Builder(const ComplexLeaves& in, const ComplexCuts& cuts) : in_(in), cuts_(cuts) {
    const auto n = static_cast<std::uint32_t>(in.simplices.size());
    out_.order.resize(n);
    std::iota(out_.order.begin(), out_.order.end(), 0u);
    out_.nodes.resize(2 * std::size_t{n} - 1);
    for (const ComplexSimplex& s : in.simplices) middles_.push_back(middle(s));
    for (const PolarCone<double>& c : in.cones) axes_.push_back(c.axis);
  }
  BuiltComplexTree run() {
    const auto n = static_cast<std::uint32_t>(out_.order.size());
    if (!cuts_.by_class) return build({0, n, 0}, true), std::move(out_);
    std::stable_sort(out_.order.begin(), out_.order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return group(x) < group(y); });
    build_groups({0, n, 0});
    return std::move(out_);
  }

 private:
  /// Simplices first to last of the order; of one leaf for each there are 2 (last - first) - 1 nodes, from `node` on.
  struct Range {
    std::uint32_t first, last, node;
    std::uint32_t size() const { return last - first; }
  };
  struct Summary {
    PolarCone<double> cone;
    std::uint8_t classes, meets;
  };

  int group(std::uint32_t simplex) const { return group_of(in_.simplices[simplex].simplex_class); }
  Vec3<double> middle(const ComplexSimplex& s) const {
    Vec3<double> sum{0, 0, 0};
    for (int k = 0; k <= s.dimension; ++k) sum = sum + in_.points[s.vertex[k]];
    return sum * (1.0 / (s.dimension + 1));
  }

  Summary build_groups(const Range& r) {
    std::uint32_t cut = r.first + 1;
    while (cut < r.last && group(out_.order[cut]) == group(out_.order[r.first])) ++cut;
    if (cut == r.last) return build(r, true);
    const Range left{r.first, cut, r.node + 1}, right{cut, r.last, r.node + 2 * (cut - r.first)};
    const Summary a = build(left, true), b = build_groups(right);
    return inner(r, right.node, a, b);
  }

  /// `by_position`: the cut that comes next. Returns what is known of the node.
  Summary build(const Range& r, bool by_position) {
    if (r.size() == 1) return leaf(r);
    const std::uint32_t cut = r.first + r.size() / 2;
    // Where all normals point the same way, or nearly, a cut by them gains nothing.
    constexpr double least_turn = 1e-2;
    if (by_position || !halve(r, cut, axes_, least_turn)) halve(r, cut, middles_, 0);
    const Range left{r.first, cut, r.node + 1}, right{cut, r.last, r.node + 2 * (cut - r.first)};
    const bool next = !cuts_.by_direction || !by_position;
    Summary a, b;
    constexpr std::uint32_t many = 4096;
    if (r.size() > many) {
      tbb::parallel_invoke([&] { a = build(left, next); }, [&] { b = build(right, next); });
    } else {
      a = build(left, next), b = build(right, next);
    }
    return inner(r, right.node, a, b);
  }

  /// At the median of `at` along its first principal axis. False, and nothing is done, where it spreads less than that.
  bool halve(const Range& r, std::uint32_t cut, std::span<const Vec3<double>> at, double least_variance) {
    const PrincipalAxis p = principal_axis(std::span(out_.order).subspan(r.first, r.size()), at);
    if (!(p.variance >= least_variance)) return false;
    const auto begin = out_.order.begin();
    std::nth_element(begin + r.first, begin + cut, begin + r.last, [&](std::uint32_t x, std::uint32_t y) {
      const double kx = dot(p.axis, at[x]), ky = dot(p.axis, at[y]);
      return kx != ky ? kx < ky : x < y;
    });
    return true;
  }

  void set_ball(const Range& r, ComplexNode& node) const {
    std::vector<std::uint32_t> corners;
    for (std::uint32_t k = r.first; k < r.last; ++k) {
      const ComplexSimplex& s = in_.simplices[out_.order[k]];
      corners.insert(corners.end(), s.vertex, s.vertex + s.dimension + 1);
    }
    const Ball ball = enclosing_ball(in_.points.data(), corners);
    node.centre = {round_to<float>(ball.centre.x), round_to<float>(ball.centre.y), round_to<float>(ball.centre.z)};
    node.radius = round_up(ball.radius + length(widen(node.centre) - ball.centre));
  }
  void set_cone(const Summary& s, ComplexNode& node) const {
    const PolarCone<double>& c = s.cone;
    node.axis = {round_to<float>(c.axis.x), round_to<float>(c.axis.y), round_to<float>(c.axis.z)};
    node.cosine = c.cosine <= -1 ? -1.0f : std::max(-1.0f, round_to<float>(c.cosine - 0x1p-22));
    node.sine = std::min(1.0f, round_to<float>(c.sine + 0x1p-22));
    node.two_sided = c.two_sided ? 1 : 0;
    node.classes = s.classes, node.meets = s.meets;
    if (!cuts_.by_class) node.classes = node.meets = 0xff;
  }

  Summary leaf(const Range& r) {
    const std::uint32_t i = out_.order[r.first];
    const std::uint8_t c = in_.simplices[i].simplex_class;
    const Summary s{in_.cones[i], static_cast<std::uint8_t>(1u << c), classes_met_by(c)};
    ComplexNode& node = out_.nodes[r.node];
    set_ball(r, node), set_cone(s, node);
    node.next = r.first, node.count = 1;
    return s;
  }
  Summary inner(const Range& r, std::uint32_t right, const Summary& a, const Summary& b) {
    const Summary s{merged_cone(a.cone, b.cone), static_cast<std::uint8_t>(a.classes | b.classes),
                    static_cast<std::uint8_t>(a.meets | b.meets)};
    ComplexNode& node = out_.nodes[r.node];
    set_ball(r, node), set_cone(s, node);
    node.next = right, node.count = 0;
    return s;
  }

  ComplexLeaves in_;
  ComplexCuts cuts_;
  std::vector<Vec3<double>> middles_, axes_;  ///< of the simplices, and of their cones
  BuiltComplexTree out_;
};

}  // namespace

BuiltComplexTree build_complex_tree(const ComplexLeaves& leaves, const ComplexCuts& cuts) {
  return Builder(leaves, cuts).run();
}

std::uint32_t depth_of(const ComplexView<double>& view) {
  std::vector<std::uint32_t> depth(view.node_count, 0);
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < view.node_count; ++i) {
    most = std::max(most, depth[i]);
    if (!is_leaf(view.nodes[i])) depth[i + 1] = depth[view.nodes[i].next] = depth[i] + 1;  // children lie behind
  }
  return most;
}

}  // namespace abut::host
