// Facets are halved, those first that may lie farthest away, until none may lie farther than what is found. A half
// looks only at the parts that may be the nearest to a point of it: those of the whole less what is too far away by
// now.
#include "host/decompose/largest_gap.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <queue>

#include "host/decompose/shell_distance.h"

namespace abut::host {
namespace {

constexpr std::size_t batch = 64;           // bits that are halved at once
constexpr std::size_t most_bits = 1 << 20;  // that are looked at, about

/// A piece of a facet. Data only.
struct Bit {
  std::array<Vec3<double>, 3> corners;
  std::vector<std::uint32_t> near;  ///< parts, one of which is the nearest to any point of it
  double lower = 0, upper = 0;
  std::size_t number = 0;  ///< in the order of their making
  bool operator<(const Bit& b) const { return upper != b.upper ? upper < b.upper : number > b.number; }
};

double longest_side(const std::array<Vec3<double>, 3>& c) {
  return std::max({norm(c[1] - c[0]), norm(c[2] - c[1]), norm(c[0] - c[2])});
}

class GapSearch {
 public:
  explicit GapSearch(const std::vector<PartHull>& parts) {
    for (const PartHull& p : parts) {
      if (!p.flat()) distances_.emplace_back(p.points, triangles_of(p));
    }
  }
  bool empty() const { return distances_.empty(); }

  /// All parts may be near, those with the nearest boxes first.
  Bit whole(const std::array<Vec3<double>, 3>& corners) const {
    Bit bit{corners, std::vector<std::uint32_t>(distances_.size())};
    std::iota(bit.near.begin(), bit.near.end(), 0u);
    const Vec3<double> middle = middle_of(corners);
    std::vector<double> squared;
    for (const ShellDistance& d : distances_) squared.push_back(d.box().squared_distance(middle));
    std::stable_sort(bit.near.begin(), bit.near.end(), [&](auto i, auto j) { return squared[i] < squared[j]; });
    bound(bit);
    return bit;
  }

  /// Across the longest edge.
  std::array<Bit, 2> halves(const Bit& bit) const {
    const auto& c = bit.corners;
    std::size_t k = 0;
    for (std::size_t i = 1; i < 3; ++i) {
      if (norm(c[(i + 1) % 3] - c[i]) > norm(c[(k + 1) % 3] - c[k])) k = i;
    }
    const Vec3<double> middle = (c[k] + c[(k + 1) % 3]) * 0.5;
    std::array<Bit, 2> halves{bit, bit};
    halves[0].corners[(k + 1) % 3] = middle;
    halves[1].corners[k] = middle;
    for (Bit& half : halves) bound(half);
    return halves;
  }

 private:
  /// The distance from a convex part is largest at a corner, and changes by no more than the way.
  void bound(Bit& bit) const {
    const double longest = longest_side(bit.corners);
    std::array<double, 3> at{infinity, infinity, infinity};
    std::vector<double> least(bit.near.size());  // of any point of the bit, from each part
    double upper = infinity;
    std::size_t best = 0;
    for (std::size_t i = 0; i < bit.near.size(); ++i) {
      const ShellDistance& part = distances_[bit.near[i]];
      double largest = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double box = std::sqrt(part.box().squared_distance(bit.corners[k]));
        largest = std::max(largest, box);
        if (box >= at[k] && largest >= upper) continue;  // tells neither
        const double distance = std::max(0.0, part(bit.corners[k]));
        at[k] = std::min(at[k], distance);
        largest = std::max(largest, distance);
      }
      least[i] = largest - longest;
      if (largest < upper) upper = largest, best = i;
    }
    bit.lower = std::max({at[0], at[1], at[2]});
    // No point is farther from the nearest corner than 1/sqrt(3) of the longest side.
    bit.upper = std::min(upper, bit.lower + 0.58 * longest);
    std::swap(bit.near[0], bit.near[best]);
    std::swap(least[0], least[best]);
    std::size_t count = 1;
    for (std::size_t i = 1; i < bit.near.size(); ++i) {
      if (least[i] <= bit.upper) bit.near[count++] = bit.near[i];
    }
    bit.near.resize(count);
  }

  std::vector<ShellDistance> distances_;
};

}  // namespace

Gap largest_gap(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                std::span<const std::uint32_t> facets, const std::vector<PartHull>& parts, double step) {
  if (facets.empty()) return {};
  const GapSearch search(parts);
  if (search.empty()) return {infinity, infinity};
  std::vector<Bit> found(facets.size());
  tbb::parallel_for(std::size_t{0}, facets.size(), [&](std::size_t i) {
    const auto& t = triangles[facets[i]];
    found[i] = search.whole({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  });
  Gap gap;
  double let_go = 0;  // most of what is not looked at again
  std::size_t count = 0;
  std::priority_queue<Bit> bits;
  const auto note = [&](std::vector<Bit>& fresh) {
    for (const Bit& b : fresh) gap.lower = std::max(gap.lower, b.lower);
    for (Bit& b : fresh) {
      b.number = count++;
      if (b.upper > gap.lower + step) {
        bits.push(std::move(b));
      } else {
        let_go = std::max(let_go, b.upper);
      }
    }
  };
  note(found);
  while (!bits.empty() && bits.top().upper > gap.lower + step && count < most_bits) {
    std::vector<Bit> worst;
    while (!bits.empty() && worst.size() < batch && bits.top().upper > gap.lower + step) {
      worst.push_back(bits.top());
      bits.pop();
    }
    std::vector<Bit> fresh(2 * worst.size());
    tbb::parallel_for(std::size_t{0}, worst.size(), [&](std::size_t i) {
      auto halves = search.halves(worst[i]);
      fresh[2 * i] = std::move(halves[0]);
      fresh[2 * i + 1] = std::move(halves[1]);
    });
    note(fresh);
  }
  gap.upper = std::max({gap.lower, let_go, bits.empty() ? 0.0 : bits.top().upper});
  return gap;
}

}  // namespace abut::host
