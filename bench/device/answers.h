// Answers of a batch of pair queries, and what has to hold of them before a time is told. No CUDA.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/shapes/shape_set.h"

namespace abut::device_bench {

/// Of each pair separation, normal, both witness points, lower bound and status: one array each, the numbers' one
/// behind the other.
template <class T>
struct Answers {
  static constexpr std::size_t numbers = 11;
  std::vector<T> number;
  std::vector<std::uint8_t> status;

  explicit Answers(std::size_t count = 0) : number(numbers * count), status(count) {}
  std::size_t count() const { return status.size(); }
};

/// Where a query writes `count` answers: arrays laid out as those of `Answers`.
template <class T>
ContactsView<T> view_of(T* number, std::uint8_t* status, std::size_t count);

/// What a batch was asked. Arrays in host memory.
struct Asked {
  const ShapeSet* shapes;
  PartsView parts;
  std::span<const Pair> pairs;
  double alert_distance;
};

/// Some of `count` indices, ascending, spread over all and the same in every run; all where they are no more.
std::vector<std::size_t> sample_of(std::size_t count, std::size_t most);

/// Empty, or what is wrong, in one line. Of all answers: that they were written and end in a status that says
/// something. Of those at `sample`: that they have the `Cpu` executor's bits, and that they are right, by the
/// reference. `before`: what the query's cache held for each pair of the sample; empty: it had none. `after`: what it
/// held then.
template <class T>
std::string fault_of(const Asked& asked, const Answers<T>& answers, std::span<const std::size_t> sample,
                     std::span<const CachedPolytope> before = {}, std::span<const CachedPolytope> after = {});

/// Of the answers at `sample` what the reference says alone.
template <class T>
std::string fault_by_reference(const Asked& asked, const Answers<T>& answers, std::span<const std::size_t> sample);

/// Empty, or the first difference of two lists of pairs.
std::string fault_of_pairs(std::span<const Pair> expected, std::span<const Pair> got);

}  // namespace abut::device_bench
