#include "host/reference/revolution.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut::reference {
namespace {

using Vector = Vec3<Long>;
using Leaf = SupportBody::Leaf;

constexpr Long quarter = 1.57079632679489661923132169163975144L;

Vector column(const Mat3<Long>& m, int i) { return {m.m[i], m.m[3 + i], m.m[6 + i]}; }

/// |M^T M - 1| (Frobenius): a matrix that is off a rotation by that much moves no point of the unit ball farther.
Long off_rotation(const Mat3<Long>& m) {
  Long sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Long entry = inner(column(m, i), column(m, j)) - (i == j ? 1 : 0);
      sum += entry * entry;
    }
  }
  return std::sqrt(sum);
}

/// The column that the leaf turns about; -1: none, 3: any.
int axis_of(const Leaf& leaf) {
  const Vector& h = leaf.half;
  switch (leaf.kind) {
    case CoreKind::cylinder:
    case CoreKind::cone: return 2;
    case CoreKind::ellipsoid:
      if (h.x == h.y && h.y == h.z) return 3;
      return h.x == h.y ? 2 : h.y == h.z ? 0 : h.x == h.z ? 1 : -1;
    default: return -1;
  }
}

Vector lateral(const Vector& v, const Vector& axis) { return v - axis * inner(v, axis); }

/// Least of p . u over unit directions u in the triangle: they are combinations of its corners of sum 1 and length
/// `shortest` at least, made unit.
Long least_height(const Vector& p, const Vector (&corner)[3], Long shortest) {
  const Long least = std::min({inner(p, corner[0]), inner(p, corner[1]), inner(p, corner[2])});
  return least < 0 ? least / shortest : least;
}

/// The same for p at right angles to the axis: the triangle's azimuths are those between its corners', and no latitude
/// makes the height less than that on the equator.
Long least_height_around(const Vector& p, const Vector (&corner)[3], const Vector& axis) {
  const Long size = norm(p);
  Vector side[3];
  for (int i = 0; i < 3; ++i) {
    const Vector across = lateral(corner[i], axis);
    if (!(norm(across) > 1e-3L)) return -size;
    side[i] = unit(across);
  }
  const Long square = std::min({inner(side[0], side[1]), inner(side[1], side[2]), inner(side[2], side[0])});
  if (!(square > 0.5L)) return -size;
  return std::max(-size, std::min(Long{0}, least_height(p, side, std::sqrt(square))));
}

/// Of a sine, widened by its rounding.
Long latitude_of(Long z, Long widened) {
  if (z >= 1 - 1e-9L) return widened > 0 ? quarter : std::asin(std::min(z, Long{1})) - 1e-9L;
  if (z <= -1 + 1e-9L) return widened < 0 ? -quarter : std::asin(std::max(z, Long{-1})) + 1e-9L;
  const Long s = std::sqrt((1 - z) * (1 + z));
  return std::atan2(z, s) + widened * 0x1p-61L / s;
}

}  // namespace

std::vector<Revolution> Revolution::of(const SupportBody& a, const SupportBody& b, Long budget) {
  constexpr std::size_t most = 4;
  std::vector<Revolution> all;
  bool balls = false;
  std::vector<Vector> axes;
  for (const SupportBody* body : {&a, &b}) {
    for (const Leaf& leaf : body->leaves()) {
      const int i = axis_of(leaf);
      balls = balls || i == 3;
      if (i < 0 || i > 2) continue;
      const Vector axis = unit(column(leaf.turn, i));
      const bool known = std::any_of(axes.begin(), axes.end(), [&](const Vector& other) {
        return norm(cross_product(axis, other)) * (a.extent() + b.extent()) <= budget / 8;
      });
      if (!known && axes.size() < most) axes.push_back(axis);
    }
  }
  if (axes.empty() && balls) axes.push_back({0, 0, 1});
  for (const Vector& axis : axes) {
    Revolution one(a, b, axis, budget);
    if (one.turns_) all.push_back(std::move(one));
  }
  return all;
}

Revolution::Revolution(const SupportBody& a, const SupportBody& b, const Vector& axis, Long budget) : axis_(axis) {
  join(a, 1, budget, rest_a_);
  join(b, -1, budget, rest_b_);
}

void Revolution::join(const SupportBody& body, Long side, Long budget, std::vector<bool>& rest) {
  for (const Leaf& leaf : body.leaves()) rest.push_back(!join(leaf, side, budget));
}

bool Revolution::join(const Leaf& leaf, Long side, Long budget) {
  const Vector& h = leaf.half;
  const int i = axis_of(leaf);
  Long cost = 0, low = 0, high = 0;
  if (leaf.kind == CoreKind::vertices) {
    if (leaf.vertices.size() < 2) return false;
    for (std::size_t k = 0; k < leaf.vertices.size(); ++k) {
      const Vector& v = leaf.vertices[k];
      const Vector p = (column(leaf.turn, 0) * v.x + column(leaf.turn, 1) * v.y + column(leaf.turn, 2) * v.z) * side;
      cost = std::max(cost, norm(lateral(p, axis_)));
      const Long z = inner(p, axis_);
      low = k == 0 ? z : std::min(low, z);
      high = k == 0 ? z : std::max(high, z);
    }
  } else if (i >= 0) {
    cost = off_rotation(leaf.turn) * (i == 3 ? h.x : h.x + h.y + h.z);
    if (i < 3) cost += norm(cross_product(unit(column(leaf.turn, i)), axis_)) * (h.x + h.y + h.z);
  } else {
    return false;
  }
  if (!(loss_ + cost <= budget)) return join_tilted(leaf, budget);
  loss_ += cost;
  const int up = i >= 0 && i < 3 && inner(column(leaf.turn, i), axis_) * side < 0 ? -1 : 1;
  switch (leaf.kind) {
    case CoreKind::vertices: profile_.add_segment(low, high); return true;
    case CoreKind::cylinder:
      profile_.add_disc(h.x);
      profile_.add_segment(-h.z, h.z);
      break;
    case CoreKind::cone: profile_.add_cone(h.x, h.z, up); break;
    default:
      if (i == 0) profile_.add_spheroid(h.y, h.x);
      if (i == 1) profile_.add_spheroid(h.x, h.y);
      if (i >= 2) profile_.add_spheroid(h.x, h.z);
      break;
  }
  turns_ = true;
  return true;
}

bool Revolution::join_tilted(const Leaf& leaf, Long budget) {
  const Vector& h = leaf.half;
  const int i = axis_of(leaf);
  if (i < 0 || i > 2 || leaf.kind == CoreKind::cone) return false;
  const Vector own = unit(column(leaf.turn, i));
  const Vector from = own * (inner(own, axis_) < 0 ? Long{-1} : Long{1}) - axis_;
  const Long tilt = norm(from), cost = off_rotation(leaf.turn) * (h.x + h.y + h.z);
  if (!(tilt < 0x1p-6L) || !(loss_ + cost <= budget)) return false;
  if (leaf.kind == CoreKind::cylinder) {
    profile_.add_disc(h.x);
    tilted_.push_back({own * h.z, tilt, h.x});
  } else {
    const Long across = i == 2 ? h.x : h.z, along = i == 0 ? h.x : i == 1 ? h.y : h.z;
    if (!(std::min(across, along) > 0)) return false;
    profile_.add_spheroid(across, along);
    const Long bend = std::fabs(along * along - across * across);
    tilted_.push_back({{0, 0, 0}, tilt, bend / (2 * std::min(across, along))});
  }
  loss_ += cost;
  turns_ = true;
  return true;
}

/// With e the leaf's axis and a this one, (e . u)^2 - (a . u)^2 = ((e - a) . u) ((e + a) . u), at most the tilt times
/// twice the sine and the tilt.
Long Revolution::tilt_loss(Long from, Long to) const {
  const Long steepest = std::max(std::fabs(from), std::fabs(to)), z = std::sin(steepest);
  Long sum = 0;
  for (const Tilted& t : tilted_) sum += t.slope * t.tilt * (2 * z + t.tilt);
  // A disc's support is the root of 1 - (e . u)^2: its slope with that grows to the poles.
  return sum > 0 ? sum / std::max(Long{0}, std::cos(steepest)) : 0;
}

Vector Revolution::rest_support(const SupportBody& a, const SupportBody& b, const Vector& u) const {
  Vector p = a.support_of(rest_a_, u) - b.support_of(rest_b_, -u);
  for (const Tilted& t : tilted_) p = inner(t.half, u) >= 0 ? p + t.half : p - t.half;
  return p;
}

/// The unit direction at a latitude on the side of `towards`.
Vector Revolution::at(Long latitude, const Vector& towards) const {
  Vector side = lateral(towards, axis_);
  if (!(norm(side) > 0)) side = cross_product(axis_, std::fabs(axis_.x) < 0.7L ? Vector{1, 0, 0} : Vector{0, 1, 0});
  side = unit(side);
  return unit(side * std::max(Long{0}, std::cos(latitude)) + axis_ * std::sin(latitude));
}

Revolution::Bound Revolution::bound(const SupportBody& a, const SupportBody& b, const Vector (&corner)[3],
                                    Long enough) const {
  Bound best{-HUGE_VALL, axis_, axis_};
  const Long square = std::min({inner(corner[0], corner[1]), inner(corner[1], corner[2]), inner(corner[2], corner[0])});
  if (!(square > 0.5L)) return best;
  const Long shortest = std::sqrt(square) * (1 - 0x1p-60L);
  const Long z[3] = {inner(axis_, corner[0]), inner(axis_, corner[1]), inner(axis_, corner[2])};
  const Long top = std::max({z[0], z[1], z[2]}), bottom = std::min({z[0], z[1], z[2]});
  const Long to = latitude_of(std::min(Long{1}, top > 0 ? top / shortest : top), 1),
             from = latitude_of(std::max(Long{-1}, bottom < 0 ? bottom / shortest : bottom), -1);
  const Vector middle = corner[0] + corner[1] + corner[2];
  const Long loss = loss_ + tilt_loss(from, to);
  if (!std::isfinite(loss)) return best;

  const auto offer = [&](const Vector& p) {
    const Vector across = lateral(p, axis_);
    const Profile::Least least = profile_.least(from, to, inner(p, axis_), enough);
    const Long aside = std::max(least_height(across, corner, shortest), least_height_around(across, corner, axis_));
    const Long width = least.bound + aside - loss;
    if (width > best.width) best = {width, at(least.latitude, middle), at(least.latitude, -across)};
  };
  Vector rest[3];
  for (int i = 0; i < 3; ++i) {
    rest[i] = rest_support(a, b, corner[i]);
    bool known = false;
    for (int j = 0; j < i; ++j) known = known || norm(rest[i] - rest[j]) == 0;
    if (!known) offer(rest[i]);
  }
  for (int i = 0; i < 3; ++i) {  // mixtures, where two are as high at both of their corners
    const int j = (i + 1) % 3;
    const Vector d = rest[j] - rest[i], e = corner[j] - corner[i];
    const Long rise = inner(rest[i], e), bend = inner(d, e);
    if (!(bend > 0) || !(-rise > 0) || !(-rise < bend)) continue;
    offer(rest[i] + d * (-rise / bend));
  }
  return best;
}

}  // namespace abut::reference
