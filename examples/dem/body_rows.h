// The pairs of each body in rows of a fixed capacity, by kernels: what `CoreMachine::incidence` has, in any order of
// threads. Pairs are of parts; what forces act on are their bodies.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/core/atomic.h"
#include "examples/dem/state.h"

namespace dem {

/// For each pair of parts the pair of bodies.
struct TakeBodyPairs {
  const abut::Pair* of_parts;
  const std::uint64_t* count;
  std::uint64_t capacity;
  const std::uint32_t* body;  ///< of each part
  abut::Pair* of_bodies;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= abut::listed(count, capacity)) return;
    of_bodies[i] = {body[of_parts[i].a], body[of_parts[i].b]};
  }
};

/// Begins the rows of a step.
struct BeginRow {
  std::uint64_t *begin, *end;
  std::uint64_t row_capacity;
  ABUT_HD void operator()(std::uint64_t i) const { begin[i] = end[i] = i * row_capacity; }
};

/// Appends a pair to the rows of its bodies, in any order. What its row has no room for is counted.
struct FillRows {
  const abut::Pair* pairs;  ///< of bodies
  const std::uint64_t* count;
  std::uint64_t capacity;
  const BodyConstants* constants;
  std::uint64_t* end;
  std::uint64_t row_capacity;
  std::uint32_t* rows;
  std::uint64_t* lost;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= abut::listed(count, capacity)) return;
    append(pairs[i].a, static_cast<std::uint32_t>(i));
    append(pairs[i].b, static_cast<std::uint32_t>(i));
  }
  ABUT_HD void append(std::uint32_t body, std::uint32_t pair) const {
    if (constants[body].inverse_mass == 0) return;
    const std::uint64_t at = abut::atomic_add(end + body, 1);
    if (at < (body + 1) * row_capacity) {
      rows[at] = pair;
    } else {
      abut::atomic_add(lost, 1);
    }
  }
};

/// Sorts a row: from here on no order of threads shows.
struct SortRow {
  const std::uint64_t* begin;
  std::uint64_t* end;
  std::uint64_t row_capacity;
  std::uint32_t* rows;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (end[i] > begin[i] + row_capacity) end[i] = begin[i] + row_capacity;
    for (std::uint64_t k = begin[i] + 1; k < end[i]; ++k) {
      const std::uint32_t pair = rows[k];
      std::uint64_t at = k;
      for (; at > begin[i] && rows[at - 1] > pair; --at) rows[at] = rows[at - 1];
      rows[at] = pair;
    }
  }
};

}  // namespace dem
