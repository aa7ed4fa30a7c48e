// Contacts of the facets of packed grains, for pairs whose hulls are near: replays of a graph. All answers are held
// against the bits of the `Cpu`. How long its threads take is in the name of a row of its own.
#include <chrono>
#include <cstring>
#include <utility>

#include "abut/bodies/cuda_parts.h"
#include "abut/cuda_facet_contacts.h"
#include "abut/facet_contacts.h"
#include "bench/device/bench.h"
#include "bench/facets/packing.h"

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

/// Room for contacts in device memory.
template <class T>
class FacetAnswers {
 public:
  FacetAnswers(Stream& stream, std::uint64_t pairs, std::uint64_t capacity)
      : capacity_(capacity),
        offsets_(stream, pairs + 1),
        needed_(stream, 1),
        room_(stream, 1),
        number_(stream, numbers * capacity),
        id_(stream, 2 * capacity),
        feature_(stream, 2 * capacity),
        kind_(stream, capacity),
        key_(stream, capacity) {}
  FacetContactsView<T> view() const {
    FacetContactsView<T> out;
    out.offsets = offsets_.data(), out.needed = needed_.data(), out.room_needed = room_.data();
    out.capacity = capacity_;
    T* at = number_.data();
    const auto array = [&] { return std::exchange(at, at + capacity_); };
    out.separation.data = array();
    for (StridedVec3<T>* v : {&out.normal, &out.witness_a, &out.witness_b, &out.point}) {
      v->x = array(), v->y = array(), v->z = array();
    }
    out.facet_a.data = id_.data(), out.facet_b.data = id_.data() + capacity_;
    out.feature_a.data = feature_.data(), out.feature_b.data = feature_.data() + capacity_;
    out.kind.data = kind_.data();
    out.key.data = key_.data();
    return out;
  }
  void poison() {
    offsets_.fill(0xff), needed_.fill(0xff), number_.fill(0xff), id_.fill(0xff), kind_.fill(0xff), key_.fill(0xff);
  }
  /// Empty, or how the answers differ.
  std::string fault(const FacetContacts<T>& expected) const {
    const std::uint64_t found = needed_.download(1)[0], n = expected.size();
    if (found != n) return std::to_string(found) + " contacts, on cores " + std::to_string(n);
    if (offsets_.download(offsets_.size()) != expected.offsets) return "contacts at other pairs";
    const auto same = [](const auto& got, const auto& wanted) {
      return std::memcmp(got.data(), wanted.data(), wanted.size() * sizeof(wanted[0])) == 0;
    };
    const std::vector<T> number = number_.download(number_.size());
    const auto at = [&](std::size_t array, std::size_t k) { return number[array * capacity_ + k]; };
    std::vector<T> separation(n);
    std::vector<Vec3<T>> normal(n), witness_a(n), witness_b(n), point(n);
    for (std::size_t k = 0; k < n; ++k) {
      separation[k] = at(0, k), normal[k] = {at(1, k), at(2, k), at(3, k)};
      witness_a[k] = {at(4, k), at(5, k), at(6, k)}, witness_b[k] = {at(7, k), at(8, k), at(9, k)};
      point[k] = {at(10, k), at(11, k), at(12, k)};
    }
    if (!same(separation, expected.separation)) return "other separations than on cores";
    if (!same(normal, expected.normal)) return "other normals than on cores";
    if (!same(witness_a, expected.witness_a) || !same(witness_b, expected.witness_b)) return "other witness points";
    if (!same(point, expected.point)) return "other points than on cores";
    const std::vector<std::uint32_t> ids = id_.download(id_.size());
    if (!same(ids, expected.facet_a)) return "other facets than on cores";
    if (!same(kind_.download(n), expected.kind) || !same(key_.download(n), expected.key)) return "other kinds or keys";
    return "";
  }

 private:
  static constexpr std::size_t numbers = 13;
  std::uint64_t capacity_;
  Memory<std::uint64_t> offsets_, needed_;
  Memory<FacetRoom> room_;
  Memory<T> number_;
  Memory<std::uint32_t> id_;
  Memory<Feature> feature_;
  Memory<FacetContactKind> kind_;
  Memory<std::uint64_t> key_;
};

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
  FacetAnswers<T> answers(bench.stream, grains.near.size(), expected.size());
  const Graph search(bench.stream, [&](const Cuda& cuda) {
    find_facet_contacts<T>(cuda.with({workspace.data(), workspace.size()}), surfaces, on_device,
                           FacetPairs<T>{{pairs.data(), pairs.size()}}, options, answers.view());
  });
  answers.poison();
  search.run();
  m.fault = answers.fault(expected);
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
