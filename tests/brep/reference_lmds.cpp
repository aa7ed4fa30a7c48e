#include "tests/brep/reference_lmds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::test {
namespace {

constexpr double pi = M_PI;
constexpr double never = std::numeric_limits<double>::infinity();
using Place = ReferenceSolid::Place;

/// What a descent is about: the distance of the place's point, and A's point that it is from.
struct Value {
  double distance = never;
  Vec3<double> foot{0, 0, 0};
};

class Search {
 public:
  Search(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& pose, int per_side)
      : a_(a), b_(b), pose_(pose), spacing_(b.size() / per_side), scale_(a.size() + b.size()) {}

  SolidLmds run() {
    out_.least = never, out_.most = -never;
    for (int p = 0; p < b_.patches(); ++p) {
      if (b_.is_part(p)) sample(p);
    }
    return std::move(out_);
  }

  double descent_from(const Vec3<double>& on_a, const Vec3<double>& on_b) {
    const double distance = length(on_b - on_a);
    const Vec3<double> in_b = rotate_back(pose_.rotation, on_b - pose_.translation);
    double least = distance;
    for (Place place : b_.places_at(in_b, 1e-8 * scale_)) {
      Value v = value(place, on_a, false);
      if (length(v.foot - on_a) > 1e-3 * scale_) continue;
      descend(place, v, 1e-5 * scale_, false);
      least = std::min(least, v.distance);
    }
    return distance - least;
  }

 private:
  struct Sample {
    Place place;
    bool used = false;
    double side = 0;
    std::vector<Value> values;
  };

  Vec3<double> point(const Place& place) const { return transform(pose_, b_.at(place)); }

  void sample(int patch) {
    const Vec2<double> p = b_.lengths({patch, 0, 0}), q = b_.lengths({patch, 0.5, 0}), r = b_.lengths({patch, 1, 0});
    const Vec2<double> l{p.x, std::max({p.y, q.y, r.y})};
    nu_ = std::clamp(static_cast<int>(std::ceil(l.x / spacing_)), 4, 200);
    nv_ = std::clamp(static_cast<int>(std::ceil(l.y / spacing_)), 4, 200);
    samples_.assign(static_cast<std::size_t>((nu_ + 1) * (nv_ + 1)), {});
    std::vector<Vec3<double>> feet;
    for (int i = 0; i <= nu_; ++i) {
      for (int j = 0; j <= nv_; ++j) {
        Sample& s = sample_at(i, j);
        s.place = {patch, static_cast<double>(i) / nu_, static_cast<double>(j) / nv_};
        s.used = b_.holds(s.place);
        if (!s.used) continue;
        const Vec3<double> y = point(s.place);
        s.side = a_.signed_distance(y);
        out_.most = std::max(out_.most, s.side), out_.least = std::min(out_.least, s.side);
        feet.clear();
        if (s.side > 0) a_.feet(y, feet);
        for (const Vec3<double>& x : feet) s.values.push_back({length(y - x), x});
      }
    }
    for (int i = 0; i <= nu_; ++i) {
      for (int j = 0; j <= nv_; ++j) start(i, j);
    }
  }

  Sample& sample_at(int i, int j) { return samples_[static_cast<std::size_t>(i * (nv_ + 1) + j)]; }

  template <class F>
  bool any_neighbour(int i, int j, const F& f) {
    for (int k = std::max(i - 1, 0); k <= std::min(i + 1, nu_); ++k) {
      for (int l = std::max(j - 1, 0); l <= std::min(j + 1, nv_); ++l) {
        if ((k != i || l != j) && sample_at(k, l).used && f(sample_at(k, l))) return true;
      }
    }
    return false;
  }

  void start(int i, int j) {
    const Sample& s = sample_at(i, j);
    if (!s.used) return;
    if (!any_neighbour(i, j, [&](const Sample& n) { return n.side < s.side; })) {
      out_.least = std::min(out_.least, descended(s.place, {s.side, {}}, true).distance);
    }
    if (out_.least < -1e-7 * scale_) return;  // they meet: no minima are asked for
    for (const Value& v : s.values) {
      const bool lower = any_neighbour(i, j, [&](const Sample& n) {
        const double reach = 3 * length(point(n.place) - point(s.place)) + spacing_;
        return std::any_of(n.values.begin(), n.values.end(),
                           [&](const Value& w) { return w.distance < v.distance && length(w.foot - v.foot) < reach; });
      });
      if (!lower) descended(s.place, v, false);
    }
  }

  /// At a place, from A's point that is nearest to `foot`.
  Value value(const Place& place, const Vec3<double>& foot, bool is_signed) {
    const Vec3<double> y = point(place);
    if (is_signed) return {a_.signed_distance(y), {}};
    feet_.clear();
    a_.feet(y, feet_);
    Value best;
    double least = never;
    for (const Vec3<double>& x : feet_) {
      if (length(x - foot) < least) least = length(x - foot), best = {length(y - x), x};
    }
    return best;
  }

  /// Pattern search by eight directions in one patch, from a step down to nothing.
  void descend(Place& place, Value& v, double step, bool is_signed) {
    int gone = 0;
    Place base = place;
    for (int tries = 0; tries < 5000 && step > 1e-10 * scale_; ++tries) {
      const Vec2<double> l = b_.lengths(place);
      Place best = place;
      Value best_value = v;
      for (int d = 0; d < 9; ++d) {
        if (d == 4) continue;
        Place next = place;
        next.u = std::clamp(place.u + (d / 3 - 1) * step / l.x, 0.0, 1.0);
        next.v = std::clamp(place.v + (d % 3 - 1) * step / l.y, 0.0, 1.0);
        if (!b_.holds(next)) continue;
        const Value w = value(next, v.foot, is_signed);
        if (w.distance < best_value.distance) best = next, best_value = w;
      }
      if (best_value.distance < v.distance) {
        place = best, v = best_value;
        if (++gone % 4 == 0) step *= 2;
        if (gone % 8 == 0) leap(base, place, v, is_signed), base = place;
      } else {
        step *= 0.5, gone = 0;
      }
    }
  }

  /// On along the way from `base`, as long as it goes down: narrow valleys are long.
  void leap(const Place& base, Place& place, Value& v, bool is_signed) {
    const double u = place.u - base.u, w = place.v - base.v;
    for (double by = 1; by < 1e6; by *= 2) {
      const Place next{place.patch, std::clamp(place.u + by * u, 0.0, 1.0), std::clamp(place.v + by * w, 0.0, 1.0)};
      if (!b_.holds(next)) return;
      const Value there = value(next, v.foot, is_signed);
      if (!(there.distance < v.distance)) return;
      place = next, v = there;
    }
  }

  /// Down to a minimum over all patches; kept where it is one of both solids.
  Value descended(Place place, Value v, bool is_signed) {
    descend(place, v, spacing_, is_signed);
    for (int round = 0; round < 30; ++round) {
      const double before = v.distance;
      for (Place other : b_.places_at(b_.at(place), 1e-8 * scale_)) {
        Value w = value(other, v.foot, is_signed);
        if (w.distance > v.distance + 1e-7 * scale_) continue;
        descend(other, w, 0.25 * spacing_, is_signed);
        if (w.distance < v.distance) place = other, v = w;
      }
      if (!(v.distance < before - 1e-13 * scale_)) break;
    }
    if (!is_signed) keep(place, v);
    return v;
  }

  void keep(const Place& place, const Value& v) {
    const Vec3<double> y = point(place);
    if (!(v.distance > 1e-12 * scale_)) return;
    // Straight towards A it is out of B's material.
    const Vec3<double> beside = y + (v.foot - y) * (1e-5 * scale_ / v.distance);
    const Vec3<double> in_b = rotate_back(pose_.rotation, beside - pose_.translation);
    if (v.distance > 2e-5 * scale_ && !(b_.signed_distance(in_b) > 0)) return;
    if (jumps(place, v)) {
      ++out_.dropped;
      return;
    }
    for (SolidLmd& k : out_.minima) {
      if (length(k.a - v.foot) + length(k.b - y) > 1e-5 * scale_) continue;
      if (v.distance < k.distance) k = {v.foot, y, v.distance};
      return;
    }
    out_.minima.push_back({v.foot, y, v.distance});
  }

  /// Whether A's nearest point does not go on everywhere around.
  bool jumps(const Place& at, const Value& v) {
    const double step = 1e-6 * scale_;
    for (const Place& place : b_.places_at(b_.at(at), 1e-8 * scale_)) {
      const Vec2<double> l = b_.lengths(place);
      for (int d = 0; d < 9; ++d) {
        const Place next{place.patch, std::clamp(place.u + (d / 3 - 1) * step / l.x, 0.0, 1.0),
                         std::clamp(place.v + (d % 3 - 1) * step / l.y, 0.0, 1.0)};
        if (!b_.holds(next)) continue;
        const Value w = value(next, v.foot, false);
        if (!(length(w.foot - v.foot) < 1e-2 * scale_) || w.distance < v.distance - 0.01 * step) return true;
      }
    }
    return false;
  }

  const ReferenceSolid &a_, &b_;
  RelativePose<double> pose_;
  double spacing_, scale_;
  int nu_ = 0, nv_ = 0;
  std::vector<Sample> samples_;
  std::vector<Vec3<double>> feet_;
  SolidLmds out_;
};

}  // namespace

SolidLmds solid_lmds(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                     int per_side) {
  return Search(a, b, b_in_a, per_side).run();
}

double descent_from(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                    const Vec3<double>& on_a, const Vec3<double>& on_b) {
  return Search(a, b, b_in_a, 1).descent_from(on_a, on_b);
}

namespace {

/// Points of the boundary near one.
std::vector<Vec3<double>> points_around(const ReferenceSolid& s, const Vec3<double>& p, double radius, Random& random) {
  std::vector<Vec3<double>> out{p};
  for (const Place& place : s.places_at(p, 1e-7 * s.size())) {
    const Vec2<double> l = s.lengths(place);
    for (int k = 0; k < 12; ++k) {
      const Place next{place.patch, std::clamp(place.u + random.uniform(-1, 1) * radius / l.x, 0.0, 1.0),
                       std::clamp(place.v + random.uniform(-1, 1) * radius / l.y, 0.0, 1.0)};
      if (s.holds(next)) out.push_back(s.at(next));
    }
  }
  return out;
}

}  // namespace

double nearer_around(const ReferenceSolid& a, const ReferenceSolid& b, const RelativePose<double>& b_in_a,
                     const Vec3<double>& on_a, const Vec3<double>& on_b, double radius, Random& random) {
  const Vec3<double> in_b = rotate_back(b_in_a.rotation, on_b - b_in_a.translation);
  const auto of_b = points_around(b, in_b, radius, random);
  double nearer = 0;
  for (const Vec3<double>& x : points_around(a, on_a, radius, random)) {
    for (const Vec3<double>& y : of_b)
      nearer = std::max(nearer, length(on_b - on_a) - length(transform(b_in_a, y) - x));
  }
  return nearer;
}

}  // namespace abut::test
