// Searches for points over the tree of include/abut/bvh/, made on the host as on a device, so that the answers are too.
#include "abut/pairs/find_near.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "host/bvh/lbvh.h"
#include "host/bvh/part_boxes.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;
/// Points that one task takes.
constexpr std::uint32_t points_per_task = 256;

/// A tree of the parts' boxes with the records of its leaves. Runs in the calling task arena.
class SearchedParts {
 public:
  SearchedParts(const ShapeHeader* headers, const PartsView& parts, double alert_distance) : records_(parts.count) {
    Buffer<Box<double>> boxes;
    make_part_boxes(headers, parts, alert_distance, boxes);
    tree_.build(boxes.data(), parts.count);
    tbb::parallel_for(Range(0, parts.count, 2048), [&](const Range& range) {
      for (std::uint32_t leaf = range.begin(); leaf != range.end(); ++leaf) {
        const std::uint32_t part = tree_.item(leaf);
        records_[leaf] = {boxes[part], part, parts.body[part], parts.groups[part], parts.meets[part]};
      }
    });
  }
  NearestBox nearest(Vec3<double> p) const { return nearest_box(view(), p); }
  template <class Visitor>
  void within(Vec3<double> p, double distance, const Visitor& visit) const {
    visit_within(view(), p, distance, visit);
  }

 private:
  BoxTreeView view() const {
    return {tree_.nodes(), records_.data(), tree_.codes(), tree_.leaf_count(), tree_.frame()};
  }

  Lbvh tree_;
  Buffer<LeafRecord> records_;
};

void check_points(const QueryPoints& points) {
  if (points.count == 0 || (points.at.x != nullptr && points.at.y != nullptr && points.at.z != nullptr)) return;
  throw InvalidInput("points.at: an array is null, and there are " + std::to_string(points.count) + " points");
}

void check_radius(const QueryRadius& radius, std::uint32_t count) {
  const bool one = radius.each.data == nullptr;
  for (std::uint32_t i = 0; i < (one ? 1 : count); ++i) {
    const double value = query_radius(radius, i);
    if (value >= 0) continue;
    throw InvalidInput((one ? "radius.all" : "radius.each[" + std::to_string(i) + "]") + " is " +
                       host::number_text(value) + "; allowed are numbers from 0, and infinity");
  }
}

/// The parts within the radius of each of a task's points, ascending; `sizes`: of each how many.
std::vector<std::uint32_t> parts_within(const SearchedParts& parts, const QueryPoints& points,
                                        const QueryRadius& radius, std::uint32_t begin, std::uint32_t end,
                                        std::uint64_t* sizes) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::size_t before = found.size();
    parts.within(query_point(points, i), query_radius(radius, i),
                 [&](const LeafRecord& record) { found.push_back(record.part); });
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    sizes[i] = found.size() - before;
  }
  return found;
}

}  // namespace

std::vector<NearestBox> find_nearest(const Cpu& cpu, const ShapeHeader* headers, std::uint32_t shape_count,
                                     const PartsView& parts, double alert_distance, const QueryPoints& points) {
  std::vector<NearestBox> out(points.count);
  host::in_arena(cpu, [&] {
    check_parts(headers, shape_count, parts, "parts", alert_distance);
    check_points(points);
    const SearchedParts searched(headers, parts, alert_distance);
    tbb::parallel_for(Range(0, points.count, points_per_task), [&](const Range& range) {
      for (std::uint32_t i = range.begin(); i != range.end(); ++i) out[i] = searched.nearest(query_point(points, i));
    });
  });
  return out;
}

NearList find_within(const Cpu& cpu, const ShapeHeader* headers, std::uint32_t shape_count, const PartsView& parts,
                     double alert_distance, const QueryPoints& points, const QueryRadius& radius) {
  NearList out;
  host::in_arena(cpu, [&] {
    check_parts(headers, shape_count, parts, "parts", alert_distance);
    check_points(points);
    check_radius(radius, points.count);
    const SearchedParts searched(headers, parts, alert_distance);
    out.rows.resize(std::size_t{points.count} + 1);
    const auto tasks =
        static_cast<std::uint32_t>((std::uint64_t{points.count} + points_per_task - 1) / points_per_task);
    const auto end_of = [&](std::uint32_t task) {
      return static_cast<std::uint32_t>(
          std::min(std::uint64_t{points.count}, (task + std::uint64_t{1}) * points_per_task));
    };
    std::vector<std::vector<std::uint32_t>> found(tasks);
    tbb::parallel_for(Range(0, tasks, 1), [&](const Range& range) {
      for (std::uint32_t t = range.begin(); t != range.end(); ++t) {
        found[t] = parts_within(searched, points, radius, t * points_per_task, end_of(t), out.rows.data() + 1);
      }
    });
    std::inclusive_scan(out.rows.begin(), out.rows.end(), out.rows.begin());
    out.pairs.resize(out.rows.back());
    tbb::parallel_for(Range(0, tasks, 1), [&](const Range& range) {
      for (std::uint32_t t = range.begin(); t != range.end(); ++t) {
        const std::uint32_t* part = found[t].data();
        for (std::uint32_t a = t * points_per_task; a < end_of(t); ++a) {
          for (std::uint64_t i = out.rows[a]; i < out.rows[a + std::size_t{1}]; ++i) out.pairs[i] = {a, *part++};
        }
      }
    });
  });
  return out;
}

}  // namespace abut
