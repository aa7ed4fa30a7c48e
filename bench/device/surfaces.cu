// Nearest points of wavy sheets of 10 x 10 bicubic patches, each with its proof: replays of a graph. Cold: every point
// alone. Warm: every point moves by 1e-4 a step, there and back, and its search starts from what the step before has
// left. The first starts from what the `Cpu` has left: a run that fills all caches would outweigh the others where runs
// are counted. All answers are held against the bits of the `Cpu`; how long its threads take is in a row of its own.
#include <chrono>
#include <cstring>
#include <limits>

#include "abut/surface/cuda_closest_points.h"
#include "bench/device/bench.h"
#include "bench/surfaces/sheets.h"

namespace abut::device_bench {
namespace {

constexpr int surfaces = 10;

/// What both kinds of measurement of a workload share.
struct Sheets {
  bench::SheetQueries queries;
  std::vector<Vec3<double>> moved;
  std::string title;

  Sheets(std::size_t count, bool rational, double reach)
      : queries(bench::sheet_queries(surfaces, static_cast<int>(count / surfaces), rational, reach)),
        title(std::string("nearest points of ") + (rational ? "rational" : "polynomial") + " sheets, reach " +
              (reach < 0.1 ? "0.03" : "0.3")) {
    for (std::size_t i = 0; i < queries.points.size(); ++i) moved.push_back(queries.points[i] + queries.ways[i]);
  }
  SurfaceQueries at(bool is_moved) const { return {queries.which, is_moved ? moved : queries.points}; }
  std::size_t size() const { return queries.points.size(); }
};

template <class T>
using Caches = std::vector<ClosestPointCache<T>>;

/// Seconds that all threads of the machine take together, by the clock; the fastest of three runs. `found`: of the
/// last one. `caches`: null, or what the query of the points before they moved has left, which every run begins with.
template <class T>
double seconds_on_cores(const Sheets& sheets, const Caches<T>* caches, ClosestPoints<T>& found) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::max();
  for (int run = 0; run < 3; ++run) {
    Caches<T> own = caches != nullptr ? *caches : Caches<T>{};
    const Clock::time_point start = Clock::now();
    found = find_closest_points<T>(Cpu{}, sheets.queries.surfaces, sheets.at(caches != nullptr), {},
                                   caches != nullptr ? own.data() : nullptr);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

/// Room for answers on the device.
template <class T>
class FoundOnDevice {
 public:
  FoundOnDevice(Stream& stream, std::size_t count)
      : distance_(stream, count), bound_(stream, count), u_(stream, count), v_(stream, count), status_(stream, count) {}
  ClosestPointsView<T> view() const {
    ClosestPointsView<T> out;
    out.distance = {distance_.data(), 1}, out.lower_bound = {bound_.data(), 1};
    out.u = {u_.data(), 1}, out.v = {v_.data(), 1}, out.status = {status_.data(), 1};
    return out;
  }
  /// So that what is not written shows.
  void poison() { distance_.fill(0xff), bound_.fill(0xff), u_.fill(0xff), v_.fill(0xff), status_.fill(0xff); }
  /// Empty, or what differs.
  std::string difference(const ClosestPoints<T>& expected) const {
    const auto same = [](const auto& memory, const auto& of) {
      const auto found = memory.download(of.size());
      return std::memcmp(found.data(), of.data(), of.size() * sizeof(of[0])) == 0;
    };
    if (!same(status_, expected.status)) return "other statuses than on cores";
    if (!same(distance_, expected.distance)) return "other distances than on cores";
    if (!same(bound_, expected.lower_bound)) return "other bounds than on cores";
    return same(u_, expected.u) && same(v_, expected.v) ? "" : "other parameters than on cores";
  }

 private:
  Memory<T> distance_, bound_;
  Memory<double> u_, v_;
  Memory<std::uint8_t> status_;
};

template <class T>
void measure(Bench& bench, const Sheets& sheets, bool warm) {
  const std::string title = sheets.title + (warm ? ", warm" : ", cold");
  if (!bench.wants(title)) return;
  const std::size_t n = sheets.size();
  Caches<T> kept(warm ? n : 0, ClosestPointCache<T>{});
  if (warm) (void)find_closest_points<T>(Cpu{}, sheets.queries.surfaces, sheets.at(false), {}, kept.data());
  ClosestPoints<T> expected;
  const double on_cores = seconds_on_cores<T>(sheets, warm ? &kept : nullptr, expected);
  Measurement m{title, scalar_name<T>, Unit::milliseconds}, beside{title + ", Cpu", scalar_name<T>, Unit::milliseconds};
  m.items = beside.items = static_cast<double>(n);
  beside.timing = {on_cores, on_cores, on_cores};

  const Memory<unsigned char> memory(bench.stream, device_surfaces_bytes<T>(sheets.queries.surfaces));
  const SurfaceViews<T> views =
      copy_surfaces<T>(Cuda{bench.stream.get()}, sheets.queries.surfaces, {memory.data(), memory.size()});
  const Memory<std::uint32_t> which(bench.stream, sheets.queries.which);
  const Memory<Vec3<double>> points(bench.stream, sheets.queries.points), moved(bench.stream, sheets.moved);
  Memory<ClosestPointCache<T>> caches(bench.stream, kept);
  FoundOnDevice<T> found(bench.stream, n);
  const auto search = [&](const Memory<Vec3<double>>& at) {
    return [&](const Cuda& cuda) {
      find_closest_points<T>(cuda, views, {which.data(), at.data(), n}, {}, found.view(),
                             warm ? caches.data() : nullptr);
    };
  };
  const Graph there(bench.stream, search(points)), back(bench.stream, search(moved));
  found.poison();
  (warm ? back : there).run();
  m.fault = found.difference(expected);
  const Graph* const graphs[] = {&there, &back};
  add_timed(bench, std::move(m), std::span(graphs).first(warm ? 2 : 1));
  bench.add(std::move(beside));
}

}  // namespace

void measure_surfaces(Bench& bench) {
  for (const bool rational : {false, true}) {
    for (const double reach : {0.03, 0.3}) {
      const Sheets sheets(bench.surface_points(), rational, reach);
      for (const bool warm : {false, true}) {
        measure<float>(bench, sheets, warm);
        measure<double>(bench, sheets, warm);
      }
    }
  }
}

}  // namespace abut::device_bench
