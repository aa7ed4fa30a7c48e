// What kernels do, as it is counted on cores: operations on numbers (number.h) and accesses to memory. The compiler's
// hooks for a thread sanitizer, which tally.cpp has in place of that tool's, see every load and store of what is
// compiled with -fsanitize=thread; those to arrays that have been named are counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace floors {

enum Op : int { add, multiply, fused, divide, root, compare, convert, op_kinds };

/// Operations on floats and on doubles; what is told by neither. Data only.
struct Tally {
  std::array<std::uint64_t, op_kinds> single{}, wide{};
  std::uint64_t shuffles = 0, atomics = 0;

  std::uint64_t operations() const;
  void operator+=(const Tally& other);
};

/// Bytes of memory. Data only.
struct Traffic {
  std::uint64_t read = 0, written = 0;  ///< each byte that any thread does so with, once
  std::uint64_t sectors = 0;            ///< of 32 bytes, each once a warp and way: between a multiprocessor and the L2
};

/// One step of a Queue. Data only.
struct Step {
  std::string name;
  std::uint64_t items = 0;       ///< calls of the body: threads, or tiles of them
  std::uint64_t working = 0;     ///< those that did any operation
  int lanes = 1;                 ///< of a tile
  int block = 256;               ///< threads
  Tally all;                     ///< of all threads
  double busy = 1;               ///< lanes at work in a warp that ends with its slowest, by operations
  std::vector<Traffic> traffic;  ///< by group of arrays
};

/// An array that kernels use. Data only.
struct Array {
  const void* begin;
  std::size_t bytes;
  int group;
};

/// What is counted from here on goes to `lane` of a tile of a warp's threads; null: to nobody.
void count_for(Tally* lane, std::uint64_t warp);
/// Names the arrays whose accesses count, in `groups` groups.
void set_arrays(const std::vector<Array>& arrays, int groups);
/// The traffic since then or since the last call, by group.
std::vector<Traffic> take_traffic();

void note(bool wide, Op op);
void note_shuffles(int count);
/// For copies that the compiler's hooks do not see.
void note_copy(const void* to, const void* from, std::size_t bytes);

}  // namespace floors
