// From bodies to contacts: candidate pairs, pair queries, selection.
#include "abut/detect.h"

#include <chrono>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "kernels/backend.h"

namespace abut {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <class T>
void query(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs, double alert,
           Contacts<T>& out) {
  query_pairs<T>(cpu, shapes.view<T>(), parts, pairs, {alert}, out.view());
}

template <class T>
void query([[maybe_unused]] const Cuda& cuda, [[maybe_unused]] const ShapeSet& shapes,
           [[maybe_unused]] const PartsView& parts, [[maybe_unused]] std::span<const Pair> pairs,
           [[maybe_unused]] double alert, [[maybe_unused]] Contacts<T>& out) {
  if (const char* reason = cuda_unavailable_reason()) throw CudaError(reason);
#if defined(ABUT_HAVE_CUDA)
  backend::HostBatchSizes sizes;
  for (std::uint32_t i = 0; i < shapes.size(); ++i) {
    sizes.stored_vertices = std::max<std::size_t>(
        sizes.stored_vertices, shapes.header(i).vertex_offset + (shapes.header(i).vertex_count + 15) / 16 * 16);
  }
  backend::query_host_batch<T>(
      cuda.stream, {shapes.view<T>(), parts, nullptr, 0, pairs.data(), pairs.size(), alert, out.view()}, sizes);
#endif
}

/// Whether the record goes into the result: a contact within the alert distance, or a failure.
template <class T>
bool reported(const Contacts<T>& c, std::size_t i, const PartsView& parts, Pair pair, double alert) {
  const Status status = status_of(c.status[i]);
  if (status == Status::farther_than_alert) return false;
  if (status != Status::converged) return true;
  const double own = parts.alert != nullptr ? parts.alert[pair.a] + parts.alert[pair.b] : 0.0;
  return static_cast<double>(c.separation[i]) <= alert + own;
}

template <class T, class Executor>
Detection<T> detect_candidates(const Executor& executor, const ShapeSet& shapes, const BodySet& bodies,
                               std::vector<Pair> candidates, const DetectOptions& options) {
  Detection<T> out;
  out.candidate_pairs = candidates.size();
  const PartsView parts = bodies.parts();
  shapes.view<T>();  // made on first use: a one-time cost of the set, not of the queries
  const Stopwatch watch;
  out.contacts.resize(candidates.size());
  query<T>(executor, shapes, parts, candidates, options.alert_distance, out.contacts);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ++out.status[static_cast<std::size_t>(status_of(out.contacts.status[i]))];
    if (reported(out.contacts, i, parts, candidates[i], options.alert_distance)) kept.push_back(i);
  }
  out.contacts.keep(kept);
  out.pairs.reserve(kept.size());
  for (const std::size_t i : kept) out.pairs.push_back(candidates[i]);
  out.seconds.narrow = watch.seconds();
  return out;
}

void check(const DetectOptions& options) {
  if (!(options.alert_distance >= 0) || !std::isfinite(options.alert_distance)) {
    throw InvalidInput("alert_distance is " + std::to_string(options.alert_distance) +
                       "; allowed are finite numbers from 0");
  }
}

template <class T, class Executor>
Detection<T> detect_all(const Executor& executor, const Cpu& search, const ShapeSet& shapes, const BodySet& bodies,
                        const DetectOptions& options) {
  check(options);
  const Stopwatch watch;
  std::vector<Pair> candidates = find_pairs(search, shapes.size() > 0 ? &shapes.header(0) : nullptr, shapes.size(),
                                            bodies.parts(), options.alert_distance);
  const double broad = watch.seconds();
  Detection<T> out = detect_candidates<T>(executor, shapes, bodies, std::move(candidates), options);
  out.seconds.broad = broad;
  out.seconds.total = broad + out.seconds.narrow;
  return out;
}

template <class T, class Executor>
Detection<T> detect_given(const Executor& executor, const ShapeSet& shapes, const BodySet& bodies,
                          std::span<const Pair> candidates, const DetectOptions& options) {
  check(options);
  for (const Pair& pair : candidates) {
    for (const std::uint32_t part : {pair.a, pair.b}) {
      if (part >= bodies.part_count()) {
        throw InvalidInput("detect: a candidate pair names part " + std::to_string(part) + "; allowed is less than " +
                           std::to_string(bodies.part_count()));
      }
    }
  }
  Detection<T> out = detect_candidates<T>(executor, shapes, bodies, {candidates.begin(), candidates.end()}, options);
  out.seconds.total = out.seconds.narrow;
  return out;
}

}  // namespace

template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options) {
  return detect_all<T>(cpu, cpu, shapes, bodies, options);
}
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, const DetectOptions& options) {
  return detect_all<T>(cuda, Cpu{}, shapes, bodies, options);
}
template <class T>
Detection<T> detect(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options) {
  return detect_given<T>(cpu, shapes, bodies, candidates, options);
}
template <class T>
Detection<T> detect(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies, std::span<const Pair> candidates,
                    const DetectOptions& options) {
  return detect_given<T>(cuda, shapes, bodies, candidates, options);
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
