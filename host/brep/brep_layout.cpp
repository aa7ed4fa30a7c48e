#include "host/brep/brep_layout.h"

#include "abut/core/contact.h"

namespace abut::host {

std::vector<LeafFeature<double>> leaf_features(const ContactFeatures& of) {
  std::vector<LeafFeature<double>> out;
  out.reserve(of.features().size());
  for (const ContactFeature& f : of.features()) {
    LeafFeature<double> leaf{};
    leaf.has_carrier = f.carrier.has_value(), leaf.has_ring = f.ring.has_value();
    leaf.is_face = f.kind == FeatureKind::face;
    if (f.carrier) leaf.carrier = *f.carrier;
    if (f.ring) leaf.ring = *f.ring;
    out.push_back(leaf);
  }
  return out;
}

BrepViews brep_views(const ContactBreps& breps, const BrepView<double>* of_shape) {
  BrepViews out{of_shape, breps.shape_count(), 0, 0, edition_of(breps)};
  for (std::uint32_t shape = 0; shape < out.count; ++shape) {
    if (!breps.has(shape)) continue;
    out.depth = std::max(out.depth, breps.of(shape).model.state().tree.depth());
    const auto features = static_cast<std::uint32_t>(breps.of(shape).features().features().size());
    out.most_features = std::max(out.most_features, features);
  }
  return out;
}

std::uint64_t edition_of(const ContactBreps& breps) {
  std::uint64_t sum = breps.shape_count();
  for (std::uint32_t shape = 0; shape < breps.shape_count(); ++shape) {
    sum = mix64(sum ^ (breps.has(shape) ? breps.of(shape).edition : 0));
  }
  return sum;
}

}  // namespace abut::host
