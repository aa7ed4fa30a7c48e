#include "host/brep/brep_pair_contacts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "abut/bodies/world_pose.h"
#include "abut/contacts/clearance.h"
#include "abut/core/error.h"
#include "host/brep/face_samples.h"
#include "host/brep/inverse_pose.h"
#include "host/exec/checks.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

bool is_whole_rim(const ShapeBrep& of, Feature told) {
  return std::any_of(of.whole_rims.begin(), of.whole_rims.end(),
                     [&](std::uint32_t f) { return of.features().features()[f].told.code == told.code; });
}

/// Collects the contacts of a pair.
class PairContacts {
 public:
  PairContacts(const PlacedBreps& at, const BrepContactOptions& options, const FoundLeaves* leaves)
      : at_(at),
        leaves_(leaves),
        query_{at.reach,
               lmd_tolerance * (at.a->model.size() + at.b->model.size()),
               {.angle = options.angle, .theta = options.theta},
               {}} {
    query_.polar = widened_polar(query_.asked);
  }

  BrepPairContacts run() {
    BrepLmdOptions asked = query_.asked;
    asked.reach = at_.reach;
    const auto [found, near] = find_near_lmds(at_.a->model, at_.b->model, at_.b_in_a, asked, leaves_);
    out_.status = found.status;
    out_.counts = {found.feature_pairs, found.solved_pairs, found.unsolved};
    if (found.status == BrepLmdStatus::crossing) return std::move(out_);
    for (const BrepLmd& m : found.minima) {
      if (!stands_for_samples(m)) out_.contacts.push_back({m, 0});
    }
    number_places();
    if (asked.theta > 0) add_samples(near);
    std::sort(out_.contacts.begin(), out_.contacts.end(), [](const BrepContact& x, const BrepContact& y) {
      return rank(x) != rank(y) ? rank(x) < rank(y) : x.place < y.place;
    });
    return std::move(out_);
  }

 private:
  static std::pair<std::uint64_t, std::uint64_t> rank(const BrepContact& c) {
    return {c.lmd.feature_a.code, c.lmd.feature_b.code};
  }

  /// Samples of a family of minima that goes round a rim, or round in two faces: the bodies' own are told.
  bool stands_for_samples(const BrepLmd& m) const {
    if (!m.sampled || !(query_.asked.theta > 0)) return false;
    if (feature_kind(m.feature_a) == FeatureKind::face && feature_kind(m.feature_b) == FeatureKind::face) {
      return at_.a->around > 0 && at_.b->around > 0;
    }
    return is_whole_rim(*at_.a, m.feature_a) || is_whole_rim(*at_.b, m.feature_b);
  }

  /// Several of the same features, by how far they are along a direction that no symmetry is likely to have.
  void number_places() {
    const auto along = [](const BrepContact& c) {
      return dot(c.lmd.point_a, Vec3<double>{0.6180339887, 0.3247179572, 0.7166727493});
    };
    std::sort(out_.contacts.begin(), out_.contacts.end(), [&](const BrepContact& x, const BrepContact& y) {
      return rank(x) != rank(y) ? rank(x) < rank(y) : along(x) < along(y);
    });
    for (std::size_t i = 1; i < out_.contacts.size(); ++i) {
      BrepContact& c = out_.contacts[i];
      if (rank(c) == rank(out_.contacts[i - 1])) c.place = out_.contacts[i - 1].place + 0x10000;
    }
  }

  /// `near`: pairs that may have a minimum. Others have no samples.
  void add_samples(std::span<const FeatureNumbers> near) {
    samples_of({*at_.a, *at_.b, at_.b_in_a, true}, near, [&](const FaceSample& s) {
      const SampleContact& c = s.contact;
      const Vec3<double> end = multiply_add(c.normal, c.distance, c.point);
      add({c.distance, c.point, end, c.normal, told(*at_.a, s.feature), told(*at_.b, c.feature), true, c.is_lmd},
          s.number);
    });
    std::vector<FeatureNumbers> of_b;
    for (const FeatureNumbers& pair : near) of_b.push_back({pair.b, pair.a});
    std::sort(of_b.begin(), of_b.end(), comes_first);
    samples_of({*at_.b, *at_.a, inverse(at_.b_in_a), false}, of_b, [&](const FaceSample& s) {
      const SampleContact& c = s.contact;
      const Vec3<double> n = -rotate(at_.b_in_a.rotation, c.normal), end = transform(at_.b_in_a, c.point);
      const Vec3<double> start = multiply_add(n, -c.distance, end);
      add({c.distance, start, end, n, told(*at_.a, c.feature), told(*at_.b, s.feature), true, c.is_lmd},
          s.number | brep_sample_of_b);
    });
  }
  /// One model, the other one, and where that is. Data only.
  struct Side {
    const ShapeBrep &of, &other;
    RelativePose<double> other_in_of;
    bool is_first;
  };
  /// Those that are points of `of`, in its frame. `near`: of it and of the other one, sorted.
  template <class See>
  void samples_of(const Side& side, std::span<const FeatureNumbers> near, const See& see) const {
    const ContactFeatures &of = side.of.features(), &other = side.other.features();
    std::vector<SampleContact> at_edge;
    for (std::size_t i = 0, end = 0; i < near.size(); i = end) {
      while (end < near.size() && near[end].a == near[i].a) ++end;
      for (const EdgeSample& s : samples_on(side.of, near[i].a)) {
        at_edge.clear();
        contacts_of_sample(of, s, other, side.other_in_of, query_, near.subspan(i, end - i), at_edge);
        for (const SampleContact& c : at_edge) see(FaceSample{s.feature, s.number, c});
      }
    }
    if (side.of.around == 0) return;
    std::vector<FaceSample> in_face;
    face_samples({of, side.of.around, side.is_first}, other, side.other_in_of, query_, near, in_face);
    for (const FaceSample& s : in_face) see(s);
  }
  static std::span<const EdgeSample> samples_on(const ShapeBrep& of, std::uint32_t feature) {
    const auto before = [](const EdgeSample& s, std::uint32_t f) { return s.feature < f; };
    const auto after = [](std::uint32_t f, const EdgeSample& s) { return f < s.feature; };
    const auto first = std::lower_bound(of.samples.begin(), of.samples.end(), feature, before);
    return {first, std::upper_bound(first, of.samples.end(), feature, after)};
  }
  static Feature told(const ShapeBrep& of, std::uint32_t feature) { return of.features().features()[feature].told; }

  /// But where there is one already.
  void add(const BrepLmd& m, std::uint32_t number) {
    const double apart = 4 * query_.asked.angle * m.distance + 8 * query_.tolerance;
    std::uint32_t place = number;
    for (BrepContact& kept : out_.contacts) {
      if (length(kept.lmd.point_a - m.point_a) <= apart && length(kept.lmd.point_b - m.point_b) <= apart) {
        kept.lmd.is_lmd = kept.lmd.is_lmd || m.is_lmd;
        return;
      }
      const bool same = kept.lmd.feature_a.code == m.feature_a.code && kept.lmd.feature_b.code == m.feature_b.code;
      if (same && (kept.place & 0xffff) == number) place += 0x10000;
    }
    out_.contacts.push_back({m, place});
  }

  const PlacedBreps& at_;
  const FoundLeaves* leaves_;
  SampleQuery query_;
  BrepPairContacts out_;
};

}  // namespace

PlacedBreps placed_breps(const ContactBreps& breps, const PartsView& parts, Pair p, const BrepContactOptions& options) {
  PlacedBreps at;
  at.a = &breps.of(parts.shape[p.a]), at.b = &breps.of(parts.shape[p.b]);
  at.at_a = world_pose(parts, p.a), at.at_b = world_pose(parts, p.b);
  at.dilations = at.a->dilation + at.b->dilation;
  at.reach = alert_between(parts.alert, p, options.alert_distance) + at.dilations;
  at.b_in_a = relative_pose(at.at_a, at.at_b, {0, 0, 0}, {0, 0, 0});
  at.usable = has_minima({at.at_a.rotation, at.at_a.position}) && is_usable(at.at_b) && has_minima(at.b_in_a);
  const Vec3<double> between = transform(at.b_in_a, at.b->centre) - at.a->centre;
  const double size = length(between) + at.a->radius + at.b->radius;
  at.ball_clearance = (length(between) - at.a->radius - at.b->radius) - 1e-6 * size;
  return at;
}

bool is_looked_at(const PlacedBreps& at) { return at.usable && !(at.ball_clearance > at.reach); }

BrepPairContacts find_pair_contacts(const PlacedBreps& at, const BrepContactOptions& options,
                                    const FoundLeaves* leaves) {
  BrepPairContacts none;
  if (!at.usable) none.status = BrepLmdStatus::incomplete;
  if (!is_looked_at(at)) return none;
  return PairContacts(at, options, leaves).run();
}

void check_options(const char* function, const BrepContactOptions& o) {
  const auto refuse = [&](const char* what, double value, const char* allowed) {
    throw InvalidInput(std::string(function) + ": " + what + " is " + number_text(value) + "; allowed is " + allowed);
  };
  if (!(o.alert_distance >= 0) || !std::isfinite(o.alert_distance)) {
    refuse("alert_distance", o.alert_distance, "a finite number, 0 or more");
  }
  if (!(o.theta >= 0 && o.theta <= BrepLmdOptions::most_theta)) refuse("theta", o.theta, "0 to 0.5");
  if (!(o.angle >= 1e-9 && o.angle <= BrepLmdOptions::most_angle)) refuse("angle", o.angle, "1e-9 to 0.1");
}

void check_pairs(const char* function, const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      check_index(function, i, part, parts.count);
      if (breps.has(parts.shape[part])) continue;
      throw InvalidInput(std::string(function) + ": pair " + std::to_string(i) + " has shape " +
                         std::to_string(parts.shape[part]) + ", which has no model");
    }
  }
}

}  // namespace abut::host
