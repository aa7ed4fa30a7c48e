// Runs classes of pairs through the query and the checker, and counts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "abut/contacts/contacts.h"
#include "abut/core/executor.h"
#include "host/io/case_file.h"
#include "host/torture/checker.h"
#include "host/torture/classes.h"

namespace abut::torture {

/// All pairs of a batch by the public API. T is float or double. `cache`: to start from, one a pair, or null.
template <class T>
Contacts<T> query_batch(const Batch& batch, double alert, CachedPolytope* cache = nullptr, const Cpu& cpu = {1});

/// What queries leave of pairs that are turned and moved by about 1e-3 of their size, in one case of sixteen by 0.1;
/// one a pair, and in one place of sixteen that of the pair before, which may have other shapes.
template <class T>
std::vector<CachedPolytope> caches_of_a_step(const Batch& batch, std::uint64_t seed);

/// Worst value and percentiles of many errors in little memory: counts in bins of a sixteenth of an octave.
class ErrorCounts {
 public:
  void add(double error);
  void merge(const ErrorCounts& other);
  double worst() const { return worst_; }
  /// The upper end of the bin of nearest rank, at most `worst`.
  double percentile(double part) const;

 private:
  static constexpr int bins = 16 * 80;  // from 2^-80 to 1
  std::array<std::uint64_t, bins> counts_{};
  std::uint64_t total_ = 0;
  double worst_ = 0;
};

/// One row of the table: a class in one precision.
struct Row {
  std::string name, precision;
  std::uint64_t pairs = 0, failures = 0, loose = 0, unfinished = 0;
  std::uint64_t uncertified = 0;  ///< answers that the reference can neither confirm nor deny; no failures
  std::array<std::uint64_t, fault_count> faults{};  ///< the failures by kind
  ErrorCounts separation, witness, normal;
  std::uint64_t gjk_sum = 0, epa_sum = 0, overlapping = 0;
  int gjk_max = 0, epa_max = 0;
  double query_seconds = 0, certify_seconds = 0;  ///< of one thread
  std::uint64_t digest = 0;  ///< of all bits of all records; the same whatever the number of threads
  void merge(const Row& other);
};

/// A pair that broke a promise, whose answer the reference does not know, or that ended unfinished.
struct Failure {
  std::string pair_class, precision;
  std::uint64_t batch = 0;
  std::uint32_t index = 0;
  Checked checked;
  io::PairCase replay;
};

struct Options {
  std::uint64_t pairs = 100000;  ///< of each class
  std::uint64_t seed = 1;
  std::vector<std::string> classes;  ///< empty: all
  bool f32 = true, f64 = true;
  bool warm = false;       ///< queries start from `caches_of_a_step`
  bool certify = true;     ///< hold the answers against the reference; else they are only counted
  int threads = 0;         ///< 0: all cores
  std::size_t saved = 20;  ///< failures of each kind, and unfinished pairs, that are kept of each class and precision
};

struct Report {
  std::vector<Row> rows;
  std::vector<Failure> failures, unfinished;  ///< in the order of the classes, precisions, batches
};

/// The same options give the same report but for the seconds, whatever the number of threads. `progress(n)` is called
/// from any thread when n more pairs are done. Throws `InvalidInput` for a class that is not there.
Report run(const Options& options, const std::function<void(std::uint64_t)>& progress);

}  // namespace abut::torture
