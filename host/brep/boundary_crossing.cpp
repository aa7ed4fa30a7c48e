#include "host/brep/boundary_crossing.h"

#include <algorithm>
#include <cmath>

#include "abut/core/pose.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/edge_crossing.h"
#include "host/brep/inverse_pose.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

class Crossings {
 public:
  Crossings(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a, double tolerance,
            FreeLeaves& free)
      : a_(a), b_(b), to_a_(b_in_a), to_b_(inverse(b_in_a)), tolerance_(tolerance), free_(free) {}

  bool rings_touch(std::uint32_t i, std::uint32_t j) const {
    const ContactFeature &f = a_.features()[i], &g = b_.features()[j];
    return !(f.ring && g.ring && least_distance(*f.ring, moved(to_a_, *g.ring)) > 0);
  }
  /// Of features whose rings touch.
  bool pass(std::uint32_t i, std::uint32_t j) const {
    const ContactFeature &f = a_.features()[i], &g = b_.features()[j];
    if ((is_face(f) && !f.carrier) || (is_face(g) && !g.carrier)) return free_.pierces(i, j, tolerance_);
    if (f.kind == FeatureKind::edge) return edge_pierces(a_, f, b_, g, to_b_, tolerance_);
    if (g.kind == FeatureKind::edge) return edge_pierces(b_, g, a_, f, to_a_, tolerance_);
    // Of a plane and another one the lines are on the other one: those of a plane miss more.
    const bool of_b = f.carrier->kind == CarrierKind::plane;
    return of_b ? face_pierces(b_, g, a_, f, to_a_, tolerance_) : face_pierces(a_, f, b_, g, to_b_, tolerance_);
  }
  /// Whether pieces may come to each other's surfaces, as balls about their boxes say.
  bool may_pass(const FeatureNode& x, const FeatureNode& y) const {
    const ContactFeature &f = a_.features()[x.feature], &g = b_.features()[y.feature];
    if (is_face(g) && g.carrier && !leaves_.may_reach(x, to_b_, *g.carrier, tolerance_)) return false;
    return !is_face(f) || !f.carrier || leaves_.may_reach(y, to_a_, *f.carrier, tolerance_);
  }
  bool are_faces(std::uint32_t i, std::uint32_t j) const {
    return is_face(a_.features()[i]) && is_face(b_.features()[j]);
  }

 private:
  static bool is_face(const ContactFeature& f) { return f.kind == FeatureKind::face; }

  const ContactFeatures &a_, &b_;
  RelativePose<double> to_a_, to_b_;
  double tolerance_;
  FreeLeaves& free_;
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

}  // namespace

bool boundaries_cross(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a,
                      double tolerance, TreePairs& pairs, FreeLeaves& free) {
  const Crossings crossings(a, b, b_in_a, tolerance, free);
  bool found = false;
  thread_local std::vector<std::pair<std::uint32_t, std::uint32_t>> faces;  // after all edges: they take longer
  faces.clear();
  const auto may = [&](const FeatureNode& x, const FeatureNode& y) { return crossings.may_pass(x, y); };
  pairs.touching(may, [&](std::uint32_t i, std::uint32_t j) {
    if (crossings.are_faces(i, j)) {
      faces.emplace_back(i, j);
    } else {
      found = crossings.pass(i, j);
    }
    return !found;
  });
  for (const auto& [i, j] : faces) {
    if (found) break;
    found = crossings.pass(i, j);
  }
  return found;
}

bool any_pass(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a, double tolerance,
              std::span<const FeatureNumbers> touching, FreeLeaves& free) {
  const Crossings crossings(a, b, b_in_a, tolerance, free);
  return std::any_of(touching.begin(), touching.end(), [&](const FeatureNumbers& of) {
    return crossings.rings_touch(of.a, of.b) && crossings.pass(of.a, of.b);
  });
}

}  // namespace abut::host
