// Whole records of adversarial pairs of every class: the `Cuda` executor's are those of `Cpu`, to the bit and in their
// status. ABUT_PARITY_PAIRS (400) is the number of pairs of a class and a precision, ABUT_PARITY_SEED (11) the seed,
// ABUT_PARITY_CLASS one class alone, ABUT_PARITY_FIRST (0) the first batch of the class. ABUT_PARITY_TOGETHER (400): so
// many pairs go to the device in one call; a call takes as long as its slowest pair.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/torture/torture.h"
#include "tests/support/device_contacts.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::OnDevice;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

/// Adds the shapes and pairs of a batch without bodies.
void append(const torture::Batch& batch, torture::Batch& all) {
  std::vector<std::optional<std::uint32_t>> copies(batch.shapes.size());
  const auto copy_of = [&](std::uint32_t shape) {
    if (!copies[shape]) copies[shape] = io::add_shape(all.set, batch.shapes[shape]);
    return *copies[shape];
  };
  for (const torture::PosedPair& pair : batch.pairs) {
    const std::uint32_t a = copy_of(pair.a), b = copy_of(pair.b);
    all.pairs.push_back({a, b, pair.pose_a, pair.pose_b});
  }
}

/// Pairs of bodies where the class has such, else relative poses.
template <class T>
Contacts<T> query_on_device(const torture::Batch& batch, double alert) {
  const std::size_t count = batch.pairs.size();
  const ShapeSetView<T> host = batch.set.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> shapes = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const OnDevice<unsigned char> workspace(query_pairs_workspace<T>(Cuda{}, count));
  const test::DeviceContacts<T> out(count);
  QueryOptions options;
  options.alert_distance = alert;
  if (batch.has_bodies()) {
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < count; ++i) pairs.push_back({2 * i, 2 * i + 1});
    const test::PartsOnDevice parts(batch.bodies.parts());
    const OnDevice<Pair> there(pairs.data(), count);
    query_pairs<T>(Cuda{}.with({workspace.data(), workspace.size()}), shapes, parts.view(), {there.data(), count},
                   options, out.view());
    return out.download();
  }
  test::ShapePairs in;
  for (const torture::PosedPair& pair : batch.pairs) in.add({pair.a, pair.b}, pair.pose_b);
  const OnDevice<Pair> there(in.pairs.data(), count);
  const OnDevice<double> poses(in.poses.data(), in.poses.size());
  query_shape_pairs<T>(Cuda{}.with({workspace.data(), workspace.size()}), shapes, {there.data(), count}, {poses.data()},
                       options, out.view());
  return out.download();
}

template <class T>
class DeviceTorture : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceTorture, Scalars);

TYPED_TEST(DeviceTorture, RecordsOfEveryClassAreThoseOfTheCpu) {
  using T = TypeParam;
  const std::uint64_t wanted = from_environment("ABUT_PARITY_PAIRS", 400);
  const std::uint64_t seed = from_environment("ABUT_PARITY_SEED", 11);
  const std::uint64_t first_batch = from_environment("ABUT_PARITY_FIRST", 0);
  const std::uint64_t together = std::max<std::uint64_t>(1, from_environment("ABUT_PARITY_TOGETHER", 400));
  const char* const only = std::getenv("ABUT_PARITY_CLASS");
  std::uint64_t compared = 0;
  for (const torture::PairClass& pair_class : torture::pair_classes()) {
    if (only != nullptr && pair_class.name != std::string_view(only)) continue;
    SCOPED_TRACE(pair_class.name);
    for (std::uint64_t done = 0, index = first_batch; done < wanted;) {
      torture::Batch batch;
      const std::uint64_t first = index, most = std::min(together, wanted - done);
      do {
        const std::uint64_t missing = most - batch.pairs.size();
        const auto pairs = static_cast<std::uint32_t>(std::min<std::uint64_t>(missing, pair_class.pairs_per_batch));
        torture::Batch next = torture::make_batch(pair_class, seed, index++, pairs);
        if (next.has_bodies()) {
          batch = std::move(next);
          break;
        }
        append(next, batch);
      } while (batch.pairs.size() < most);
      done += batch.pairs.size(), compared += batch.pairs.size();
      SCOPED_TRACE(first);
      for (const double alert : {std::numeric_limits<double>::infinity(), 0.0}) {
        const Contacts<T> there = query_on_device<T>(batch, alert);
        test::expect_same_bits(torture::query_batch<T>(batch, alert, nullptr, Cpu{}), there);
        if (this->HasFailure()) return;
      }
    }
  }
  EXPECT_GE(compared, wanted) << "no class is named so";
  std::printf("%llu pairs are the same\n", static_cast<unsigned long long>(compared));
}

}  // namespace
}  // namespace abut
