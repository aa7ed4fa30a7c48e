// What is refused before anything is enqueued on a device. None is needed: no pointer is looked behind.
#include "abut/pairs/cuda_pairs.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "abut/detect.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

BoxedParts parts_of(std::uint32_t count) {
  PartsView v;
  v.count = count;
  v.shape = v.body = v.groups = v.meets = somewhere<std::uint32_t>();
  v.px = v.py = v.pz = v.body_x = v.body_y = v.body_z = somewhere<double>();
  for (const double*& array : v.r) array = somewhere<double>();
  v.self_contact = somewhere<std::uint8_t>();
  return {somewhere<ShapeHeader>(), v, 0};
}

std::string error_of_build(const BoxedParts& parts, const PartTree& tree, void* workspace, std::size_t bytes) {
  return complaint([&] { build_tree(Cuda{}.with({workspace, bytes}), parts, tree); });
}

TEST(CudaPairs, RefusesPartsThatCannotBeRead) {
  const PartTree tree = part_tree_in(somewhere<void>(), 7);
  const auto error = [&](const BoxedParts& parts) { return error_of_build(parts, tree, somewhere<void>(), 1u << 30); };
  BoxedParts parts = parts_of(7);
  parts.parts.shape = nullptr;
  EXPECT_EQ(error(parts), "build_tree: parts.shape is null");
  parts = parts_of(7);
  parts.parts.r[5] = nullptr;
  EXPECT_EQ(error(parts), "build_tree: an array of parts.r is null");
  parts = parts_of(7);
  parts.parts.py = somewhere<const double>(4);
  EXPECT_EQ(error(parts), "build_tree: parts.py is not aligned to 8 bytes");
  parts = parts_of(7);
  parts.headers = nullptr;
  EXPECT_EQ(error(parts), "build_tree: headers is null");
  parts = parts_of(7);
  parts.alert_distance = -0.5;
  EXPECT_EQ(error(parts), "build_tree: alert_distance is -0.5; allowed are finite numbers from 0");
  parts.alert_distance = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(parts), "build_tree: alert_distance is inf; allowed are finite numbers from 0");
}

TEST(CudaPairs, RefusesATreeOfOtherPartsOrWithoutMemory) {
  const BoxedParts parts = parts_of(7);
  const auto error = [&](const PartTree& tree) { return error_of_build(parts, tree, somewhere<void>(), 1u << 30); };
  EXPECT_EQ(error(part_tree_in(somewhere<void>(), 8)), "build_tree: the tree is of 8 parts; there are 7");
  EXPECT_EQ(error(part_tree_in(nullptr, 7)), "build_tree: the tree's memory is null");
  EXPECT_EQ(error(part_tree_in(reinterpret_cast<void*>(std::uintptr_t{4096 + 128}), 7)),
            "build_tree: the tree's memory is not aligned to 256 bytes");
}

TEST(CudaPairs, RefusesAListWithoutMemory) {
  const PartTree tree = part_tree_in(somewhere<void>(), 7);
  const auto error = [&](const PairList& list) {
    return complaint([&] {
      find_pairs(Cuda{}.with({somewhere<void>(), 1u << 30}), tree, parts_of(7).parts, PairOrder::half, list);
    });
  };
  EXPECT_EQ(error({somewhere<Pair>(), 10, nullptr, nullptr}), "find_pairs: out.count is null");
  EXPECT_EQ(error({nullptr, 10, somewhere<std::uint64_t>(), nullptr}), "find_pairs: out.pairs is null");
  const PairList rows{somewhere<Pair>(), 10, somewhere<std::uint64_t>(), reinterpret_cast<std::uint64_t*>(4097)};
  EXPECT_EQ(error(rows), "find_pairs: out.rows is not aligned to 8 bytes");
}

QueryPoints points_at(const double* x) { return {3, {x, somewhere<double>(), somewhere<double>(), 1}}; }

TEST(CudaPairs, RefusesPointsAndRadiiThatCannotBeRead) {
  const PartTree tree = part_tree_in(somewhere<void>(), 7);
  const PairList list{somewhere<Pair>(), 10, somewhere<std::uint64_t>(), nullptr};
  const auto within = [&](const QueryPoints& points, const QueryRadius& radius, const PartTree& of) {
    return complaint([&] { find_within(Cuda{}.with({somewhere<void>(), 1u << 30}), of, points, radius, list); });
  };
  const auto nearest = [&](const QueryPoints& points, const NearestView& out) {
    return complaint([&] { find_nearest(Cuda{}, tree, points, out); });
  };
  const QueryPoints points = points_at(somewhere<double>());
  const auto* const odd = somewhere<const double>(4);
  EXPECT_EQ(within(points_at(nullptr), {}, tree), "find_within: points.at.x is null");
  EXPECT_EQ(within(points_at(odd), {}, tree), "find_within: points.at.x is not aligned to 8 bytes");
  EXPECT_EQ(within(points, {0, {odd, 1}}, tree), "find_within: radius.each is not aligned to 8 bytes");
  EXPECT_EQ(within(points, {-0.5, {}}, tree),
            "find_within: radius.all is -0.5; allowed are numbers from 0, and infinity");
  EXPECT_EQ(within(points, {std::numeric_limits<double>::quiet_NaN(), {}}, tree),
            "find_within: radius.all is nan; allowed are numbers from 0, and infinity");
  EXPECT_EQ(within(points, {1, {}}, part_tree_in(nullptr, 7)), "find_within: the tree's memory is null");
  EXPECT_EQ(complaint([&] {
              find_within(Cuda{}.with({somewhere<void>(), 1u << 30}), tree, points, {1, {}}, {});
            }),
            "find_within: out.count is null");
  EXPECT_EQ(nearest(points_at(nullptr), {}), "find_nearest: points.at.x is null");
  EXPECT_EQ(nearest(points, {{reinterpret_cast<std::uint32_t*>(4098), 1}, {}}),
            "find_nearest: out.part is not aligned to 4 bytes");
  EXPECT_EQ(nearest(points, {{}, {reinterpret_cast<double*>(4100), 1}}),
            "find_nearest: out.distance is not aligned to 8 bytes");
}

TEST(CudaPairs, WithoutPartsNothingIsDone) {
  EXPECT_NO_THROW(build_tree(Cuda{}.with({nullptr, 0}), {}, {}));
  EXPECT_NO_THROW(refit_tree(Cuda{}.with({nullptr, 0}), {}, {}));
}

TEST(CudaPairs, WithoutADeviceSaysSo) {
  if (cuda_unavailable_reason() == nullptr) {
    EXPECT_GT(build_tree_workspace(Cuda{}, 7), 0u);
    return;
  }
  const PartTree tree = part_tree_in(somewhere<void>(), 7);
  EXPECT_THROW(build_tree(Cuda{}.with({somewhere<void>(), 1u << 30}), parts_of(7), tree), CudaError);
  EXPECT_THROW(build_tree_workspace(Cuda{}, 7), CudaError);
  EXPECT_THROW(find_pairs_workspace(Cuda{}, 7), CudaError);
  EXPECT_THROW(find_nearest(Cuda{}, tree, points_at(somewhere<double>()), {}), CudaError);
  EXPECT_THROW(find_within(Cuda{}.with({nullptr, 0}), tree, {}, {}, {nullptr, 0, somewhere<std::uint64_t>(), nullptr}),
               CudaError);
}

}  // namespace
}  // namespace abut
