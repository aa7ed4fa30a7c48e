// The batch functions of the plane on the `Cpu`: arguments checked, then oneTBB over ranges of the batch.
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "abut/core/error.h"
#include "abut/planar.h"
#include "host/exec/arena.h"
#include "host/exec/checks.h"
#include "host/exec/instruction_set.h"
#include "host/planar/checks.h"
#include "host/planar/overlap.h"

namespace abut {
namespace {

constexpr const char* name = "query_planar_pairs";

template <class E>
void check_output(const char* what, std::span<E> out, std::size_t pairs) {
  if (!out.empty()) host::check_output_size((std::string(name) + ": " + what).c_str(), out.size(), pairs);
}

template <class T>
void check(const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies, std::span<const Pair> pairs,
           const PlanarQueryOptions& options, const PlanarOutput<T>& out) {
  host::check_planar_options(options);
  check_output("contacts", out.contacts, pairs.size());
  check_output("patches", out.patches, pairs.size());
  check_output("overlaps", out.overlaps, pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t body : {pairs[i].a, pairs[i].b}) {
      if (body >= bodies.size()) host::check_index(name, i, body, static_cast<std::uint32_t>(bodies.size()));
      const std::uint32_t shape = bodies[body].shape;
      if (shape >= shapes.size()) {
        host::check_index((std::string(name) + ", shape of a body").c_str(), i, shape, shapes.size());
      }
      if (!out.overlaps.empty() && shapes.header(shape).rounding > 0) {
        throw InvalidInput(std::string(name) + ": overlaps: pair " + std::to_string(i) + " has shape " +
                           std::to_string(shape) + " with rounding " +
                           host::number_text(shapes.header(shape).rounding) + "; allowed is 0");
      }
    }
  }
}

/// One thread's memory for the polygon of EPA.
class ThreadPolygon {
 public:
  PolygonMemory memory(std::uint32_t capacity) {
    if (vertices_.size() < capacity) {
      vertices_.resize(capacity);
      edges_.resize(capacity);
    }
    return {vertices_.data(), edges_.data(), capacity};
  }

 private:
  std::vector<PolygonVertex> vertices_;
  std::vector<PolygonEdge> edges_;
};

/// The common part of a pair in A's frame, turned to world axes. In a unit of the larger size: no overflow on the way.
template <class T>
PlanarOverlap<T> overlap_of(const PlanarShapeSet& shapes, const PlanarBody& a, const PlanarBody& b, Vec2<T> point) {
  const double size = std::max(shapes.header(a.shape).size, shapes.header(b.shape).size);
  const int exponent = size > 0 ? std::ilogb(size) : 0;
  const auto scaled = [&](Vec2<double> v) {
    return Vec2<double>{std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent)};
  };
  const RelativePose<double> pose = relative_pose(a.pose, b.pose, {0, 0}, {0, 0});
  const Vec2<double> turn{pose.rotation.m[0], pose.rotation.m[3]}, shift = in_plane(pose.translation);
  std::vector<Vec2<double>> of_a, of_b;
  for (const Vec2<double>& v : shapes.vertices(a.shape)) of_a.push_back(scaled(v));
  for (const Vec2<double>& v : shapes.vertices(b.shape)) of_b.push_back(scaled(rotate(turn, v) + shift));
  const host::CommonPart part = host::common_part(of_a, of_b);
  if (!(part.area > 0)) return {T(0), point, {T(0), T(0)}, T(0)};
  const auto in_world = [&](Vec2<double> v) {
    const Vec2<double> turned = rotate(a.pose.rotation, {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)});
    return Vec2<T>{round_to<T>(turned.x), round_to<T>(turned.y)};
  };
  return {round_to<T>(std::ldexp(part.area, 2 * exponent)), in_world(part.centroid), in_world(part.normal),
          round_to<T>(std::ldexp(part.moment, 2 * exponent))};
}

}  // namespace

PlanarPose planar_pose(Vec2<double> position, double angle) { return {position, {std::cos(angle), std::sin(angle)}}; }

template <class T>
void query_planar_pairs(const Cpu& cpu, const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies,
                        std::span<const Pair> pairs, const PlanarQueryOptions& options, const PlanarOutput<T>& out) {
  check(shapes, bodies, pairs, options, out);
  const int threads = host::thread_count(cpu);
  if (pairs.empty()) return;
  // Whether shapes overlap is the contact's to say.
  std::vector<PlanarContact<T>> answers;
  std::span<PlanarContact<T>> contacts = out.contacts;
  if (contacts.empty() && !out.overlaps.empty()) {
    answers.resize(pairs.size());
    contacts = answers;
  }
  const PlanarBatch<T> batch{shapes.view<T>(),
                             bodies.data(),
                             pairs.data(),
                             options.alert_distance,
                             options.patch_margin,
                             contacts.empty() ? nullptr : contacts.data(),
                             out.patches.empty() ? nullptr : out.patches.data(),
                             options.cache};
  const PlanarRangeTable& table = planar_range_table(chosen_instruction_set());
  const std::uint32_t capacity = polygon_capacity(batch.shapes.most_vertices, batch.shapes.most_vertices);
  tbb::enumerable_thread_specific<ThreadPolygon> polygons;
  host::in_arena(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, pairs.size(), 64), [&](const auto& range) {
      const PolygonMemory memory = polygons.local().memory(capacity);
      if constexpr (std::is_same_v<T, float>) {
        table.f32(batch, range.begin(), range.end(), memory);
      } else {
        table.f64(batch, range.begin(), range.end(), memory);
      }
      for (std::uint64_t i = range.begin(); i < range.end() && !out.overlaps.empty(); ++i) {
        const PlanarContact<T>& c = contacts[i];
        out.overlaps[i] = is_contact(c.status) && !(c.separation > T(0))
                              ? overlap_of(shapes, bodies[pairs[i].a], bodies[pairs[i].b], c.point)
                              : PlanarOverlap<T>{};
      }
    });
  });
}

template void query_planar_pairs<float>(const Cpu&, const PlanarShapeSet&, std::span<const PlanarBody>,
                                        std::span<const Pair>, const PlanarQueryOptions&, const PlanarOutput<float>&);
template void query_planar_pairs<double>(const Cpu&, const PlanarShapeSet&, std::span<const PlanarBody>,
                                         std::span<const Pair>, const PlanarQueryOptions&, const PlanarOutput<double>&);

}  // namespace abut
