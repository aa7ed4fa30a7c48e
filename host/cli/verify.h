// The check of `abut verify` (host/verify/verify.h), for scenes.
#pragma once

#include "abut/io.h"
#include "host/verify/verify.h"

namespace abut::cli {

using namespace verification;

template <class T>
std::vector<CheckedPair> verify(const Scene& scene, std::span<const Pair> candidates, const Detection<T>& detection,
                                const FacetTrees& facets, const VerifyOptions& options, const Total& progress) {
  const ContactSurfaces surfaces = scene.contact_surfaces();
  const Detected detected{scene.shapes,        scene.bodies, scene.alert_distance,
                          &scene.facet_meshes, &facets,      scene.surface_shapes.empty() ? nullptr : &surfaces};
  return verification::verify(detected, candidates, detection, options, progress);
}

}  // namespace abut::cli
