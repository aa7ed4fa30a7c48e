#include "host/brep/overlap.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "host/brep/inverse_pose.h"
#include "host/brep/point_distance.h"

namespace abut::host {
namespace {

/// Points of features, or one of each shell that a box in the model's frame may hold all of.
std::vector<Vec3<double>> points_of(const ContactBrep::State& of, const FeatureBox& box, double tolerance,
                                    bool shells) {
  std::vector<Vec3<double>> out;
  if (!shells) {
    for (const ContactFeature& f : of.features.features()) out.push_back(f.sample);
    return out;
  }
  const auto is_out = [&](const Vec3<double>& p) { return distance_to(box, p) > tolerance; };
  const auto& all = of.features.shells();
  if (all.size() == 1 && std::any_of(of.tree.points().begin(), of.tree.points().end(), is_out)) return out;
  std::remove_copy_if(all.begin(), all.end(), std::back_inserter(out), is_out);
  return out;
}

/// Of points of A in B.
Overlap look(const ContactBrep::State& a, const ContactBrep::State& b, const RelativePose<double>& b_in_a,
             const RelativePose<double>& a_in_b, double tolerance, bool shells) {
  Overlap out = Overlap::none;
  for (const Vec3<double>& p : points_of(a, moved(b_in_a, b.tree.nodes()[0].box), tolerance, shells)) {
    const std::optional<double> distance = signed_distance(b.features, b.tree, transform(a_in_b, p));
    if (!distance) out = Overlap::unknown;
    if (distance && *distance < -tolerance) return Overlap::certain;
    if (distance && *distance <= tolerance && !shells) out = std::max(out, Overlap::touching);
  }
  return out;
}

}  // namespace

Overlap find_overlap(const ContactBrep::State& a, const ContactBrep::State& b, const RelativePose<double>& b_in_a,
                     double tolerance, bool have_minimum) {
  const RelativePose<double> a_in_b = inverse(b_in_a);
  const Overlap of_a = look(a, b, b_in_a, a_in_b, tolerance, have_minimum);
  if (of_a == Overlap::certain) return of_a;
  return std::max(of_a, look(b, a, a_in_b, b_in_a, tolerance, have_minimum));
}

}  // namespace abut::host
