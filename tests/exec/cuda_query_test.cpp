// What pair queries on a device check before any device is asked, so that it is tested where there is none.
#include <gtest/gtest.h>

#include <limits>

#include "abut/detect.h"
#include "kernels/support/unavailable.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

/// Arguments of a query of one pair that nothing is wrong with, but that no device is there.
struct Query {
  ShapeSetView<float> shapes;
  PartsView parts;
  Pair* pairs = somewhere<Pair>();
  std::size_t count = 1;
  double alert = 0;
  RelativePosesView poses{somewhere<double>()};
  CachedPolytope* cache = nullptr;
  ContactsView<float> out;

  Query() {
    shapes.headers = somewhere<ShapeHeader>();
    parts.shape = somewhere<std::uint32_t>();
  }
  void parts_query() const {
    query_pairs<float>(Cuda{}.with({somewhere<void>(), 512}), shapes, parts, {pairs, count}, {alert, cache}, out);
  }
  void shape_query() const {
    query_shape_pairs<float>(Cuda{}.with({somewhere<void>(), 512}), shapes, {pairs, count}, poses, {alert}, {});
  }
  void intersection(std::size_t size = 1) const {
    intersect_pairs<float>(Cuda{}, shapes, parts, {pairs, count}, {somewhere<std::uint8_t>(), size});
  }
};

template <class Change>
Query with(const Change& change) {
  Query q;
  change(q);
  return q;
}

TEST(CudaQuery, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  const Query q;
  EXPECT_THROW(q.parts_query(), CudaError);
  EXPECT_THROW(q.shape_query(), CudaError);
  EXPECT_THROW(q.intersection(), CudaError);
  EXPECT_THROW(query_pairs_workspace<float>(Cuda{}, 7), CudaError);
}

/// The runtime says of a machine without a driver that its version is insufficient.
TEST(CudaQuery, WithoutADriverThatIsWhatIsSaid) {
  using device::unavailable_reason;
  const char* const words = "CUDA driver version is insufficient for CUDA runtime version";
  EXPECT_EQ(unavailable_reason({0, words, true, 0, 13000}), "no CUDA device: no NVIDIA driver on this machine");
  EXPECT_EQ(unavailable_reason({0, words, true, 12040, 13000}),
            "no CUDA device: the NVIDIA driver is too old, for CUDA 12.4, allowed is 13.0 or newer");
  EXPECT_EQ(unavailable_reason({0, "no CUDA-capable device is detected", false, 13000, 13000}),
            "no CUDA device: no CUDA-capable device is detected");
  EXPECT_EQ(unavailable_reason({0, nullptr, false, 13000, 13000}), "no CUDA device");
  EXPECT_EQ(unavailable_reason({1, nullptr, false, 13000, 13000}), "");
  const char* const here = cuda_unavailable_reason();
  EXPECT_EQ(std::string(here == nullptr ? "" : here).find("insufficient"), std::string::npos) << here;
}

TEST(CudaQuery, EmptyBatchesAskForNothing) {
  const Query q = with([](Query& x) { x = {}, x.count = 0, x.pairs = nullptr, x.poses.m = nullptr; });
  EXPECT_NO_THROW(q.parts_query());
  EXPECT_NO_THROW(q.shape_query());
  EXPECT_NO_THROW(q.intersection(0));
}

TEST(CudaQuery, BadArgumentsAreNamed) {
  const auto of_parts = [](const auto& change) {
    const Query q = with(change);
    return complaint([&] { q.parts_query(); });
  };
  EXPECT_EQ(of_parts([](Query& q) { q.pairs = nullptr; }), "query_pairs: pairs is null");
  EXPECT_EQ(of_parts([](Query& q) { q.pairs = somewhere<Pair>(2); }), "query_pairs: pairs is not aligned to 4 bytes");
  EXPECT_EQ(of_parts([](Query& q) { q.shapes.headers = nullptr; }), "query_pairs: shapes.headers is null");
  EXPECT_EQ(of_parts([](Query& q) { q.parts.shape = nullptr; }), "query_pairs: parts.shape is null");
  EXPECT_EQ(of_parts([](Query& q) { q.alert = -1; }), "alert_distance is -1; allowed is 0 or more");
  EXPECT_EQ(of_parts([](Query& q) { q.alert = std::numeric_limits<double>::quiet_NaN(); }),
            "alert_distance is nan; allowed is 0 or more");
  EXPECT_EQ(of_parts([](Query& q) { q.count = most_device_pairs + 1; }),
            "query_pairs: 4294967296 pairs; allowed are 4294967295 a batch");

  EXPECT_EQ(of_parts([](Query& q) { q.cache = somewhere<CachedPolytope>(2); }),
            "query_pairs: options.cache is not aligned to 4 bytes");
  EXPECT_EQ(of_parts([](Query& q) { q.out.normal.y = somewhere<float>(3); }),
            "query_pairs: an array of out is not aligned to 4 bytes");
  EXPECT_EQ(of_parts([](Query& q) { q.out.key.data = somewhere<std::uint64_t>(4); }),
            "query_pairs: an array of out is not aligned to 8 bytes");

  const auto of_shapes = [](const auto& change) {
    const Query q = with(change);
    return complaint([&] { q.shape_query(); });
  };
  EXPECT_EQ(of_shapes([](Query& q) { q.poses.m = nullptr; }), "query_shape_pairs: poses.m is null");
  EXPECT_EQ(of_shapes([](Query& q) { q.poses.m = somewhere<double>(4); }),
            "query_shape_pairs: poses.m is not aligned to 8 bytes");
  EXPECT_EQ(of_shapes([](Query& q) { q.pairs = nullptr; }), "query_shape_pairs: pairs is null");

  EXPECT_EQ(complaint([] { Query().intersection(2); }), "intersect_pairs: out has 2 elements; there are 1 pairs");
}

}  // namespace
}  // namespace abut
