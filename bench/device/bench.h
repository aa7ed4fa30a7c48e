// What the measurements of bench_device share. Each is a function below, in a source of its own named after it: a new
// one is declared here and added to the list in main.cu. Needs CUDA.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/device/device.cuh"
#include "bench/device/report.h"

namespace abut::device_bench {

/// Checked pairs of each batch, where it has so many.
inline constexpr std::size_t checked_pairs = 2000;

struct Bench {
  std::size_t pairs = 4'000'000;
  int repeats = 15;       ///< timed runs
  double warm_up = 0.05;  ///< seconds of runs before them, two at least
  std::string wanted;     ///< measurements whose name has it; those of pairs, facets and surfaces look
  std::string folder;     ///< of device.csv and device.md; empty: none are written
  Machine machine;
  Stream stream;
  std::vector<Measurement> all;

  std::size_t curved_pairs() const { return pairs / 16; }
  std::size_t boxes() const { return 5 * pairs / 2; }
  std::size_t grains() const { return pairs / 4; }
  /// Of 1,280 facets each.
  std::size_t faceted_grains() const { return pairs < 4000 ? 30 : 2400; }
  /// Points of ten surfaces.
  std::size_t surface_points() const { return pairs / 4; }
  bool wants(const std::string& name) const { return name.find(wanted) != std::string::npos; }
  /// Prints the measurement and writes all so far.
  void add(Measurement m);
  bool failed() const;
};

/// Times runs of `graphs` in turn: replay k is of graph k modulo their number. `prepare(k)` puts on the stream what
/// comes before it and is not timed.
Timing time_replays(
    Bench& bench, std::span<const Graph* const> graphs, const std::function<void(int)>& prepare = [](int) {});

/// `m` with the time of `graphs`, unless it has a fault already.
void add_timed(
    Bench& bench, Measurement m, std::span<const Graph* const> graphs,
    const std::function<void(int)>& prepare = [](int) {});

template <class T>
constexpr const char* scalar_name = sizeof(T) == 4 ? "f32" : "f64";

/// Copy, fused and separate multiplications and additions: what the device can do at most. Sets `machine.copy_rate`.
void measure_limits(Bench& bench);
/// Pair queries of each kind, cold and warm.
void measure_pairs(Bench& bench);
/// Trees over boxes at random: built, refitted, searched.
void measure_trees(Bench& bench);
/// A time step of grains at rest, and its parts.
void measure_step(Bench& bench);
/// Contacts between single facets of packed grains.
void measure_facets(Bench& bench);
/// Nearest points of NURBS surfaces.
void measure_surfaces(Bench& bench);

}  // namespace abut::device_bench
