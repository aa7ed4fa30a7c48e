#include "abut/pairs/find_pairs.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <sstream>

#include "abut/bvh/part_box.h"
#include "abut/core/error.h"
#include "host/detect/lbvh.h"
#include "host/detect/pair_search.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

template <class Value>
[[noreturn]] void fail(const std::string& what, Value value, const std::string& allowed) {
  std::ostringstream message;
  message.precision(17);
  message << what << " is " << value << ": " << allowed;
  throw InvalidInput(message.str());
}

bool is_distance(double value) { return std::isfinite(value) && value >= 0; }

void check(const Cpu& cpu, const ShapeHeader* headers, std::uint32_t shape_count, const PartsView& parts,
           double alert_distance) {
  (void)host::thread_count(cpu);
  const std::string distance = "a distance is finite and not negative";
  if (!is_distance(alert_distance)) fail("alert_distance", alert_distance, distance);
  if (parts.count > 1u << 31) fail("parts.count", parts.count, "at most 2147483648");
  if (parts.count != 0 && headers == nullptr) throw InvalidInput("headers is null: the parts refer to shapes");
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    if (parts.shape[i] >= shape_count) {
      fail("parts.shape[" + std::to_string(i) + "]", parts.shape[i],
           "there are " + std::to_string(shape_count) + " shapes");
    }
    if (parts.alert != nullptr && !is_distance(parts.alert[i])) {
      fail("parts.alert[" + std::to_string(i) + "]", parts.alert[i], distance);
    }
  }
}

}  // namespace

std::vector<Pair> find_pairs(const Cpu& cpu, const ShapeHeader* headers, std::uint32_t shape_count,
                             const PartsView& parts, double alert_distance) {
  check(cpu, headers, shape_count, parts, alert_distance);
  if (parts.count < 2) return {};

  std::vector<Pair> pairs;
  tbb::task_arena arena(host::thread_count(cpu));
  arena.execute([&] {
    Buffer<Box<double>> boxes(parts.count);
    tbb::parallel_for(Range(0, parts.count, 1024), [&](const Range& range) {
      for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
        boxes[i] = part_box(headers, parts, i, alert_distance);
      }
    });
    Lbvh tree;
    tree.build(boxes.data(), parts.count);
    pairs = search_pairs(tree, boxes.data(), parts);
  });
  return pairs;
}

}  // namespace abut
