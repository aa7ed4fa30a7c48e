#include "abut/planar/pair_finder.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "abut/bvh/part_box.h"
#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/is_distance.h"
#include "host/pairs/moving_boxes.h"

namespace abut {
namespace {

/// The box in the world of the vertices, without height; grown by `fattening`, by the slack of `part_box` and by the
/// rounding errors of this computation. Empty if anything is not finite.
Box<double> planar_box(const PlanarShapeHeader& shape, std::span<const Vec2<double>> vertices, const PlanarPose& pose,
                       double fattening) {
  const double from_origin = std::fabs(shape.centre.x) + std::fabs(shape.centre.y);
  const double grow = shape.rounding + fattening + part_box_slack * (from_origin + shape.size + fattening);
  Box<double> box = empty_box<double>();
  for (const Vec2<double>& v : vertices) {
    const Vec2<double> turned = rotate(pose.rotation, v);
    const Vec3<double> p{turned.x, turned.y, 0};
    box = unite(box, {p, p});
  }
  // Each coordinate passes through at most four roundings of half an epsilon of these terms.
  const double turned = (std::fabs(pose.rotation.x) + std::fabs(pose.rotation.y)) * (from_origin + shape.size);
  const auto grown = [&](double position, double side) {
    return side * (grow + 4 * Epsilon<double>::value * (std::fabs(position) + turned + grow));
  };
  const Vec2<double> p = pose.position;
  box.lo = {box.lo.x + p.x + grown(p.x, -1), box.lo.y + p.y + grown(p.y, -1), 0};
  box.hi = {box.hi.x + p.x + grown(p.x, 1), box.hi.y + p.y + grown(p.y, 1), 0};
  // A rotation that is not finite has made `turned` so.
  for (const double x : {box.lo.x, box.lo.y, box.hi.x, box.hi.y}) {
    if (!std::isfinite(x)) return empty_box<double>();
  }
  return box;
}

void check(const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies, double alert, const PlanarMasks& masks) {
  const auto fail = [](const std::string& what) { throw InvalidInput("find_planar_pairs: " + what); };
  if (!host::is_distance(alert)) {
    fail("alert_distance is " + host::number_text(alert) + "; allowed: finite, 0 or more");
  }
  const std::string count = std::to_string(bodies.size());
  if (bodies.size() > 1u << 31) fail(count + " bodies; allowed are at most 2147483648");
  for (const auto& [name, mask] : {std::pair{"groups", masks.groups}, std::pair{"meets", masks.meets}}) {
    if (masks.groups.empty() && masks.meets.empty()) continue;
    if (mask.size() != bodies.size()) {
      fail(std::string("masks.") + name + " has " + std::to_string(mask.size()) + " elements; there are " + count +
           " bodies");
    }
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].shape < shapes.size()) continue;
    fail("bodies[" + std::to_string(i) + "].shape is " + std::to_string(bodies[i].shape) + "; there are " +
         std::to_string(shapes.size()) + " shapes");
  }
}

}  // namespace

struct PlanarPairFinder::State : MovingBoxes {
  explicit State(int count) : threads(count) {}
  int threads;
  std::vector<std::uint32_t> number, all;  ///< each body's own, and a mask that all share
  std::vector<std::uint8_t> no;

  /// Bodies and masks as a search sees them.
  PartsView view(std::uint32_t count, const PlanarMasks& masks) {
    for (auto i = static_cast<std::uint32_t>(number.size()); i < count; ++i) number.push_back(i);
    all.resize(number.size(), 1);
    no.resize(number.size(), 0);
    PartsView parts;
    parts.count = count;
    parts.body = number.data();
    parts.groups = masks.groups.empty() ? all.data() : masks.groups.data();
    parts.meets = masks.meets.empty() ? all.data() : masks.meets.data();
    parts.self_contact = no.data();
    return parts;
  }
};

PlanarPairFinder::PlanarPairFinder(const Cpu& cpu) : state_(new State(host::thread_count(cpu))) {}
PlanarPairFinder::~PlanarPairFinder() = default;
PlanarPairFinder::PlanarPairFinder(PlanarPairFinder&&) noexcept = default;
PlanarPairFinder& PlanarPairFinder::operator=(PlanarPairFinder&&) noexcept = default;

std::span<const Pair> PlanarPairFinder::find(const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies,
                                             double alert_distance, const PlanarMasks& masks) {
  State& s = *state_;
  return host::in_arena(s.threads, [&] {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(bodies.size(), 1u << 31));
    return s.find(s.view(count, masks), [&](Buffer<Box<double>>& boxes) {
      check(shapes, bodies, alert_distance, masks);
      boxes.resize(count);
      tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, count, 256), [&](const auto& range) {
        for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
          const std::uint32_t shape = bodies[i].shape;
          boxes[i] = planar_box(shapes.header(shape), shapes.vertices(shape), bodies[i].pose, 0.5 * alert_distance);
        }
      });
    });
  });
}

void PlanarPairFinder::reset() { state_->neighbours.reset(); }
std::uint64_t PlanarPairFinder::searches() const { return state_->neighbours.searches(); }
std::size_t PlanarPairFinder::memory() const {
  const State& s = *state_;
  return s.capacity() + 4 * (s.number.capacity() + s.all.capacity()) + s.no.capacity();
}

std::vector<Pair> find_planar_pairs(const Cpu& cpu, const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies,
                                    double alert_distance, const PlanarMasks& masks) {
  PlanarPairFinder finder(cpu);
  const std::span<const Pair> found = finder.find(shapes, bodies, alert_distance, masks);
  return {found.begin(), found.end()};
}

}  // namespace abut
