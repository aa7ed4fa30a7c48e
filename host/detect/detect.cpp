// From bodies to contacts: candidate pairs, pair queries, selection.
#include "abut/detect.h"

#include <chrono>
#include <cmath>
#include <string>
#include <type_traits>

#include "abut/core/error.h"
#include "abut/narrow/batch.h"
#include "host/bvh/part_boxes.h"
#include "host/detect/cuda_detect.h"
#include "host/detect/facet_rows.h"
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
  bool has_meshes(const FacetTrees* trees) const { return host::has_meshes(trees, set_); }
  host::FacetRows<T> rows_by_facets(std::span<const Pair> pairs, FacetTrees& trees, double alert) const {
    host::build_facets(cpu_, set_, parts_, pairs, trees);
    const FacetContacts<T> found =
        find_facet_contacts<T>(cpu_, trees, parts_, FacetPairs<T>{pairs}, {.alert_distance = alert});
    return host::facet_rows<T>(found, trees, parts_, pairs, alert);
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
  bool has_meshes(const FacetTrees* trees) const { return host::has_meshes(trees, shapes_); }
  host::FacetRows<T> rows_by_facets(std::span<const Pair> pairs, FacetTrees& trees, double alert) const {
    host::build_facets(Cpu{}, shapes_, parts_, pairs, trees);
    return host::facet_rows<T>(device_.find_facet_contacts(trees, pairs, alert), trees, parts_, pairs, alert);
  }

 private:
  const ShapeSet& shapes_;
  PartsView parts_;
  host::DeviceScene<T> device_;
};

/// Whether the record goes into the result: a contact within the alert distance, or a failure.
template <class T>
bool reported(const Contacts<T>& c, std::size_t i, const PartsView& parts, Pair pair, double alert) {
  const Status status = status_of(c.status[i]);
  if (status == Status::farther_than_alert) return false;
  if (status != Status::converged) return true;
  const double own = parts.alert != nullptr ? parts.alert[pair.a] + parts.alert[pair.b] : 0.0;
  // By the bound: a pair exactly at the alert distance is kept wherever its separation rounds to.
  return static_cast<double>(c.lower_bound[i]) <= alert + own;
}

/// Queries the candidates into `out.contacts`, counts their statuses and returns which are reported.
template <class T, class Scene>
std::vector<std::size_t> query_candidates(const Scene& scene, const PartsView& parts, std::span<const Pair> candidates,
                                          double alert, Detection<T>& out) {
  out.contacts.resize(candidates.size());
  scene.query(candidates, alert, out.contacts);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ++out.status[static_cast<std::size_t>(status_of(out.contacts.status[i]))];
    if (reported(out.contacts, i, parts, candidates[i], alert)) chosen.push_back(i);
  }
  return chosen;
}

/// Where some candidates meet facet by facet: the rows of all, in the order of the candidates.
template <class T>
class MixedRows {
 public:
  MixedRows(const FacetTrees& trees, const PartsView& parts, std::span<const Pair> candidates)
      : candidates_(candidates) {
    for (const Pair& pair : candidates) {
      const bool facets = host::meets_by_facets(trees, parts, pair);
      by_facets_.push_back(facets ? 1 : 0);
      (facets ? facet_pairs_ : others_).push_back(pair);
    }
  }

  template <class Scene>
  void find(const Scene& scene, const PartsView& parts, const DetectOptions& options, Detection<T>& out) {
    Detection<T> convex;
    const std::vector<std::size_t> chosen = query_candidates<T>(scene, parts, others_, options.alert_distance, convex);
    const host::FacetRows<T> facets = scene.rows_by_facets(facet_pairs_, *options.facets, options.alert_distance);
    out.status = convex.status;
    for (const Status s : facets.status) ++out.status[static_cast<std::size_t>(s)];
    out.facets.emplace();
    out.contacts.resize(chosen.size() + facets.contacts.size());
    merge(convex.contacts, chosen, facets, out);
  }

 private:
  void merge(const Contacts<T>& convex, const std::vector<std::size_t>& chosen, const host::FacetRows<T>& facets,
             Detection<T>& out) const {
    std::size_t met = 0, other = 0, next = 0;  // pairs met by facets, other pairs, and those of them that are chosen
    const ContactsView<T> to = out.contacts.view();
    const auto add = [&](Pair pair, const Contact<T>& contact, std::size_t row) {
      const bool has = row < facets.contacts.size();
      out.facets->facet_a.push_back(has ? facets.facets.facet_a[row] : ContactFacets::none);
      out.facets->facet_b.push_back(has ? facets.facets.facet_b[row] : ContactFacets::none);
      out.facets->kind.push_back(has ? facets.facets.kind[row] : FacetContactKind::apart);
      batch_detail::store(to, out.pairs.size(), contact);
      out.pairs.push_back(pair);
    };
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (by_facets_[i] != 0) {
        for (std::uint64_t k = facets.offsets[met]; k < facets.offsets[met + 1]; ++k) {
          add(candidates_[i], facets.contacts[k], k);
        }
        ++met;
      } else {
        if (next < chosen.size() && chosen[next] == other) {
          add(candidates_[i], convex[other], facets.contacts.size());
          ++next;
        }
        ++other;
      }
    }
  }

  std::span<const Pair> candidates_;
  std::vector<std::uint8_t> by_facets_;  ///< of each candidate
  std::vector<Pair> facet_pairs_, others_;
};

template <class T, class Scene>
Detection<T> detect_candidates(const Scene& scene, const PartsView& parts, std::span<const Pair> candidates,
                               const DetectOptions& options) {
  Detection<T> out;
  out.candidate_pairs = candidates.size();
  const Stopwatch watch;
  if (scene.has_meshes(options.facets)) {
    MixedRows<T>(*options.facets, parts, candidates).find(scene, parts, options, out);
  } else {
    const std::vector<std::size_t> chosen = query_candidates<T>(scene, parts, candidates, options.alert_distance, out);
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
