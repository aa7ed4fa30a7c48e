#include "host/decompose/doubled_triangles.h"

#include <algorithm>
#include <map>

#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// All triangles on three vertices. Data only.
struct Copies {
  Triangle first, most;               ///< the first, and the first of those that face the way that more of them do
  std::size_t forward = 0, back = 0;  ///< that face as the first does, and the other way

  bool faced() const { return forward == back; }
};

/// In the order of the first of each.
std::vector<Copies> copies_of(const std::vector<Triangle>& triangles) {
  std::vector<Copies> all;
  std::map<Triangle, std::size_t> number;
  for (const Triangle& t : triangles) {
    Triangle sorted = t;
    std::sort(sorted.begin(), sorted.end());
    const auto [at, is_new] = number.try_emplace(sorted, all.size());
    if (is_new) all.push_back({t, t});
    Copies& c = all[at->second];
    const auto begin = std::find(t.begin(), t.end(), c.first[0]) - t.begin();
    const bool forward = t[static_cast<std::size_t>(begin + 1) % 3] == c.first[1];
    ++(forward ? c.forward : c.back);
    if (!forward && c.back > c.forward) c.most = t;
    if (forward && c.forward > c.back) c.most = c.first;
  }
  return all;
}

/// The edges of triangles on different vertices.
class Doubles {
 public:
  explicit Doubles(const std::vector<Copies>& all) : all_(all) {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const Triangle& t = all[i].first;
      for (std::size_t k = 0; k < 3; ++k) at_edge_[std::minmax(t[k], t[(k + 1) % 3])].push_back(i);
    }
  }

  /// For each triangle whether it is a wall.
  std::vector<bool> walls() const {
    UnionFind whole(all_.size()), faced(all_.size());
    for (const auto& [edge, at] : at_edge_) {
      std::uint32_t last = none;
      for (const std::uint32_t i : at) {
        whole.join(at[0], i);
        if (!all_[i].faced()) continue;
        if (last != none) faced.join(last, i);
        last = i;
      }
    }
    // Between two solids lies what ends at something that stays.
    std::vector<bool> ends(all_.size(), false), stays(all_.size(), false);
    for (const auto& [edge, at] : at_edge_) {
      const auto is_faced = [&](std::uint32_t i) { return all_[i].faced(); };
      const auto one = std::find_if(at.begin(), at.end(), is_faced);
      const auto remaining = at.size() - static_cast<std::size_t>(std::count_if(at.begin(), at.end(), is_faced));
      if (at.size() == remaining + 1 && remaining > 0) ends[faced.find(*one)] = true;
      if (remaining != 0 && remaining != 2) stays[whole.find(at[0])] = true;  // it would be open
    }
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      if (all_[i].faced() && !ends[faced.find(i)]) stays[whole.find(i)] = true;
    }
    std::vector<bool> walls(all_.size());
    for (std::uint32_t i = 0; i < all_.size(); ++i) walls[i] = all_[i].faced() && !stays[whole.find(i)];
    return walls;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  const std::vector<Copies>& all_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> at_edge_;
};

}  // namespace

Undoubled without_doubles(const std::vector<Triangle>& triangles) {
  const std::vector<Copies> all = copies_of(triangles);
  if (all.size() == triangles.size()) return {triangles};
  const std::vector<bool> walls = Doubles(all).walls();
  Undoubled out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t count = all[i].forward + all[i].back;
    if (walls[i]) {
      out.walls += count;
    } else {
      out.triangles.push_back(all[i].faced() ? all[i].first : all[i].most);
      out.copies += count - 1;
    }
  }
  return out;
}

}  // namespace abut::host
