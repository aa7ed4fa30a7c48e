// Contacts of the facets of packed grains, for pairs whose hulls are near: replays of a graph. All answers are held
// against the bits of the `Cpu`. How long its threads take is in the name of a row of its own.
#include <chrono>
#include <cstring>

#include "abut/bodies/cuda_parts.h"
#include "abut/cuda_facet_contacts.h"
#include "abut/facet_contacts.h"
#include "bench/device/bench.h"
#include "bench/facets/packing.h"
#include "host/facets/device_contacts.h"

namespace abut::device_bench {
namespace {

constexpr double alert = 0.01;  // of a grain's size, which is 1
/// So many rounds bring the grains near each other, see `settle`.
constexpr int rounds = 30;

/// What all measurements of a scene share.
struct Grains {
  bench::Packing packing;
  std::vector<Pair> near;
  FacetTrees trees;

  explicit Grains(int count) : packing(bench::packed_grains(ABUT_EXAMPLE_DATA "/grains", count, rounds)) {
    near = bench::near_pairs(packing, alert);
    for (std::uint32_t s = 0; s < packing.shapes.size(); ++s) trees.set_mesh(packing.shapes, s, packing.meshes[s]);
    (void)trees.build(Cpu{}, packing.shapes, packing.bodies.parts(), bench::every_part(packing));
  }
};

/// Empty, or what of two answers differs.
template <class T>
std::string difference(const FacetContacts<T>& a, const FacetContacts<T>& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  };
  if (a.size() != b.size()) return std::to_string(a.size()) + " contacts, on cores " + std::to_string(b.size());
  if (!same(a.offsets, b.offsets)) return "contacts at other pairs than on cores";
  if (!same(a.facet_a, b.facet_a) || !same(a.facet_b, b.facet_b)) return "other facets than on cores";
  if (!same(a.separation, b.separation)) return "other separations than on cores";
  if (!same(a.normal, b.normal) || !same(a.point, b.point)) return "other normals or points than on cores";
  if (!same(a.witness_a, b.witness_a) || !same(a.witness_b, b.witness_b)) return "other witness points than on cores";
  if (!same(a.feature_a, b.feature_a) || !same(a.feature_b, b.feature_b)) return "other features than on cores";
  return same(a.kind, b.kind) && same(a.key, b.key) ? "" : "other kinds or keys than on cores";
}

/// What a search has left on the device.
template <class T>
FacetContacts<T> download(const Cuda& cuda, const FacetContactsView<T>& from, std::uint64_t pairs) {
  FacetContacts<T> out;
  out.offsets.resize(pairs + 1);
  ABUT_CUDA_CHECK(cudaMemcpy(out.offsets.data(), from.offsets, (pairs + 1) * sizeof(std::uint64_t), cudaMemcpyDefault));
  std::uint64_t count = 0;
  ABUT_CUDA_CHECK(cudaMemcpy(&count, from.needed, sizeof(count), cudaMemcpyDefault));
  if (count <= from.capacity) host::download(cuda, from, count, out);
  return out;
}

/// Seconds that all threads of the machine take together, by the clock; the fastest of three runs.
template <class T>
double seconds_on_cores(const Grains& grains, const FacetOptions& options, FacetContacts<T>& found) {
  using Clock = std::chrono::steady_clock;
  double least = 1e300;
  for (int run = 0; run < 3; ++run) {
    const Clock::time_point start = Clock::now();
    found = find_facet_contacts<T>(Cpu{}, grains.trees, grains.packing.bodies.parts(), {grains.near}, options);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

template <class T>
void measure(Bench& bench, const Grains& grains, bool of_features) {
  const std::string title = std::string(of_features ? "contacts of facets, " : "all pairs of facets, ") +
                            std::to_string(grains.packing.bodies.size()) + " grains, " +
                            std::to_string(grains.near.size()) + " pairs";
  if (!bench.wants(title)) return;
  FacetOptions options{.alert_distance = alert, .contacts = of_features};
  FacetContacts<T> expected;
  Measurement m{title, scalar_name<T>, Unit::milliseconds};
  m.items = static_cast<double>(grains.near.size());
  const double on_cores = seconds_on_cores<T>(grains, options, expected);
  Measurement beside{title + ", Cpu", scalar_name<T>, Unit::milliseconds};
  beside.timing = {on_cores, on_cores, on_cores};

  const PartsView parts = grains.packing.bodies.parts();
  const Memory<unsigned char> part_memory(bench.stream, device_parts_bytes(parts));
  const PartsView on_device = copy_parts(Cuda{bench.stream.get()}, parts, {part_memory.data(), part_memory.size()});
  const Memory<Pair> pairs(bench.stream, grains.near);
  const Memory<unsigned char> surface_memory(bench.stream, device_facets_bytes(grains.trees));
  const FacetSurfaces surfaces =
      copy_facets(Cuda{bench.stream.get()}, grains.trees, {surface_memory.data(), surface_memory.size()});
  options.room = {expected.counts.distances + grains.near.size(), 8 * expected.counts.distances + 64};
  const Memory<unsigned char> workspace(
      bench.stream, find_facet_contacts_workspace(Cuda{}, grains.near.size(), parts.count, options));
  using Arrays = host::FacetArrays<T>;
  Memory<unsigned char> block(bench.stream, bytes_of<Arrays>(grains.near.size(), expected.size()));
  Workspace room(block.data());
  const FacetContactsView<T> answers = Arrays(room, grains.near.size(), expected.size()).view;
  const Graph search(bench.stream, [&](const Cuda& cuda) {
    find_facet_contacts<T>(cuda.with({workspace.data(), workspace.size()}), surfaces, on_device,
                           FacetPairs<T>{{pairs.data(), pairs.size()}}, options, answers);
  });
  block.fill(0xff);
  search.run();
  m.fault = difference(download<T>(Cuda{bench.stream.get()}, answers, grains.near.size()), expected);
  const Graph* const graphs[] = {&search};
  add_timed(bench, std::move(m), graphs);
  bench.add(std::move(beside));
}

}  // namespace

void measure_facets(Bench& bench) {
  const Grains grains(static_cast<int>(bench.faceted_grains()));
  for (const bool of_features : {true, false}) {
    measure<float>(bench, grains, of_features);
    measure<double>(bench, grains, of_features);
  }
}

}  // namespace abut::device_bench
