// Arrays from one block of memory: aligned, apart from each other, and counted without memory.
#include "abut/core/workspace.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace abut {
namespace {

/// Arrays of three kinds.
struct Layout {
  Layout(Workspace& from, std::uint64_t n, std::uint64_t m)
      : bytes(from.take<unsigned char>(n)), numbers(from.take<double>(m)), words(from.take<std::uint32_t>(n)) {}
  unsigned char* bytes;
  double* numbers;
  std::uint32_t* words;
};

TEST(Workspace, ArraysAreAlignedAndDoNotOverlap) {
  alignas(Workspace::alignment) static unsigned char memory[8192];
  for (const auto& [n, m] : {std::pair{1u, 1u}, {256u, 32u}, {257u, 33u}, {1000u, 100u}}) {
    Workspace workspace(memory);
    const Layout layout(workspace, n, m);
    const auto place = [&](const void* p) { return static_cast<const unsigned char*>(p) - memory; };
    EXPECT_EQ(place(layout.bytes), 0);
    EXPECT_GE(place(layout.numbers), static_cast<std::ptrdiff_t>(n));
    EXPECT_GE(place(layout.words), place(layout.numbers) + static_cast<std::ptrdiff_t>(8 * m));
    EXPECT_EQ(place(layout.numbers) % 256, 0);
    EXPECT_EQ(place(layout.words) % 256, 0);
    EXPECT_LE(place(layout.words + n), static_cast<std::ptrdiff_t>(workspace.bytes()));
    EXPECT_LT(workspace.bytes(), n + 8 * m + 4 * n + 3 * 256);
  }
}

TEST(Workspace, WithoutMemoryTheSameCallsCount) {
  Workspace counting;
  EXPECT_EQ(counting.take<double>(10), nullptr);
  EXPECT_EQ(counting.bytes(), 256u);
  EXPECT_EQ(counting.take<double>(33), nullptr);
  EXPECT_EQ(counting.bytes(), 256u + 512u);
  EXPECT_EQ((bytes_of<Layout>(std::uint64_t{257}, std::uint64_t{33})), 512u + 512u + 1280u);
}

TEST(Workspace, OfNothingTakesNothing) {
  Workspace counting;
  counting.take<double>(0);
  EXPECT_EQ(counting.bytes(), 0u);
  EXPECT_EQ((bytes_of<Layout>(std::uint64_t{0}, std::uint64_t{0})), 0u);
}

}  // namespace
}  // namespace abut
