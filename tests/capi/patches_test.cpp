// Contact patches of the C interface: the bits of the C++ library, and room that is too little.
#include "abut/c/patches.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/capi/both.h"

namespace abut {
namespace {

/// The contacts of all pairs of some bodies, by both interfaces' arrays.
struct Contacting {
  test::Both both{11};
  std::vector<Pair> pairs = both.pairs(0);
  Contacts<double> contacts = Contacts<double>(pairs.size());
  abut_parts parts = both.parts();
  Contacting() {
    query_pairs<double>(Cpu{1}, both.shapes.view<double>(), both.bodies.parts(), pairs, {}, contacts.view());
  }
  int find(const abut_patch_options* options, const abut_patches_f64* out) {
    const abut_contacts_f64 c = test::c_contacts<double>(contacts);
    const auto given = test::c_pairs(pairs);
    const abut_pair_contacts_f64 found{sizeof found, given, &c};
    return abut_find_patches_f64(1, both.c_shapes, &parts, &found, options, out);
  }
};

TEST(CPatches, HaveTheBitsOfTheCppLibrary) {
  Contacting in;
  ASSERT_GT(in.pairs.size(), 20u);
  const Patches<double> expected = find_patches<double>(Cpu{1}, in.both.shapes.view<double>(), in.both.bodies.parts(),
                                                        {in.pairs, in.contacts.view()}, {}, false);
  const std::size_t n = in.pairs.size(), points = expected.point_x.size();
  std::vector<double> area(n), x(points), y(points), z(points), gaps(points);
  std::vector<std::uint64_t> offsets(n + 1);
  std::uint64_t needed = 0;
  abut_patches_f64 out{};
  out.size = sizeof out;
  out.area.data = area.data();
  out.offsets = offsets.data();
  out.points = {x.data(), y.data(), z.data(), 1};
  out.gaps.data = gaps.data();
  out.capacity = points;
  out.needed = &needed;
  ASSERT_OK(in.find(nullptr, &out));
  EXPECT_EQ(needed, points);
  EXPECT_EQ(area, expected.area);
  EXPECT_EQ(offsets, expected.offsets);
  EXPECT_EQ(x, expected.point_x);
  EXPECT_EQ(gaps, expected.gap);
}

TEST(CPatches, TooLittleRoomSaysWhatIsNeeded) {
  Contacting in;
  std::vector<std::uint64_t> offsets(in.pairs.size() + 1);
  std::uint64_t needed = 0;
  double gap = -7;
  abut_patches_f64 out{};
  out.size = sizeof out;
  out.offsets = offsets.data();
  out.gaps.data = &gap;
  out.capacity = 1;
  out.needed = &needed;
  EXPECT_EQ(in.find(nullptr, &out), ABUT_TOO_SMALL);
  EXPECT_EQ(needed, offsets.back());
  EXPECT_GT(needed, 1u);
  EXPECT_EQ(gap, -7) << "none is written";
}

TEST(CPatches, OptionsHaveTheirDefaultsAndAreChecked) {
  abut_patch_options options;
  ASSERT_OK(abut_patch_options_init(&options, sizeof options));
  EXPECT_EQ(options.margin, PatchOptions{}.margin);
  EXPECT_EQ(options.most_points, PatchOptions{}.most_points);
  EXPECT_EQ(options.capacity, PatchOptions{}.capacity);
  Contacting in;
  abut_patches_f64 out{};
  out.size = sizeof out;
  options.most_points = 2;
  EXPECT_EQ(in.find(&options, &out), ABUT_INVALID_INPUT);
  options.most_points = 3;
  options.margin = -1;
  EXPECT_EQ(in.find(&options, &out), ABUT_INVALID_INPUT);
}

}  // namespace
}  // namespace abut
