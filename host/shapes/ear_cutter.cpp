// Ears after Meisters 1975, kept in a queue and asked about corners near them only, as Held 2001 ("FIST").
//
// What is in the way of an ear: a corner in the triangle where the polygon does not turn left, or a way through a place
// that a corner of the triangle shares. Corners where it turns left need not be asked: of all corners in the triangle
// the one nearest to the ear's tip is none of those. A corner that is in the way is remembered, and the ear tried again
// when that corner changes.
#include "host/shapes/ear_cutter.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "abut/core/predicates.h"

namespace abut::host {

double squared_distance(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> d = b - a;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

bool is_sliver(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  constexpr double thinnest = 1e-6;  // height over length: digits that text files keep
  const Vec3<double> u = b - a, v = c - a;
  const Vec3<double> area{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  const double length = squared_distance(a, c);
  return !(squared_distance(area, {0, 0, 0}) > thinnest * thinnest * length * length);
}

bool EarCutter::Candidate::operator<(const Candidate& other) const {
  return std::tie(sliver, length, corner, stamp) >
         std::tie(other.sliver, other.length, other.corner, other.stamp);  // the least on top
}

EarCutter::EarCutter(std::vector<FlatPoint> flat, std::vector<Vec3<double>> points)
    : flat_(std::move(flat)),
      points_(std::move(points)),
      next_(flat_.size()),
      last_(flat_.size()),
      twin_(flat_.size()),
      stamp_(flat_.size(), 0),
      turn_(flat_.size(), 0),
      gone_(flat_.size(), 0),
      waiting_(flat_.size()),
      grid_(flat_),
      remaining_(flat_.size()) {
  for (Index i = 0; i < flat_.size(); ++i) {
    next_[i] = i + 1 < flat_.size() ? i + 1 : 0;
    last_[next_[i]] = i;
  }
  find_twins();
}

int EarCutter::turn(Index a, Index b, Index c) const {
  return orient2d(flat_[a].x, flat_[a].y, flat_[b].x, flat_[b].y, flat_[c].x, flat_[c].y);
}
bool EarCutter::coincide(Index a, Index b) const { return flat_[a].x == flat_[b].x && flat_[a].y == flat_[b].y; }
bool EarCutter::equal(Index a, Index b) const {
  return points_[a].x == points_[b].x && points_[a].y == points_[b].y && points_[a].z == points_[b].z;
}

void EarCutter::find_twins() {
  std::vector<Index> order(flat_.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::tie(flat_[a].x, flat_[a].y, a) < std::tie(flat_[b].x, flat_[b].y, b);
  });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin; end < order.size() && coincide(order[begin], order[end]); ++end) {
      twin_[order[end]] =
          end + 1 < order.size() && coincide(order[begin], order[end + 1]) ? order[end + 1] : order[begin];
    }
  }
}

std::vector<std::array<EarCutter::Index, 3>> EarCutter::cut() {
  Index i = 0;
  for (std::size_t k = flat_.size(); k > 0 && remaining_ > 2; --k) i = next_[without_spikes(i)];
  if (remaining_ < 3) return {};
  at_ = i;
  std::size_t k = remaining_;
  for (; k > 0; --k, i = next_[i]) turn_[i] = static_cast<std::int8_t>(turn(last_[i], i, next_[i]));
  for (k = remaining_; k > 0; --k, i = next_[i]) offer(i);
  while (remaining_ > 3) {
    if (queue_.empty()) {
      if (forced_ == 0 && look_again()) continue;
      const Index flat = flat_corner();
      if (flat == none) ++forced_;
      cut_off(flat == none ? any_corner() : flat);
      continue;
    }
    const Candidate best = queue_.top();
    queue_.pop();
    if (gone_[best.corner] != 0 || stamp_[best.corner] != best.stamp) continue;
    const Index blocker = in_the_way(best.corner);
    if (blocker == none) {
      cut_off(best.corner);
    } else {
      waiting_[blocker].push_back({best.corner, best.stamp});
    }
  }
  if (remaining_ == 3) {
    if (turn_[at_] < 0) ++forced_;
    add(last_[at_], at_, next_[at_]);
  }
  return std::move(triangles_);
}

/// Two corners at one place in space would be an edge there and back, which stands for nothing.
void EarCutter::add(Index a, Index b, Index c) {
  if (!equal(a, b) && !equal(b, c) && !equal(c, a)) triangles_.push_back({a, b, c});
}

void EarCutter::take_out(Index i) {
  next_[last_[i]] = next_[i];
  last_[next_[i]] = last_[i];
  if (at_ == i) at_ = next_[i];
  gone_[i] = 1;
  --remaining_;
  changed(i);
}

/// Takes out what runs from corner `i` somewhere and straight back, and corners that repeat it. What is left of it.
EarCutter::Index EarCutter::without_spikes(Index i) {
  while (remaining_ > 2) {
    if (equal(i, next_[i])) {
      take_out(next_[i]);
    } else if (equal(last_[i], next_[i])) {
      const Index base = last_[i];
      take_out(i);
      i = base;
    } else {
      return i;
    }
  }
  return i;
}

void EarCutter::cut_off(Index b) {
  const Index a = last_[b], c = next_[b];
  add(a, b, c);
  take_out(b);
  Index from = without_spikes(a);
  if (remaining_ > 2 && gone_[c] == 0) from = without_spikes(c);
  if (remaining_ < 3) return;
  // The ways out of a corner's neighbours count too.
  from = last_[last_[from]];
  for (std::size_t k = std::min<std::size_t>(remaining_, 6); k > 0; --k, from = next_[from]) {
    const auto now = static_cast<std::int8_t>(turn(last_[from], from, next_[from]));
    turn_[from] = now;
    changed(from);
    offer(from);
  }
}

/// Those that waited for a corner are tried again, unless it is in their way as before.
void EarCutter::changed(Index i) {
  ++stamp_[i];
  if (waiting_[i].empty() || (gone_[i] == 0 && turn_[i] <= 0 && twin_[i] == i)) return;
  const std::vector<Waiting> released = std::move(waiting_[i]);
  waiting_[i].clear();
  for (const Waiting& w : released) {
    if (gone_[w.corner] == 0 && stamp_[w.corner] == w.stamp) offer(w.corner);
  }
}

void EarCutter::offer(Index i) {
  if (turn_[i] <= 0) return;
  const Vec3<double>&a = points_[last_[i]], &c = points_[next_[i]];
  queue_.push({is_sliver(a, points_[i], c), squared_distance(a, c), i, stamp_[i]});
}

/// A corner that is in the way of cutting off corner b; none if it is an ear.
EarCutter::Index EarCutter::in_the_way(Index b) {
  const Index a = last_[b], c = next_[b];
  if (!opens_at_ends(a, b, c)) return b;  // until a neighbour's neighbour changes
  for (const auto& [at, from, to] : {std::array{a, b, c}, std::array{b, c, a}, std::array{c, a, b}}) {
    const Index twin = twin_between(at, from, to);
    if (twin != none) return twin;
  }
  const FlatPoint &p = flat_[a], &q = flat_[b], &r = flat_[c];
  const FlatPoint lo{std::min({p.x, q.x, r.x}), std::min({p.y, q.y, r.y})};
  const FlatPoint hi{std::max({p.x, q.x, r.x}), std::max({p.y, q.y, r.y})};
  Index found = none;
  grid_.visit(lo, hi, [&](Index i) {
    if (gone_[i] != 0 || turn_[i] > 0) return CornerGrid::Found::drop;
    const FlatPoint& x = flat_[i];
    if (x.x < lo.x || x.x > hi.x || x.y < lo.y || x.y > hi.y || !lies_in(i, a, b, c)) return CornerGrid::Found::no;
    found = i;
    return CornerGrid::Found::yes;
  });
  return found;
}

/// Whether the new edge runs into the polygon at both ends. Where the way comes from the other end's place, the
/// triangle is all that there is round corner b.
bool EarCutter::opens_at_ends(Index a, Index b, Index c) const {
  if (turn_[b] <= 0) return false;
  const Index before = last_[a], after = next_[c];
  const bool at_a = turn_[a] <= 0 || turn(before, a, c) > 0 || coincide(before, c);
  return at_a && (turn_[c] <= 0 || turn(a, c, after) > 0 || coincide(after, a));
}

/// Of the other corners at the place of `at` one with a way that runs out between those to `from` and to `to`.
EarCutter::Index EarCutter::twin_between(Index at, Index from, Index to) const {
  for (Index twin = twin_[at]; twin != at; twin = twin_[twin]) {
    if (gone_[twin] != 0) continue;
    for (const Index way : {last_[twin], next_[twin]}) {
      if (turn(at, from, way) > 0 && turn(to, at, way) > 0) return twin;
    }
  }
  return none;
}

/// Whether a corner is in the way of the triangle: in it, or on its border with a way that runs into it.
bool EarCutter::lies_in(Index p, Index a, Index b, Index c) const {
  const int at_ab = turn(a, b, p), at_bc = turn(b, c, p), at_ca = turn(c, a, p);
  if (at_ab < 0 || at_bc < 0 || at_ca < 0) return false;
  if (coincide(p, a) || coincide(p, b) || coincide(p, c)) return false;  // twins were asked
  if (at_ca == 0 || (at_ab > 0 && at_bc > 0)) return true;
  const Index from = at_ab == 0 ? a : b, to = at_ab == 0 ? b : c;
  return turn(from, to, last_[p]) > 0 || turn(from, to, next_[p]) > 0;
}

/// Before something has to be forced: whether an ear was overlooked, since what was in its way changed unseen.
bool EarCutter::look_again() {
  Index i = at_;
  for (std::size_t k = remaining_; k > 0; --k, i = next_[i]) {
    if (turn_[i] > 0 && in_the_way(i) == none) offer(i);
  }
  return !queue_.empty();
}

/// What has no area when cut off.
EarCutter::Index EarCutter::flat_corner() {
  for (std::size_t k = remaining_; k > 0; --k, at_ = next_[at_]) {
    if (turn_[at_] == 0) return at_;
  }
  return none;
}

EarCutter::Index EarCutter::any_corner() {
  for (std::size_t k = remaining_; k > 0; --k, at_ = next_[at_]) {
    if (turn_[at_] > 0) return at_;
  }
  return at_;
}

}  // namespace abut::host
