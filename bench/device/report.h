// What bench_device has measured, as a Markdown table and as CSV. No CUDA.
#pragma once

#include <string>
#include <vector>

namespace abut::device_bench {

/// What a measurement is told in: items a second, in units of 1e9, or milliseconds a run.
enum class Unit { pairs, boxes, bytes, operations, milliseconds };

/// Seconds of some runs.
struct Timing {
  double median = 0, fastest = 0, slowest = 0;
};
/// Of an even number the lower of both in the middle. Throws `std::runtime_error` without any.
Timing timing_of(std::vector<double> seconds);

struct Measurement {
  std::string what{};
  std::string scalar;  ///< f32, f64 or, where none matters, empty
  Unit unit = Unit::pairs;
  double items = 0;     ///< that one run handles
  Timing timing{};      ///< of one run
  double target = 0;    ///< in `unit`; 0: none
  double bytes = 0;     ///< that an item has to read and write at least; 0: not known
  std::string fault{};  ///< of the answers that were checked; then nothing is said of the time
};

/// What it ran on.
struct Machine {
  std::string device, driver, clocks, commit, date;
  double copy_rate = 0;  ///< bytes a second, read and written, as measured in the same run; 0: not measured
};

/// In `unit`: items a second / 1e9, or milliseconds.
double measured(const Measurement& m);
/// How much of the target has been reached, 1 or more: all of it; 0 without a target.
double target_ratio(const Measurement& m);
/// What copying an item's bytes alone would give, in `unit`; 0 where that is not known.
double floor_of(const Measurement& m, const Machine& machine);
/// How near the measurement is to that, 1: as fast; 0 where it is not known.
double floor_ratio(const Measurement& m, const Machine& machine);

std::string markdown(const Machine& machine, const std::vector<Measurement>& all);
std::string csv(const Machine& machine, const std::vector<Measurement>& all);
/// One line for people.
std::string line_of(const Measurement& m);

/// Writes `text` to the file, which it replaces. Throws `FileError`.
void write_file(const std::string& path, const std::string& text);

}  // namespace abut::device_bench
