// From bodies to contacts: candidate pairs, pair queries, selection.
#include "abut/detect.h"

#include <chrono>
#include <cmath>
#include <string>
#include <type_traits>

#include "abut/core/error.h"
#include "host/bvh/part_boxes.h"
#include "host/detect/cuda_detect.h"
#include "host/detect/mixed_rows.h"
#include "host/exec/checks.h"
#include "host/exec/device_checks.h"
#include "host/is_distance.h"

namespace abut {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Bodies on the executor `Cpu`.
template <class T>
class Scene {
 public:
  Scene(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts)
      : cpu_(cpu), set_(shapes), shapes_(shapes.view<T>()), parts_(parts) {}
  std::vector<Pair> find(double alert) const {
    return find_pairs(cpu_, {shapes_.headers, shapes_.count}, parts_, alert);
  }
  void query(std::span<const Pair> pairs, double alert, Contacts<T>& out) const {
    query_pairs<T>(cpu_, shapes_, parts_, pairs, {alert}, out.view());
  }
  const ShapeSet& set() const { return set_; }
  host::FacetRows<T> rows_by_facets(std::span<const Pair> pairs, FacetTrees& trees, double alert) const {
    host::build_facets(cpu_, set_, parts_, pairs, trees);
    const FacetContacts<T> found =
        find_facet_contacts<T>(cpu_, trees, parts_, FacetPairs<T>{pairs}, {.alert_distance = alert});
    return host::facet_rows<T>(found, trees, parts_, pairs, alert);
  }
  host::KnotRows<T> rows_by_knots(std::span<const Pair> pairs, const ContactSurfaces& surfaces, double alert) const {
    return host::knot_rows<T>(cpu_, surfaces, parts_, pairs, alert);
  }

 private:
  Cpu cpu_;
  const ShapeSet& set_;
  ShapeSetView<T> shapes_;
  PartsView parts_;
};

/// The device gives EPA less room than the host has: what it left unfinished is asked again here, from the same input.
template <class T>
void finish_on_host(const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs, double alert,
                    Contacts<T>& out) {
  const ContactsView<T> all = out.view();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (status_of(out.status[i]) != Status::iteration_limit) continue;
    const auto at = [i](const auto& array) {
      return Strided<std::remove_pointer_t<decltype(array.data)>>{array.data + i};
    };
    const auto at3 = [i](const auto& v) { return StridedVec3<T>{v.x + i, v.y + i, v.z + i}; };
    query_pairs<T>(Cpu{1}, shapes.view<T>(), parts, pairs.subspan(i, 1), {alert},
                   {at(all.separation), at3(all.normal), at3(all.witness_a), at3(all.witness_b), at3(all.point),
                    at(all.feature_a), at(all.feature_b), at(all.lower_bound), at(all.bound_gap), at(all.status),
                    at(all.gjk_iterations), at(all.epa_iterations), at(all.key)});
  }
}

/// Bodies on the executor `Cuda`.
template <class T>
class CudaScene {
 public:
  CudaScene(const Cuda& cuda, const ShapeSet& shapes, const PartsView& parts)
      : shapes_(shapes), parts_(parts), device_(cuda, shapes.view<T>(), parts) {}
  std::vector<Pair> find(double alert) const { return device_.find_pairs(alert); }
  void query(std::span<const Pair> pairs, double alert, Contacts<T>& out) const {
    device_.query_pairs(pairs, alert, out);
    finish_on_host(shapes_, parts_, pairs, alert, out);
  }
  const ShapeSet& set() const { return shapes_; }
  host::FacetRows<T> rows_by_facets(std::span<const Pair> pairs, FacetTrees& trees, double alert) const {
    host::build_facets(Cpu{}, shapes_, parts_, pairs, trees);
    return host::facet_rows<T>(device_.find_facet_contacts(trees, pairs, alert), trees, parts_, pairs, alert);
  }
  host::KnotRows<T> rows_by_knots(std::span<const Pair> pairs, const ContactSurfaces& surfaces, double alert) const {
    return host::knot_rows<T>(Cpu{}, surfaces, parts_, pairs, alert);
  }

 private:
  const ShapeSet& shapes_;
  PartsView parts_;
  host::DeviceScene<T> device_;
};

template <class T, class Scene>
Detection<T> detect_candidates(const Scene& scene, const PartsView& parts, std::span<const Pair> candidates,
                               const DetectOptions& options) {
  Detection<T> out;
  out.candidate_pairs = candidates.size();
  const Stopwatch watch;
  const host::Ways ways{host::has_meshes(options.facets, scene.set()) ? options.facets : nullptr,
                        host::has_surfaces(options.surfaces, scene.set()) ? options.surfaces : nullptr};
  if (ways.facets != nullptr || ways.surfaces != nullptr) {
    host::MixedRows<T>(ways, parts, candidates).find(scene, parts, options.alert_distance, out);
  } else {
    const std::vector<std::size_t> chosen =
        host::query_candidates<T>(scene, parts, candidates, options.alert_distance, out);
    out.contacts.select(chosen);
    out.pairs.reserve(chosen.size());
    for (const std::size_t i : chosen) out.pairs.push_back(candidates[i]);
  }
  out.seconds.narrow = watch.seconds();
  return out;
}

void check(const DetectOptions& options) {
  if (!host::is_distance(options.alert_distance)) {
    throw InvalidInput("alert_distance is " + host::number_text(options.alert_distance) +
                       "; allowed are finite numbers from 0");
  }
}

/// As the search on cores checks it.
void check(const DetectOptions& options, const ShapeSet& shapes, const PartsView& parts) {
  check(options);
  check_parts(shapes.headers(), parts, "parts", options.alert_distance);
}

template <class T, class Scene>
Detection<T> detect_all(const Scene& scene, const PartsView& parts, const DetectOptions& options) {
  const Stopwatch watch;
  const std::vector<Pair> candidates = scene.find(options.alert_distance);
  const double broad = watch.seconds();
  Detection<T> out = detect_candidates<T>(scene, parts, candidates, options);
  out.seconds.broad = broad;
  out.seconds.total = broad + out.seconds.narrow;
  return out;
}

/// Given candidates.
void check(const DetectOptions& options, const ShapeSet& shapes, const PartsView& parts,
           std::span<const Pair> candidates) {
  check(options);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (const std::uint32_t part : {candidates[i].a, candidates[i].b}) {
      host::check_index("detect, part of a candidate", i, part, parts.count);
      host::check_index("detect, shape of a part", i, parts.shape[part], shapes.size());
    }
  }
}

template <class T, class Scene>
Detection<T> detect_given(const Scene& scene, const PartsView& parts, std::span<const Pair> candidates,
                          const DetectOptions& options) {
  Detection<T> out = detect_candidates<T>(scene, parts, candidates, options);
  out.seconds.total = out.seconds.narrow;
  return out;
}

}  // namespace

template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options) {
  check(options);
  const PartsView parts = bodies.parts();
  return detect_all<T>(Scene<T>(cpu, shapes, parts), parts, options);
}
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options) {
  const PartsView parts = bodies.parts();
  check(options, shapes, parts);
  host::need_device();
  return detect_all<T>(CudaScene<T>(cuda, shapes, parts), parts, options);
}
template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options) {
  const PartsView parts = bodies.parts();
  check(options, shapes, parts, candidates);
  return detect_given<T>(Scene<T>(cpu, shapes, parts), parts, candidates, options);
}
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options) {
  const PartsView parts = bodies.parts();
  check(options, shapes, parts, candidates);
  host::need_device();
  return detect_given<T>(CudaScene<T>(cuda, shapes, parts), parts, candidates, options);
}

template Detection<float> detect<float>(const Cpu&, const ShapeSet&, const BodySet&, const DetectOptions&);
template Detection<double> detect<double>(const Cpu&, const ShapeSet&, const BodySet&, const DetectOptions&);
template Detection<float> detect<float>(const Cuda&, const ShapeSet&, const BodySet&, const DetectOptions&);
template Detection<double> detect<double>(const Cuda&, const ShapeSet&, const BodySet&, const DetectOptions&);
template Detection<float> detect<float>(const Cpu&, const ShapeSet&, const BodySet&, std::span<const Pair>,
                                        const DetectOptions&);
template Detection<double> detect<double>(const Cpu&, const ShapeSet&, const BodySet&, std::span<const Pair>,
                                          const DetectOptions&);
template Detection<float> detect<float>(const Cuda&, const ShapeSet&, const BodySet&, std::span<const Pair>,
                                        const DetectOptions&);
template Detection<double> detect<double>(const Cuda&, const ShapeSet&, const BodySet&, std::span<const Pair>,
                                          const DetectOptions&);

}  // namespace abut
