// Pair queries: separation, normal, witness points, lower bound and status of pairs at random.
//
// Cold: every query begins from nothing. Warm: from what the one before has left, after a small motion; the runs go to
// and fro between two sets of poses. Batches are far larger than a device's caches.
#include <cstring>
#include <limits>

#include "abut/detect.h"
#include "bench/device/bench.h"
#include "bench/device/traffic.h"
#include "bench/peers/groups.h"

namespace abut::device_bench {
namespace {

/// Targets in 1e9 pairs a second, in float and double; 0: none.
struct Subject {
  const char *kind, *name;
  Mix mix;
  bool keeps;  ///< a cache is of use
  double cold[2];
};
constexpr Subject subjects[] = {
    {"hull8", "hulls of 8 vertices, apart", Mix::apart, true, {2, 0.8}},
    {"hull16", "hulls of 16 vertices, apart", Mix::apart, true, {1.2, 0.5}},
    {"hull32", "hulls of 32 vertices, apart", Mix::apart, true, {0.6, 0.25}},
    {"hull128", "hulls of 128 vertices, apart", Mix::apart, true, {0, 0}},
    {"hull512", "hulls of 512 vertices, apart", Mix::apart, true, {0, 0}},
    {"hull16", "hulls of 16 vertices, overlapping", Mix::overlap, true, {0.2, 0.08}},
    {"sphere", "spheres, apart", Mix::apart, false, {4, 1.5}},
    {"capsule", "capsules, apart", Mix::apart, false, {4, 1.5}},
    {"box", "boxes, apart", Mix::apart, true, {4, 1.5}},
    {"ellipsoid", "ellipsoids, apart", Mix::apart, false, {0, 0}},
    {"ellipsoid", "ellipsoids, overlapping", Mix::overlap, false, {0, 0}},
    {"cylinder", "cylinders, overlapping", Mix::overlap, false, {0, 0}},
    {"cone", "cones, overlapping", Mix::overlap, false, {0, 0}},
};

/// A scene's poses and pairs on the device.
struct OnDevice {
  PartsOnDevice parts;
  Memory<double> poses[2];
  Memory<Pair> pairs;

  OnDevice(Stream& stream, const PairScene& scene)
      : parts(stream, scene.parts),
        poses{{stream, scene.parts.poses}, {stream, scene.moved}},
        pairs(stream, scene.pairs) {}
};

template <class T>
class Queries {
 public:
  /// `row_count`: of the parts whose poses are copied into rows first, or 0.
  Queries(Bench& bench, const PairScene& scene, const OnDevice& on_device, CachedPolytope* cache,
          std::uint32_t row_count)
      : bench_(bench),
        scene_(scene),
        shapes_(bench.stream, scene.shapes),
        answers_(bench.stream, count()),
        workspace_(bench.stream, query_pairs_workspace<T>(Cuda{}, count(), row_count)),
        graphs_{{bench.stream, enqueue(on_device, 0, cache)}, {bench.stream, enqueue(on_device, 1, cache)}} {}

  void run(int pose_set) const { graphs_[pose_set].run(); }
  /// The answers at that set, in memory that nothing had been written to.
  Answers<T> answers(int pose_set) {
    answers_.poison();
    run(pose_set);
    return answers_.download(count());
  }
  std::string fault(int pose_set, const Answers<T>& found, std::span<const std::size_t> sample,
                    std::span<const CachedPolytope> before = {}, std::span<const CachedPolytope> after = {}) const {
    constexpr double none = std::numeric_limits<double>::infinity();
    return fault_of<T>({&scene_.shapes, scene_.view(pose_set), scene_.pairs, none}, found, sample, before, after);
  }
  void add(Measurement m) {
    const Graph* const graphs[] = {&graphs_[0], &graphs_[1]};
    m.scalar = scalar_name<T>;
    m.items = static_cast<double>(count());
    add_timed(bench_, std::move(m), graphs);
  }

 private:
  std::size_t count() const { return scene_.pairs.size(); }
  auto enqueue(const OnDevice& on_device, int pose_set, CachedPolytope* cache) const {
    return [this, &on_device, pose_set, cache](const Cuda& cuda) {
      QueryOptions options;
      options.cache = cache;
      query_pairs<T>(cuda.with({workspace_.data(), workspace_.size()}), shapes_.view(),
                     on_device.parts.view(on_device.poses[pose_set]), {on_device.pairs.data(), on_device.pairs.size()},
                     options, answers_.view());
    };
  }

  Bench& bench_;
  const PairScene& scene_;
  ShapesOnDevice<T> shapes_;
  AnswersOnDevice<T> answers_;
  Memory<unsigned char> workspace_;
  Graph graphs_[2];
};

template <class T>
bool same(const Answers<T>& a, const Answers<T>& b) {
  return std::memcmp(a.number.data(), b.number.data(), a.number.size() * sizeof(T)) == 0 && a.status == b.status;
}

std::uint32_t part_count(const PairScene& scene) { return static_cast<std::uint32_t>(scene.parts.count()); }

template <class T>
void measure_cold(Bench& bench, const Subject& subject, const PairScene& scene, const OnDevice& on_device,
                  bool with_rows = true) {
  Measurement m{std::string(subject.name) + (with_rows ? ", cold" : ", cold, poses not in rows"), "", Unit::pairs};
  if (!bench.wants(m.what)) return;
  Queries<T> queries(bench, scene, on_device, nullptr, with_rows ? part_count(scene) : 0);
  m.target = with_rows ? subject.cold[sizeof(T) == 4 ? 0 : 1] : 0;
  m.bytes = query_bytes<T>;
  const Answers<T> first = queries.answers(0);
  m.fault = queries.fault(0, first, sample_of(scene.pairs.size(), checked_pairs));
  if (m.fault.empty() && !same(first, queries.answers(0))) m.fault = "other bits in the second run";
  queries.add(std::move(m));
}

template <class T>
void measure_warm(Bench& bench, const Subject& subject, const PairScene& scene, const OnDevice& on_device) {
  Measurement m{std::string(subject.name) + ", warm", "", Unit::pairs};
  if (!bench.wants(m.what)) return;
  Memory<CachedPolytope> cache(bench.stream, scene.pairs.size());
  Queries<T> queries(bench, scene, on_device, cache.data(), part_count(scene));
  m.bytes = query_bytes<T> + (subject.mix == Mix::overlap ? polytope_bytes : simplex_bytes);
  const std::vector<std::size_t> sample = sample_of(scene.pairs.size(), checked_pairs);
  cache.fill(0);
  queries.run(0);
  const std::vector<CachedPolytope> before = caches_at(cache, sample);
  const Answers<T> found = queries.answers(1);
  m.fault = queries.fault(1, found, sample, before, caches_at(cache, sample));
  queries.add(std::move(m));
}

}  // namespace

void measure_pairs(Bench& bench) {
  std::uint64_t seed = 1;
  for (const Subject& subject : subjects) {
    const std::uint64_t own_seed = seed++;
    const std::string name = subject.name;
    if (!bench.wants(name + ", cold, poses not in rows") && !bench.wants(name + ", warm")) continue;
    const std::size_t pairs = peers::is_curved(subject.kind) ? bench.curved_pairs() : bench.pairs;
    const PairScene scene = make_pairs(subject.kind, subject.mix, pairs, own_seed);
    const OnDevice on_device(bench.stream, scene);
    measure_cold<float>(bench, subject, scene, on_device);
    measure_cold<double>(bench, subject, scene, on_device);
    if (subject.kind == std::string("hull16") && subject.mix == Mix::apart) {
      measure_cold<float>(bench, subject, scene, on_device, false);
    }
    if (!subject.keeps) continue;
    measure_warm<float>(bench, subject, scene, on_device);
    measure_warm<double>(bench, subject, scene, on_device);
  }
}

}  // namespace abut::device_bench
