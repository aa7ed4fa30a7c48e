#include "host/bvh/part_boxes.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "abut/bvh/part_box.h"
#include "abut/core/error.h"
#include "host/is_distance.h"

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

/// The first part that is not `good`, or their number.
template <class Good>
std::uint32_t first_bad(std::uint32_t count, const Good& good) {
  return tbb::parallel_reduce(
      Range(0, count, 8192), count,
      [&](const Range& range, std::uint32_t found) {
        std::uint32_t i = range.begin();
        while (i != range.end() && good(i)) ++i;
        return i != range.end() ? std::min(found, i) : found;
      },
      [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
}

}  // namespace

void check_parts(std::span<const ShapeHeader> headers, const PartsView& parts, const std::string& name,
                 double alert_distance) {
  const std::string distance = "a distance is finite and not negative";
  if (!host::is_distance(alert_distance)) fail("alert_distance", alert_distance, distance);
  if (parts.count > 1u << 31) fail(name + ".count", parts.count, "at most 2147483648");
  if (parts.count != 0 && headers.data() == nullptr)
    throw InvalidInput("headers is null: " + name + " refer to shapes");
  std::uint32_t bad = first_bad(parts.count, [&](std::uint32_t i) { return parts.shape[i] < headers.size(); });
  if (bad != parts.count) {
    fail(name + ".shape[" + std::to_string(bad) + "]", parts.shape[bad],
         "there are " + std::to_string(headers.size()) + " shapes");
  }
  if (parts.alert == nullptr) return;
  bad = first_bad(parts.count, [&](std::uint32_t i) { return host::is_distance(parts.alert[i]); });
  if (bad != parts.count) fail(name + ".alert[" + std::to_string(bad) + "]", parts.alert[bad], distance);
}

void make_part_boxes(const ShapeHeader* headers, const PartsView& parts, double alert_distance,
                     Buffer<Box<double>>& boxes) {
  boxes.resize(parts.count);
  tbb::parallel_for(Range(0, parts.count, 1024), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      boxes[i] = part_box(headers, parts, i, alert_distance);
    }
  });
}

}  // namespace abut
