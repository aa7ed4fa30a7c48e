#include "abut/brep/brep_lmds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/core/error.h"
#include "host/brep/boundary_crossing.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/conformal_samples.h"
#include "host/brep/contact_brep_state.h"
#include "host/brep/found_leaves.h"
#include "host/brep/free_leaves.h"
#include "host/brep/inverse_pose.h"
#include "host/brep/lmd_list.h"
#include "host/brep/overlap.h"
#include "host/brep/point_distance.h"
#include "host/brep/widened_polars.h"
#include "host/number_text.h"

namespace abut {

namespace {

using host::ContactFeature;
using host::ContactFeatures;
using Solved = StationaryPair<double>;

/// A carrier of B in A's frame, and by which search it was moved. Data only.
struct PlacedCarrier {
  Carrier<double> carrier;
  std::uint64_t search = 0;
};

/// What is kept from one query to the next, of a thread.
struct Scratch {
  host::TreeScratch tree;
  std::vector<PlacedCarrier> carriers;
  std::vector<FeatureNumbers> near;
};

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

class LmdSearch {
 public:
  LmdSearch(const ContactBrep::State& a, const ContactBrep::State& b, const RelativePose<double>& b_in_a,
            const BrepLmdOptions& options, const host::FoundLeaves* found, Scratch& scratch)
      : whole_a_(a),
        whole_b_(b),
        a_(a.features),
        b_(b.features),
        tree_a_(a.tree),
        tree_b_(b.tree),
        pose_(b_in_a),
        asked_(options),
        widened_(host::widened_polar(options)),
        reach_(options.reach),
        scratch_(scratch),
        given_(found),
        free_(a.features, b.features, b_in_a) {
    tolerance_ = host::lmd_tolerance * (a_.size() + b_.size());
    scratch_.near.clear();
    if (scratch_.carriers.size() < b_.features().size()) scratch_.carriers.resize(b_.features().size());
  }

  BrepLmds run() {
    const auto wider = host::wider_cones(std::max(asked_.angle, asked_.theta));
    if (asked_.nearest_only) bound_by_points();
    host::TreePairs pairs(tree_a_, tree_b_, pose_, {wider, reach_}, scratch_.tree);
    near_ = pairs.may_touch();
    crossing_ = near_ && may_cross() && host::boundaries_cross(a_, b_, pose_, tolerance_, pairs, free_);
    if (!crossing_) search(pairs);
    finish();
    return std::move(out_);
  }

 private:
  /// Where pairs that touch are given and none of them passes, nothing does. Where one does, the search of its own says
  /// so: it ends at the first, and what it has not decided until then is told.
  bool may_cross() {
    if (given_ == nullptr) return true;
    host::FreeLeaves free(a_, b_, pose_);
    if (host::any_pass(a_, b_, pose_, tolerance_, given_->touching, free)) return true;
    out_.unsolved += free.undecided();
    return false;
  }

  void search(host::TreePairs& pairs) {
    if (given_ != nullptr) {
      for (const host::FoundLeaf& leaf : given_->near) compare_given(leaf);
    } else if (asked_.nearest_only) {
      pairs.near(reach_, true, [&](std::uint32_t i, std::uint32_t j) {
        if (pairs.rings_are_near(i, j, reach_)) compare(i, j);
      });
    } else {
      search_in_order(pairs);
    }
  }

  /// In the order of features: on every executor. That in which trees are walked may be another one there.
  void search_in_order(host::TreePairs& pairs) {
    std::vector<FeatureNumbers>& near = scratch_.near;
    pairs.near(reach_, false, [&](std::uint32_t i, std::uint32_t j) { near.push_back({i, j}); });
    std::sort(near.begin(), near.end(), host::comes_first);
    for (const FeatureNumbers& of : near) {
      if (reach_ >= 0) compare(of.a, of.b);
    }
  }

  /// Solids that are apart have a minimum that is no farther than any two points of their boundaries.
  void bound_by_points() {
    const auto of_a = tree_a_.points(), of_b = tree_b_.points();
    if (of_a.empty() || of_b.empty()) return;
    const auto nearest = [](std::span<const Vec3<double>> points, const Vec3<double>& to) {
      return *std::min_element(points.begin(), points.end(), [&](const Vec3<double>& p, const Vec3<double>& q) {
        return squared_length(p - to) < squared_length(q - to);
      });
    };
    const Vec3<double> a = nearest(of_a, transform(pose_, nearest(of_b, back(of_a[0]))));
    const Vec3<double> b = transform(pose_, nearest(of_b, back(a)));
    reach_ = std::min(reach_, length(b - a) + 2 * (tree_a_.slack() + tree_b_.slack()) + tolerance_);
  }

  /// B's, in A's frame.
  const Carrier<double>& placed(std::uint32_t j) {
    PlacedCarrier& p = scratch_.carriers[j];
    if (p.search != scratch_.tree.search) p = {moved(pose_, *b_.features()[j].carrier), scratch_.tree.search};
    return p.carrier;
  }

  /// Solved elsewhere, but where pairs are not isolated, or one has no carrier.
  void compare_given(const host::FoundLeaf& leaf) {
    scratch_.near.push_back(leaf.of);
    if (!(reach_ >= 0)) return;
    if (!leaf.verdict.has_solver || leaf.verdict.not_isolated) return compare(leaf.of.a, leaf.of.b);
    ++out_.feature_pairs, ++out_.solved_pairs;
    if (!leaf.verdict.complete) out_.status = BrepLmdStatus::incomplete;
    for (const Solved& s : given_->solved.subspan(leaf.first, leaf.verdict.count)) {
      if (reach_ >= 0) take(a_.features()[leaf.of.a], leaf.of.b, s, false);
    }
  }

  void compare(std::uint32_t i, std::uint32_t j) {
    const ContactFeature &f = a_.features()[i], &g = b_.features()[j];
    ++out_.feature_pairs;
    if (!f.carrier || !g.carrier) return compare_free(i, j);
    ++out_.solved_pairs;
    StationaryPairs<double> found;
    leaves_.stationary_pairs(*f.carrier, placed(j), found);
    const std::uint32_t isolated = found.count;
    const bool represented = !found.not_isolated || host::add_conformal_samples(*f.carrier, placed(j), found);
    if (!found.complete || !represented) out_.status = BrepLmdStatus::incomplete;
    for (std::uint32_t k = 0; k < found.count && reach_ >= 0; ++k) take(f, j, found.pairs[k], k >= isolated);
  }

  /// One of them has no carrier.
  void compare_free(std::uint32_t i, std::uint32_t j) {
    if (!free_.can_solve(i, j)) {
      ++out_.unsolved;
      return;
    }
    ++out_.solved_pairs;
    const auto sink = [&](const host::FreePair& p) { take(a_.features()[i], j, p.pair, p.sampled); };
    if (!free_.solve(i, j, reach_, sink).complete) ++out_.unsolved;
  }

  void take(const ContactFeature& f, std::uint32_t j, const Solved& s, bool sampled) {
    const ContactFeature& g = b_.features()[j];
    if (s.extremum == Extremum::not_minimum || s.gap > reach_) return;
    const Vec3<double> in_b = back(s.b);
    if (s.gap < -tolerance_) {
      // Faces that overlap there, and not the far sides of both.
      if (a_.holds(f, s.a, tolerance_) && b_.holds(g, in_b, tolerance_)) {
        see_overlap(signed_distance(b_, tree_b_, back(s.a)));
      }
      return;
    }
    // Faces last: trimming curves are many.
    if (!is_face(f) && !a_.holds(f, s.a, tolerance_)) return;
    if (!is_face(g) && !b_.holds(g, in_b, tolerance_)) return;
    const bool free_a = a_.leaves_free(f, s.a, s.normal, asked_.angle);
    if (!free_a && !(host::is_widened(f.kind, g.kind) && a_.nearly_leaves_free(f, s.a, s.normal, widened_))) return;
    const Vec3<double> to_a = rotate_back(pose_.rotation, -s.normal);
    const bool free_b = b_.leaves_free(g, in_b, to_a, asked_.angle);
    if (!free_b && !(host::is_widened(g.kind, f.kind) && b_.nearly_leaves_free(g, in_b, to_a, widened_))) return;
    if (is_face(f) && !a_.holds(f, s.a, tolerance_)) return;
    if (is_face(g) && !b_.holds(g, in_b, tolerance_)) return;
    const bool is_lmd = free_a && free_b;
    if (is_lmd && descends(f, j, s)) return;
    add({s.gap > 0 ? s.gap : 0.0, s.a, s.b, s.normal, f.told, g.told, sampled, is_lmd});
  }
  static bool is_face(const ContactFeature& f) { return f.kind == FeatureKind::face; }

  Vec3<double> back(const Vec3<double>& p) const { return rotate_back(pose_.rotation, p - pose_.translation); }

  /// Whether the distance falls away from a smooth edge into one of its faces.
  bool descends(const ContactFeature& f, std::uint32_t j, const Solved& s) const {
    const ContactFeature& g = b_.features()[j];
    if (f.kind != FeatureKind::edge && g.kind != FeatureKind::edge) return false;
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

  void add(const BrepLmd& m) {
    const double apart = 4 * asked_.angle * m.distance + 8 * tolerance_;
    const bool is_new = host::add_minimum(out_.minima, m, apart);
    if (is_new && asked_.nearest_only) reach_ = std::min(reach_, m.distance + tolerance_);
  }

  /// What the distance of a point of one from the other says; none says that it is not known.
  void see_overlap(const std::optional<double>& distance) {
    if (!distance) out_.status = BrepLmdStatus::incomplete;
    if (distance && *distance < -tolerance_) crossing_ = true, reach_ = -1;
  }
  void finish() {
    if (!crossing_ && near_) {
      const bool have = std::any_of(out_.minima.begin(), out_.minima.end(), [](const BrepLmd& m) { return m.is_lmd; });
      const host::Overlap overlap = host::find_overlap(whole_a_, whole_b_, pose_, tolerance_, have);
      if (overlap == host::Overlap::unknown) out_.status = BrepLmdStatus::incomplete;
      const bool is_all = out_.status == BrepLmdStatus::complete && out_.unsolved + free_.undecided() == 0;
      crossing_ = overlap == host::Overlap::certain;
      // Solids that touch from outside have a minimum of 0, but for a corner in the bottom of a groove. Rounding makes
      // up to the tolerance of it: with a reach below that, none found says nothing.
      const bool would_have = asked_.reach > tolerance_;
      if (overlap == host::Overlap::touching && is_all && would_have) crossing_ = true;
    }
    std::sort(out_.minima.begin(), out_.minima.end(), host::comes_before);
    if (asked_.nearest_only && out_.minima.size() > 1) out_.minima.resize(1);
    out_.unsolved += free_.undecided();
    // Whatever is apart has a nearest pair of points, which is a minimum.
    if (out_.minima.empty() && !std::isfinite(asked_.reach)) out_.status = BrepLmdStatus::incomplete;
    if (out_.unsolved > 0) out_.status = BrepLmdStatus::incomplete;
    if (crossing_) out_.status = BrepLmdStatus::crossing;
  }

  const ContactBrep::State &whole_a_, &whole_b_;
  const ContactFeatures &a_, &b_;
  const host::FeatureTree &tree_a_, &tree_b_;
  RelativePose<double> pose_;
  BrepLmdOptions asked_;
  host::WidenedPolar widened_;
  double reach_, tolerance_ = 0;
  Scratch& scratch_;
  const host::FoundLeaves* given_;
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
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
  if (!(o.theta >= 0 && o.theta <= BrepLmdOptions::most_theta))
    throw InvalidInput("find_brep_lmds: theta is " + host::number_text(o.theta) + "; allowed is 0 to 0.5");
  if (!host::has_minima(pose)) {
    throw InvalidInput("find_brep_lmds: b_in_a is no finite translation and rotation, shorter than 1e100");
  }
}

}  // namespace

BrepLmds find_brep_lmds(const ContactBrep& a, const ContactBrep& b, const RelativePose<double>& b_in_a,
                        const BrepLmdOptions& options) {
  check(b_in_a, options);
  return LmdSearch(a.state(), b.state(), b_in_a, options, nullptr, scratch_of_thread()).run();
}

host::NearLmds host::find_near_lmds(const ContactBrep& a, const ContactBrep& b, const RelativePose<double>& b_in_a,
                                    const BrepLmdOptions& options, const FoundLeaves* found) {
  Scratch& scratch = scratch_of_thread();
  NearLmds out{LmdSearch(a.state(), b.state(), b_in_a, options, found, scratch).run(), {}};
  out.near = scratch.near;
  return out;
}

}  // namespace abut
