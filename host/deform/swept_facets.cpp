#include "host/deform/swept_facets.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "abut/bvh/box.h"
#include "abut/core/error.h"
#include "abut/core/pose.h"
#include "host/finite_vector.h"
#include "host/pairs/pair_search.h"
#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

using Facets = std::span<const std::array<std::uint32_t, 3>>;
using Boxes = std::vector<Box<double>>;

/// Facets of a body from which on it has a frame of its own.
constexpr std::size_t many_facets = 2048;

/// Facets, and how they move on average.
struct Group {
  std::vector<std::uint32_t> facets;
  Vec3<double> motion{0, 0, 0};
};

/// Facets over the step, seen from frames that move along straight lines.
template <class T>
struct Swept {
  const StepNodes<T>& nodes;
  Facets facets;
  double margin;

  Vec3<double> motion_of(const std::vector<std::uint32_t>& which) const {
    Vec3<double> sum{0, 0, 0};
    for (const std::uint32_t f : which) {
      for (const std::uint32_t k : facets[f]) sum = sum + (widen(nodes.after[k]) - widen(nodes.before[k]));
    }
    const Vec3<double> mean = sum * (1 / (3 * static_cast<double>(which.size())));
    // 0 where what it is taken off might overflow.
    return is_finite(mean) && max_abs(mean) < 0x1p900 ? mean : Vec3<double>{0, 0, 0};
  }

  Box<double> box(std::uint32_t facet, const Vec3<double>& motion) const {
    Box<double> box = empty_box<double>();
    for (const std::uint32_t k : facets[facet]) {
      const Vec3<double> before = widen(nodes.before[k]), after = widen(nodes.after[k]) - motion;
      box = unite(unite(box, {before, before}), {after, after});
    }
    // A difference is off by 2^-53 of itself, which is a corner of the box.
    const double grow = 0x1p-50 * max(max_abs(box.lo), max_abs(box.hi)) + margin;
    return {box.lo - Vec3<double>{grow, grow, grow}, box.hi + Vec3<double>{grow, grow, grow}};
  }

  Boxes boxes(const std::vector<std::uint32_t>& which, const Vec3<double>& motion) const {
    Boxes out;
    out.reserve(which.size());
    for (const std::uint32_t f : which) out.push_back(box(f, motion));
    return out;
  }
};

Box<double> around(const Boxes& boxes) {
  Box<double> all = empty_box<double>();
  for (const Box<double>& box : boxes) all = unite(all, box);
  return all;
}

/// A tree over boxes, and who may pair: any two, unless bodies or worlds are said.
struct Side {
  explicit Side(Boxes given) : Side(std::move(given), nullptr) {}
  /// In the frame of another, to be searched with it.
  Side(Boxes given, const Side& with) : Side(std::move(given), &with.tree.frame()) {}
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  SearchSide view() const { return {&tree, boxes.data(), &parts}; }

  Boxes boxes;
  std::vector<std::uint32_t> body, all;
  std::vector<std::uint8_t> self;
  std::vector<std::int32_t> world;
  PartsView parts;
  WideBvh tree;

 private:
  Side(Boxes given, const TreeFrame* frame)
      : boxes(std::move(given)), body(boxes.size()), all(boxes.size(), 1), self(boxes.size(), 1) {
    std::iota(body.begin(), body.end(), 0u);
    parts.count = static_cast<std::uint32_t>(boxes.size());
    parts.body = body.data(), parts.groups = parts.meets = all.data(), parts.self_contact = self.data();
    if (frame != nullptr) {
      tree.build(boxes.data(), parts.count, *frame);
    } else {
      tree.build(boxes.data(), parts.count);
    }
  }
};

/// Appends what `find` finds, as pairs of facets.
template <class Find>
void append(const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& second, const Find& find,
            std::vector<Pair>& out) {
  const std::size_t begin = out.size();
  PairSearch search;
  try {
    out.resize(begin + find(search));
  } catch (const InvalidInput&) {
    throw InvalidInput("find_step_impacts: more than 2^32 - 1 pairs of facets come near; a shorter step has fewer");
  }
  search.write(out.data() + begin);
  for (std::size_t i = begin; i < out.size(); ++i) {
    const auto [a, b] = std::minmax(first[out[i].a], second[out[i].b]);
    out[i] = {a, b};
  }
}
void append_within(const Side& side, const std::vector<std::uint32_t>& facets, std::vector<Pair>& out) {
  if (facets.size() < 2) return;
  append(
      facets, facets, [&](PairSearch& search) { return search.find(side.view()); }, out);
}

/// Bodies, by facet: those that hang together by nodes. Returns how many there are.
std::uint32_t number_bodies(Facets facets, std::size_t node_count, std::vector<std::uint32_t>& of_facet) {
  UnionFind nodes(node_count);
  for (const auto& f : facets) nodes.join(f[0], f[1]), nodes.join(f[1], f[2]);
  std::vector<std::uint32_t> number(node_count, ~0u);
  std::uint32_t count = 0;
  of_facet.resize(facets.size());
  for (std::size_t f = 0; f < facets.size(); ++f) {
    std::uint32_t& n = number[nodes.find(facets[f][0])];
    if (n == ~0u) n = count++;
    of_facet[f] = n;
  }
  return count;
}

/// Large bodies each, and small ones.
struct Groups {
  std::vector<Group> large;
  std::vector<Group> small;
};

template <class T>
Groups groups_of(const Swept<T>& swept, const std::vector<bool>& usable) {
  std::vector<std::uint32_t> body;
  std::vector<Group> bodies(number_bodies(swept.facets, swept.nodes.before.size(), body));
  for (std::uint32_t f = 0; f < swept.facets.size(); ++f) {
    if (usable[f]) bodies[body[f]].facets.push_back(f);
  }
  Groups out;
  for (Group& b : bodies) {
    if (b.facets.empty()) continue;
    b.motion = swept.motion_of(b.facets);
    (b.facets.size() < many_facets ? out.small : out.large).push_back(std::move(b));
  }
  return out;
}

/// All small bodies as one group.
template <class T>
Group together(const Swept<T>& swept, const std::vector<Group>& small) {
  Group all;
  for (const Group& b : small) all.facets.insert(all.facets.end(), b.facets.begin(), b.facets.end());
  if (!all.facets.empty()) all.motion = swept.motion_of(all.facets);
  return all;
}

/// Within small bodies, each in its frame, and between them, in a common one.
template <class T>
void append_small(const Swept<T>& swept, const std::vector<Group>& small, const Group& all, std::vector<Pair>& out) {
  if (small.empty()) return;
  Boxes own;
  std::vector<std::int32_t> world;
  for (std::size_t b = 0; b < small.size(); ++b) {
    for (const std::uint32_t f : small[b].facets) {
      own.push_back(swept.box(f, small[b].motion)), world.push_back(static_cast<std::int32_t>(b));
    }
  }
  Side within(std::move(own));
  within.world = world, within.parts.world = within.world.data();
  append_within(within, all.facets, out);
  if (small.size() < 2) return;
  Side between(swept.boxes(all.facets, all.motion));
  between.body.assign(world.begin(), world.end());
  std::fill(between.self.begin(), between.self.end(), std::uint8_t{0});
  append_within(between, all.facets, out);
}

/// Between two groups, in the frame of the first, which is the larger: `side` is its own.
template <class T>
void append_between(const Swept<T>& swept, const Group& first, const Side& side, const Group& second,
                    std::vector<Pair>& out) {
  Boxes boxes = swept.boxes(second.facets, first.motion);
  if (!overlaps(around(boxes), around(side.boxes))) return;
  const Side other(std::move(boxes), side);
  append(
      first.facets, second.facets, [&](PairSearch& search) { return search.find(side.view(), other.view()); }, out);
}

}  // namespace

template <class T>
std::vector<bool> usable_facets(const StepNodes<T>& nodes, Facets facets) {
  std::vector<bool> out(facets.size());
  for (std::size_t f = 0; f < facets.size(); ++f) {
    const auto finite = [&](std::uint32_t k) {
      return is_finite(widen(nodes.before[k])) && is_finite(widen(nodes.after[k]));
    };
    out[f] = std::all_of(facets[f].begin(), facets[f].end(), finite);
  }
  return out;
}

template <class T>
std::vector<Pair> swept_pairs(const StepNodes<T>& nodes, Facets facets, const std::vector<bool>& usable,
                              double margin) {
  const Swept<T> swept{nodes, facets, margin};
  Groups groups = groups_of(swept, usable);
  const bool any_small = !groups.small.empty();
  Group small = together(swept, groups.small);
  std::vector<Pair> out;
  append_small(swept, groups.small, small, out);
  std::vector<Group>& all = groups.large;
  std::stable_sort(all.begin(), all.end(),
                   [](const Group& a, const Group& b) { return a.facets.size() > b.facets.size(); });
  if (any_small) all.push_back(std::move(small));
  // In one frame for all: what does not meet there does not meet.
  std::vector<Box<double>> coarse;
  for (const Group& g : all) coarse.push_back(around(swept.boxes(g.facets, all.front().motion)));
  const std::size_t large = all.size() - (any_small ? 1 : 0);
  for (std::size_t i = 0; i < large; ++i) {
    const Side side(swept.boxes(all[i].facets, all[i].motion));
    append_within(side, all[i].facets, out);
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (overlaps(coarse[i], coarse[j])) append_between(swept, all[i], side, all[j], out);
    }
  }
  return out;
}

template std::vector<bool> usable_facets<float>(const StepNodes<float>&, Facets);
template std::vector<bool> usable_facets<double>(const StepNodes<double>&, Facets);
template std::vector<Pair> swept_pairs<float>(const StepNodes<float>&, Facets, const std::vector<bool>&, double);
template std::vector<Pair> swept_pairs<double>(const StepNodes<double>&, Facets, const std::vector<bool>&, double);

}  // namespace abut::host
