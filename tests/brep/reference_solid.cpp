#include <algorithm>
#include <cmath>

#include "tests/brep/reference_lmds.h"

namespace abut::test {
namespace {

constexpr double pi = M_PI;

}  // namespace

ReferenceSolid ReferenceSolid::prism(const std::vector<Profile>& loops, double low, double high) {
  ReferenceSolid s;
  s.profile_ = ReferenceProfile(loops);
  s.low_ = low, s.high_ = high;
  s.least_ = s.most_ = loops[0][0].from;
  for (const ProfilePiece& c : s.profile_.pieces()) {
    for (int k = 0; k <= 16; ++k) {
      const Vec2<double> p = c.at(k / 16.0);
      s.least_ = {std::min(s.least_.x, p.x), std::min(s.least_.y, p.y)};
      s.most_ = {std::max(s.most_.x, p.x), std::max(s.most_.y, p.y)};
    }
  }
  s.size_ = std::max({high - low, s.most_.x - s.least_.x, s.most_.y - s.least_.y});
  return s;
}

ReferenceSolid ReferenceSolid::lathe(const Profile& profile) {
  ReferenceSolid s = prism({profile}, 0, 0);
  s.turned_ = true;
  s.size_ = std::max(2 * s.most_.x, s.most_.y - s.least_.y);
  return s;
}

Vec2<double> ReferenceSolid::in_half_plane(const Vec3<double>& p) const {
  if (turned_) return {std::sqrt(p.x * p.x + p.y * p.y), p.z};
  return {p.x, p.y};
}

double ReferenceSolid::signed_distance(const Vec3<double>& p) const {
  const Vec2<double> q = in_half_plane(p);
  const double d = profile_.inside(q) ? -profile_.distance(q) : profile_.distance(q);
  if (turned_) return d;
  const double h = std::max(low_ - p.z, p.z - high_);
  if (d <= 0 && h <= 0) return std::max(d, h);
  return length(Vec2<double>{std::max(d, 0.0), std::max(h, 0.0)});
}

void ReferenceSolid::feet(const Vec3<double>& p, std::vector<Vec3<double>>& out) const {
  const Vec2<double> q = in_half_plane(p);
  const double z = std::clamp(p.z, low_, high_);
  if (profile_.inside(q)) {
    if (!turned_ && z != p.z) out.push_back({p.x, p.y, z});
    return;
  }
  std::vector<Vec2<double>> feet;
  profile_.feet(q, feet);
  for (const Vec2<double>& f : feet) {
    if (!turned_) {
      out.push_back({f.x, f.y, z});
    } else if (q.x > 0) {
      out.push_back({p.x / q.x * f.x, p.y / q.x * f.x, f.y});
    } else {
      out.push_back({f.x, 0, f.y});
    }
  }
}

int ReferenceSolid::patches() const {
  const int pieces = static_cast<int>(profile_.pieces().size());
  return turned_ ? 4 * pieces : pieces + 2;
}

bool ReferenceSolid::is_part(int patch) const {
  return is_cap(patch) || !profile_.pieces()[static_cast<std::size_t>(turned_ ? patch / 4 : patch)].on_axis;
}

Vec3<double> ReferenceSolid::at(const Place& place) const {
  if (is_cap(place.patch)) {
    const double z = place.patch == patches() - 1 ? high_ : low_;
    return {least_.x + place.u * (most_.x - least_.x), least_.y + place.v * (most_.y - least_.y), z};
  }
  const ProfilePiece& c = profile_.pieces()[static_cast<std::size_t>(turned_ ? place.patch / 4 : place.patch)];
  const Vec2<double> p = c.at(place.u);
  if (!turned_) return {p.x, p.y, low_ + place.v * (high_ - low_)};
  const double angle = 0.5 * pi * (place.patch % 4 + place.v);
  return {p.x * std::cos(angle), p.x * std::sin(angle), p.y};
}

bool ReferenceSolid::holds(const Place& place) const {
  if (!is_cap(place.patch)) return true;
  const Vec3<double> p = at(place);
  return profile_.inside({p.x, p.y});
}

Vec2<double> ReferenceSolid::lengths(const Place& place) const {
  if (is_cap(place.patch)) return most_ - least_;
  const ProfilePiece& c = profile_.pieces()[static_cast<std::size_t>(turned_ ? place.patch / 4 : place.patch)];
  if (!turned_) return {c.length(), high_ - low_};
  return {c.length(), 0.5 * pi * std::max(c.at(place.u).x, 1e-3 * size_)};
}

std::vector<ReferenceSolid::Place> ReferenceSolid::places_at(const Vec3<double>& p, double tolerance) const {
  std::vector<Place> out;
  const Vec2<double> q = in_half_plane(p);
  const bool in_height = turned_ || (p.z > low_ - tolerance && p.z < high_ + tolerance);
  for (std::size_t i = 0; i < profile_.pieces().size(); ++i) {
    const ProfilePiece& c = profile_.pieces()[i];
    const double u = c.nearest(q);
    if (c.on_axis || !in_height || abut::length(c.at(u) - q) > tolerance) continue;
    const int patch = static_cast<int>(i);
    if (!turned_) {
      out.push_back({patch, u, std::clamp((p.z - low_) / (high_ - low_), 0.0, 1.0)});
      continue;
    }
    const double angle = std::atan2(p.y, p.x) + (p.y < 0 ? 2 * pi : 0);
    for (int k = 0; k < 4; ++k) {
      double off = angle - 0.5 * pi * k;
      off -= 2 * pi * std::round((off - 0.25 * pi) / (2 * pi));
      const double slack = tolerance / std::max(q.x, tolerance);
      if (q.x <= tolerance) {  // every angle is the point's: enough of them that a way down from a tip is among them
        for (int l = 0; l < 16; ++l) out.push_back({4 * patch + k, u, l / 16.0});
      } else if (off > -slack && off < 0.5 * pi + slack) {
        out.push_back({4 * patch + k, u, std::clamp(off / (0.5 * pi), 0.0, 1.0)});
      }
    }
  }
  if (turned_) return out;
  for (int top = 0; top < 2; ++top) {
    if (std::abs(p.z - (top != 0 ? high_ : low_)) > tolerance) continue;
    if (!profile_.inside(q) && profile_.distance(q) > tolerance) continue;
    out.push_back(
        {patches() - 2 + top, (q.x - least_.x) / (most_.x - least_.x), (q.y - least_.y) / (most_.y - least_.y)});
  }
  return out;
}

}  // namespace abut::test
