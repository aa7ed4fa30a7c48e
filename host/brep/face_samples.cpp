#include "host/brep/face_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "host/brep/brep_carriers.h"
#include "host/brep/found_leaves.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

using C = Carrier<double>;

bool has_axis(CarrierKind k) { return k == CarrierKind::cylinder || k == CarrierKind::cone || k == CarrierKind::torus; }

/// The one of two kinds whose axis is taken: a torus before others, then what is not a plane or a sphere.
int axis_rank(CarrierKind k) { return k == CarrierKind::torus ? 2 : has_axis(k) ? 1 : 0; }

/// The face's curve in the half-plane from its axis towards `u`. `side`: of a cone's two nappes.
C meridian(const C& c, const Vec3<double>& u, double side) {
  if (c.kind == CarrierKind::cylinder) return line_carrier(multiply_add(u, std::abs(c.radius), c.origin), c.z);
  if (c.kind == CarrierKind::cone) return line_carrier(c.origin, u * c.sine + c.z * (side * c.cosine));
  return circle_carrier(multiply_add(u, c.radius, c.origin), cross(u, c.z), std::abs(c.minor_radius));
}

/// The face's outward normal at a point of that curve.
Vec3<double> outward_at(const C& c, const Vec3<double>& u, double side, const Vec3<double>& x) {
  if (c.kind == CarrierKind::cylinder) return c.radius > 0 ? u : -u;
  if (c.kind == CarrierKind::cone) {
    const Vec3<double> away = u * c.cosine - c.z * (side * c.sine);
    return c.radius > 0 ? away : -away;
  }
  return (x - multiply_add(u, c.radius, c.origin)) * (1 / c.minor_radius);
}

/// Whether the circle of a tube goes round the axis, so that it is in the opposite half-plane too.
bool passes_axis(const C& c) { return c.kind == CarrierKind::torus && c.radius < std::abs(c.minor_radius); }

/// Curves and points of a face of one model against a face of another.
class FacePair {
 public:
  FacePair(const ContactFeatures& of, const ContactFeature& f, const ContactFeatures& other, const ContactFeature& g,
           const RelativePose<double>& pose, const SampleQuery& query)
      : of_(of), f_(f), other_(other), g_(g), pose_(pose), query_(query), polar_(query.polar) {
    there_ = moved(pose, *g.carrier);
    if (g.ring) ring_ = moved(pose, *g.ring);
  }

  /// `see(number, contact)`.
  template <class See>
  void about_axis(std::uint32_t around, const See& see) const {
    const C& axis = *f_.carrier;
    for (std::uint32_t k = 0; k < around; ++k) {
      const double angle = 2 * std::numbers::pi * k / around;
      const Vec3<double> u = axis.x * std::cos(angle) + axis.y * std::sin(angle);
      if (is_far(u)) continue;
      for (const double side : {1.0, -1.0}) {
        if (side < 0 && axis.kind != CarrierKind::cone) continue;
        const C curve = meridian(axis, u, side);
        StationaryPairs<double> found;
        leaves_.stationary_pairs(curve, there_, found);
        for (std::uint32_t i = 0; i < found.count; ++i) {
          const Vec3<double>& x = found.pairs[i].a;
          if (axis.kind == CarrierKind::cone && dot(x - axis.origin, curve.z) < 0) continue;
          take(found.pairs[i], outward_at(axis, u, side, x), k + 1, see);
        }
      }
    }
  }

  template <class See>
  void about_centre(const See& see) const {
    std::uint32_t number = 0;
    for (int k = 0; k < 27; ++k) {
      const Vec3<double> d{k % 3 - 1.0, k / 3 % 3 - 1.0, k / 9 - 1.0};
      const double ones = dot(d, d);
      if (ones != 1 && ones != 3) continue;  // along the axes, and between them
      const Vec3<double> u = d * (1 / std::sqrt(ones));
      const double r = f_.carrier->radius;
      StationaryPairs<double> found;
      leaves_.stationary_pairs(point_carrier(multiply_add(u, std::abs(r), f_.carrier->origin)), there_, found);
      ++number;
      for (std::uint32_t i = 0; i < found.count; ++i) take(found.pairs[i], r > 0 ? u : -u, number, see);
    }
  }

 private:
  /// Whether rings tell that what the face has in the half-plane towards `u` is beyond reach.
  bool is_far(const Vec3<double>& u) const {
    if (!f_.ring || !ring_ || passes_axis(*f_.carrier)) return false;
    return section_distance(*f_.ring, u, *ring_) > query_.reach + query_.tolerance;
  }

  template <class See>
  void take(const StationaryPair<double>& s, const Vec3<double>& outward, std::uint32_t number, const See& see) const {
    if (s.extremum == Extremum::not_minimum || s.gap > query_.reach || s.gap < -query_.tolerance) return;
    const double lean = length(cross(s.normal, outward));
    if (dot(s.normal, outward) < 0 || lean > polar_.sine + polar_.angle) return;
    const Vec3<double> in_other = rotate_back(pose_.rotation, s.b - pose_.translation);
    if (!of_.holds(f_, s.a, query_.tolerance) || !other_.holds(g_, in_other, query_.tolerance)) return;
    const auto least = [&] {
      return extremum(local_form(*f_.carrier, s.a, s.normal), local_form(there_, s.b, -s.normal), s.gap);
    };
    const bool is_lmd = lean <= polar_.angle && least() != Extremum::not_minimum;
    see(number, SampleContact{0, s.a, s.normal, std::max(s.gap, 0.0), is_lmd});
  }

  const ContactFeatures& of_;
  const ContactFeature& f_;
  const ContactFeatures& other_;
  const ContactFeature& g_;
  RelativePose<double> pose_;
  const SampleQuery& query_;
  const WidenedPolar& polar_;
  std::optional<FeatureRing> ring_;  ///< the other's, in the frame of `of`
  C there_;                          ///< the other's, in the frame of `of`
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

}  // namespace

bool may_surround(CarrierKind a, CarrierKind b) {
  if (a == CarrierKind::sphere && b == CarrierKind::sphere) return true;
  if (axis_rank(a) < axis_rank(b)) return may_surround(b, a);
  // Of cylinders and cones with cylinders, cones and planes the circle ends: straight lines go to its edges.
  return axis_rank(a) == 2 || (axis_rank(a) == 1 && b == CarrierKind::sphere);
}

namespace {

bool is_hollow(const ContactFeature& f) {
  return f.kind == FeatureKind::face && f.carrier && f.carrier->kind == CarrierKind::sphere && f.carrier->radius < 0;
}

/// Two of them that have a minimum nowhere may have points that are a minimum from one.
void add_hollow_pairs(const ContactFeatures& of, const ContactFeatures& other, const SampleQuery& query,
                      const RelativePose<double>& pose, std::vector<FeatureNumbers>& pairs) {
  for (std::uint32_t i = 0; i < of.features().size(); ++i) {
    const ContactFeature& f = of.features()[i];
    if (!is_hollow(f)) continue;
    for (std::uint32_t j = 0; j < other.features().size(); ++j) {
      const ContactFeature& g = other.features()[j];
      if (!is_hollow(g) || length(transform(pose, g.centre) - f.centre) - f.radius - g.radius > query.reach) continue;
      if (may_be_antipodal_within(f.cone, g.cone, pose.rotation, query.asked.theta)) pairs.push_back({i, j});
    }
  }
}

/// Whether a pair's samples are those of its first feature.
bool is_sampled(const ContactFeature& f, const ContactFeature& g, bool first) {
  if (f.kind != FeatureKind::face || g.kind != FeatureKind::face || !f.carrier || !g.carrier) return false;
  const int rank = axis_rank(f.carrier->kind) - axis_rank(g.carrier->kind);
  return may_surround(f.carrier->kind, g.carrier->kind) && (rank > 0 || (rank == 0 && first));
}

}  // namespace

void face_samples(const SampledFaces& of, const ContactFeatures& other, const RelativePose<double>& other_in_of,
                  const SampleQuery& query, std::span<const FeatureNumbers> near, std::vector<FaceSample>& out) {
  thread_local std::vector<FeatureNumbers> pairs;
  pairs.clear();
  if (of.is_first) add_hollow_pairs(of.features, other, query, other_in_of, pairs);
  for (const FeatureNumbers& pair : near) {
    if (is_sampled(of.features.features()[pair.a], other.features()[pair.b], of.is_first)) pairs.push_back(pair);
  }
  std::sort(pairs.begin(), pairs.end(), comes_first);
  for (const auto& [i, j] : pairs) {
    const ContactFeature &f = of.features.features()[i], &g = other.features()[j];
    const FacePair pair(of.features, f, other, g, other_in_of, query);
    const auto see = [&, feature = i, on = j](std::uint32_t number, SampleContact c) {
      c.feature = on;
      out.push_back({feature, number, c});
    };
    if (f.carrier->kind == CarrierKind::sphere) {
      pair.about_centre(see);
    } else {
      pair.about_axis(of.around, see);
    }
  }
}

}  // namespace abut::host
