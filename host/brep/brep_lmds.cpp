#include "abut/brep/brep_lmds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/bodies/world_pose.h"
#include "abut/core/error.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/conformal_samples.h"
#include "host/brep/contact_features.h"
#include "host/brep/edge_crossing.h"
#include "host/brep/free_leaves.h"
#include "host/number_text.h"

namespace abut {

struct ContactBrep::State {
  explicit State(const Brep& brep) : features(brep) {}
  host::ContactFeatures features;
};

ContactBrep::ContactBrep(const Brep& brep) {
  check_brep(brep);
  state_ = std::make_unique<State>(brep);
}
ContactBrep::~ContactBrep() = default;
ContactBrep::ContactBrep(ContactBrep&&) noexcept = default;
ContactBrep& ContactBrep::operator=(ContactBrep&&) noexcept = default;
const std::vector<std::string>& ContactBrep::notes() const { return state_->features.notes(); }
double ContactBrep::size() const { return state_->features.size(); }

namespace {

using host::ContactFeature;
using host::ContactFeatures;
using Solved = StationaryPair<double>;

struct Candidate {
  double bound;
  std::uint32_t a, b;
};

class LmdSearch {
 public:
  LmdSearch(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a,
            const BrepLmdOptions& options)
      : a_(a), b_(b), pose_(b_in_a), asked_(options), reach_(options.reach), free_(a, b, b_in_a) {
    tolerance_ = 1e-9 * (a.size() + b.size());
    for (const ContactFeature& f : b.features()) {
      ContactFeature placed = f;
      for (host::FeatureBox& box : placed.boxes) box = host::moved(pose_, box);
      placed.centre = transform(pose_, f.centre);
      if (f.carrier) placed.carrier = host::moved(pose_, *f.carrier);
      placed_.push_back(std::move(placed));
    }
  }

  BrepLmds run() {
    if (asked_.nearest_only) reach_ = std::min(reach_, reach_of_samples());
    for (const Candidate& c : candidates()) {
      if (c.bound > reach_) break;
      ++out_.feature_pairs;
      near_ = near_ || c.bound == 0;
      compare(c.a, c.b, c.bound);
      if (crossing_) break;
    }
    finish();
    return std::move(out_);
  }

 private:
  /// Some points of both boundaries are no farther apart: of edges and vertices, which are where their faces are but
  /// for the model's tolerances.
  double reach_of_samples() const {
    double squared = std::numeric_limits<double>::infinity(), slack = tolerance_;
    for (const ContactFeatures* of : {&a_, &b_}) {
      for (const BrepVertex& v : of->brep().vertices) slack = std::max(slack, 2 * v.tolerance);
      for (const BrepEdge& e : of->brep().edges) slack = std::max(slack, 2 * e.tolerance);
    }
    std::vector<Vec3<double>> of_b;
    for (const ContactFeature& g : placed_) {
      if (g.kind != FeatureKind::face) of_b.push_back(transform(pose_, g.sample));
    }
    for (const ContactFeature& f : a_.features()) {
      if (f.kind == FeatureKind::face) continue;
      for (const Vec3<double>& p : of_b) squared = std::min(squared, squared_length(p - f.sample));
    }
    return std::sqrt(squared) + 2 * slack;
  }

  /// The pairs of features whose balls are near enough, the nearest first.
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> out;
    for (std::uint32_t i = 0; i < a_.features().size(); ++i) {
      const ContactFeature& f = a_.features()[i];
      for (std::uint32_t j = 0; j < placed_.size(); ++j) {
        const ContactFeature& g = placed_[j];
        const bool may_pierce = may_pass(f, g);
        if (!may_pierce && (is_empty(f.cone) || is_empty(g.cone))) continue;
        const double bound = length(g.centre - f.centre) - f.radius - g.radius;
        if (bound <= reach_) out.push_back({std::max(bound, 0.0), i, j});
      }
    }
    std::sort(out.begin(), out.end(), [](const Candidate& x, const Candidate& y) {
      return x.bound != y.bound ? x.bound < y.bound : x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return out;
  }

  /// No points of both are nearer, as their boxes say; not much above `enough`.
  static double least_between(const ContactFeature& f, const ContactFeature& g, double enough) {
    double least = std::numeric_limits<double>::infinity();
    for (const host::FeatureBox& x : f.boxes) {
      for (const host::FeatureBox& y : g.boxes) {
        least = std::min(least, least_distance(x, y));
        if (least <= enough) return least;
      }
    }
    return least;
  }

  void compare(std::uint32_t i, std::uint32_t j, double bound) {
    const ContactFeature &f = a_.features()[i], &g = placed_[j];
    const bool opposite = may_be_antipodal(f.cone, g.cone, pose_.rotation);
    if (bound == 0 && may_pass(f, g) && least_between(f, g, 0) == 0) {
      if (f.kind == FeatureKind::face && g.kind == FeatureKind::edge ? f.carrier.has_value() : g.carrier.has_value()) {
        look_for_crossing(f, g, j);
      } else {
        crossing_ = crossing_ || free_.pierces(i, j, tolerance_);
      }
    }
    if (!opposite || (std::isfinite(reach_) && least_between(f, g, reach_) > reach_)) return;
    if (!f.carrier || !g.carrier) return compare_free(i, j);
    ++out_.solved_pairs;
    StationaryPairs<double> found;
    stationary_pairs(*f.carrier, *g.carrier, found);
    const std::uint32_t isolated = found.count;
    const bool represented = !found.not_isolated || host::add_conformal_samples(*f.carrier, *g.carrier, found);
    if (!found.complete || !represented) out_.status = BrepLmdStatus::incomplete;
    for (std::uint32_t k = 0; k < found.count; ++k) take(f, j, found.pairs[k], k >= isolated);
  }

  /// One of them has no carrier.
  void compare_free(std::uint32_t i, std::uint32_t j) {
    if (!free_.can_solve(i, j)) {
      ++out_.unsolved;
      return;
    }
    ++out_.solved_pairs;
    const host::FreeOutcome outcome =
        free_.solve(i, j, reach_, [&](const host::FreePair& p) { take(a_.features()[i], j, p.pair, p.sampled); });
    if (!outcome.complete) ++out_.unsolved;
  }

  void take(const ContactFeature& f, std::uint32_t j, const Solved& s, bool sampled) {
    const ContactFeature& g = b_.features()[j];
    if (s.extremum == Extremum::not_minimum || s.gap > reach_) return;
    const Vec3<double> in_b = back(s.b);
    if (!a_.holds(f, s.a, tolerance_) || !b_.holds(g, in_b, tolerance_)) return;
    if (s.gap < -tolerance_) {
      // Faces that overlap there, and not the far sides of both.
      see_overlap(b_.signed_distance(back(s.a)));
      return;
    }
    if (!a_.leaves_free(f, s.a, s.normal, asked_.angle)) return;
    const Vec3<double> to_a = rotate_back(pose_.rotation, -s.normal);
    if (!b_.leaves_free(g, in_b, to_a, asked_.angle)) return;
    if (descends(f, j, s)) return;
    add({std::max(s.gap, 0.0), s.a, s.b, s.normal, f.told, g.told, sampled});
  }

  Vec3<double> back(const Vec3<double>& p) const { return rotate_back(pose_.rotation, p - pose_.translation); }

  /// Whether the distance falls away from a smooth edge into one of its faces.
  bool descends(const ContactFeature& f, std::uint32_t j, const Solved& s) const {
    const ContactFeature& g = b_.features()[j];
    const auto of_a = a_.forms_about(f, s.a, s.normal, asked_.angle);
    auto of_b = b_.forms_about(g, back(s.b), rotate_back(pose_.rotation, -s.normal), asked_.angle);
    if (of_a.size() == 1 && of_b.size() == 1) return false;  // the solver has told
    for (LocalForm<double>& form : of_b) {
      for (Vec3<double>& tangent : form.tangent) tangent = rotate(pose_.rotation, tangent);
    }
    const auto falls = [&](const auto& x, const auto& y) { return extremum(x, y, s.gap) == Extremum::not_minimum; };
    const auto all = [](const auto& of, const auto& test) { return std::all_of(of.begin(), of.end(), test); };
    for (const auto& x : of_a) {
      if (all(of_b, [&](const auto& y) { return falls(x, y); })) return true;
    }
    return std::any_of(of_b.begin(), of_b.end(),
                       [&](const auto& y) { return all(of_a, [&](const auto& x) { return falls(x, y); }); });
  }

  /// Edges through faces; and faces through faces, not both plane, whose curves need not meet an edge.
  static bool may_pass(const ContactFeature& f, const ContactFeature& g) {
    if (f.kind == FeatureKind::vertex || g.kind == FeatureKind::vertex) return false;
    if (f.kind != g.kind) return true;
    if (!f.carrier || !g.carrier) return false;  // pairs with a gap below 0 tell
    return f.kind == FeatureKind::face &&
           (f.carrier->kind != CarrierKind::plane || g.carrier->kind != CarrierKind::plane);
  }

  void look_for_crossing(const ContactFeature& f, const ContactFeature& g, std::uint32_t j) {
    const ContactFeature& in_b = b_.features()[j];
    if (f.kind == FeatureKind::edge && g.kind == FeatureKind::face) {
      crossing_ = crossing_ || host::edge_pierces(a_, f, b_, in_b, inverse(), tolerance_);
    } else if (f.kind == FeatureKind::face && g.kind == FeatureKind::edge) {
      crossing_ = crossing_ || host::edge_pierces(b_, in_b, a_, f, pose_, tolerance_);
    } else {
      // Of a plane and another one the lines are on the other one: those of a plane miss more.
      const bool of_b = f.carrier->kind == CarrierKind::plane;
      crossing_ = crossing_ || (of_b ? host::face_pierces(b_, in_b, a_, f, pose_, tolerance_)
                                     : host::face_pierces(a_, f, b_, in_b, inverse(), tolerance_));
    }
  }
  /// A's frame in B's.
  RelativePose<double> inverse() const {
    return relative_pose(Pose{pose_.translation, pose_.rotation}, Pose{}, {0, 0, 0}, {0, 0, 0});
  }

  /// Of two at one place the one of features of fewer dimensions stays, or the first.
  void add(const BrepLmd& m) {
    const double apart = 4 * asked_.angle * m.distance + 8 * tolerance_;
    for (BrepLmd& kept : out_.minima) {
      if (length(kept.point_a - m.point_a) > apart || length(kept.point_b - m.point_b) > apart) continue;
      if (rank(m) < rank(kept)) kept = m;
      return;
    }
    out_.minima.push_back(m);
    if (asked_.nearest_only) reach_ = std::min(reach_, m.distance + tolerance_);
  }
  static std::pair<int, std::pair<std::uint64_t, std::uint64_t>> rank(const BrepLmd& m) {
    const int dimensions = static_cast<int>(feature_kind(m.feature_a)) + static_cast<int>(feature_kind(m.feature_b));
    return {dimensions, {m.feature_a.code, m.feature_b.code}};
  }

  /// What the distance of a point of one from the other says; none says that it is not known.
  void see_overlap(const std::optional<double>& distance) {
    if (!distance) out_.status = BrepLmdStatus::incomplete;
    if (distance && *distance < -tolerance_) crossing_ = true;
  }
  void look_for_overlap() {
    for (const ContactFeature& f : a_.features()) see_overlap(b_.signed_distance(back(f.sample)));
    for (const ContactFeature& g : b_.features()) see_overlap(a_.signed_distance(transform(pose_, g.sample)));
  }

  void finish() {
    // Solids that are apart have a minimum. Edges that lie in faces pass through none.
    if (out_.minima.empty() && !crossing_ && near_) look_for_overlap();
    const auto before = [](const BrepLmd& x, const BrepLmd& y) {
      return x.distance != y.distance ? x.distance < y.distance : rank(x) < rank(y);
    };
    std::sort(out_.minima.begin(), out_.minima.end(), before);
    if (asked_.nearest_only && out_.minima.size() > 1) out_.minima.resize(1);
    out_.unsolved += free_.undecided();
    if (out_.unsolved > 0) out_.status = BrepLmdStatus::incomplete;
    if (crossing_) out_.status = BrepLmdStatus::crossing;
  }

  const ContactFeatures &a_, &b_;
  RelativePose<double> pose_;
  BrepLmdOptions asked_;
  double reach_, tolerance_ = 0;
  std::vector<ContactFeature> placed_;  ///< B's, in A's frame
  bool crossing_ = false, near_ = false;
  BrepLmds out_;
  host::FreeLeaves free_;
};

void check(const RelativePose<double>& pose, const BrepLmdOptions& o) {
  if (!(o.reach >= 0))
    throw InvalidInput("find_brep_lmds: reach is " + host::number_text(o.reach) + "; allowed is 0 or more");
  if (!(o.angle >= 1e-9 && o.angle <= BrepLmdOptions::most_angle)) {
    throw InvalidInput("find_brep_lmds: angle is " + host::number_text(o.angle) + "; allowed is 1e-9 to 0.1");
  }
  if (!is_usable(Pose{pose.translation, pose.rotation}) || !(off_rotation(pose.rotation) <= 1e-6)) {
    throw InvalidInput("find_brep_lmds: b_in_a is no finite translation and rotation");
  }
}

}  // namespace

BrepLmds find_brep_lmds(const ContactBrep& a, const ContactBrep& b, const RelativePose<double>& b_in_a,
                        const BrepLmdOptions& options) {
  check(b_in_a, options);
  return LmdSearch(a.state().features, b.state().features, b_in_a, options).run();
}

}  // namespace abut
