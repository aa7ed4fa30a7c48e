// A batch of pairs in the plane as one pair sees it: relative pose, query, record in world axes. The same functions
// serve a CUDA thread and a core; the loops are elsewhere.
#pragma once

#include "abut/planar/contact.h"
#include "abut/planar/query.h"

namespace abut {

/// `contacts`, `patches` and `cache` may be null. Data only.
template <class T>
struct PlanarBatch {
  PlanarShapeSetView<T> shapes;
  const PlanarBody* bodies;
  const Pair* pairs;
  double alert_distance, patch_margin;
  PlanarContact<T>* contacts;
  PlanarPatch<T>* patches;
  CachedPolytope* cache;
};

inline namespace ABUT_ISA {
namespace planar_batch_detail {

/// The record of a pair that cannot be queried: only its status says something.
template <class T>
ABUT_HD inline PlanarContact<T> no_contact(Status status) {
  PlanarContact<T> c{};
  c.normal = {T(1), T(0)};
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | normal_undefined_flag);
  return c;
}

/// From A's box-centre frame to world axes, formed in double.
template <class T>
ABUT_HD inline Vec2<T> to_world(Vec2<T> v, Vec2<double> centre, Vec2<double> rotation) {
  const Vec2<double> turned =
      rotate(rotation, Vec2<double>{static_cast<double>(v.x), static_cast<double>(v.y)} + centre);
  return {round_to<T>(turned.x), round_to<T>(turned.y)};
}

}  // namespace planar_batch_detail

/// Answers pair `i`. `memory` has room for `polygon_capacity` of the shapes.
template <class Scan, class T>
ABUT_HD inline void answer_planar_pair(const PlanarBatch<T>& batch, std::uint64_t i, const PolygonMemory& memory) {
  using namespace planar_batch_detail;
  const Pair pair = batch.pairs[i];
  const std::uint32_t shape_a = batch.bodies[pair.a].shape, shape_b = batch.bodies[pair.b].shape;
  const PlanarPose &pose_a = batch.bodies[pair.a].pose, &pose_b = batch.bodies[pair.b].pose;
  const Vec2<double> centre = batch.shapes.headers[shape_a].centre, none{0, 0};
  const RelativePose<double> pose = relative_pose(pose_a, pose_b, centre, batch.shapes.headers[shape_b].centre);
  PlanarContact<T> contact;
  PlanarPatch<T> patch{};
  PlanarProblem<T> problem;
  const Status status = make_planar_problem(batch.shapes, shape_a, shape_b, pose, batch.alert_distance, problem);
  if (status == Status::converged) {
    const PlanarFound found = find_planar<T, Scan>(problem, memory, batch.cache != nullptr ? batch.cache + i : nullptr);
    contact = planar_contact(problem, found);
    contact.normal = to_world(contact.normal, none, pose_a.rotation);
    contact.witness_a = to_world(contact.witness_a, centre, pose_a.rotation);
    contact.witness_b = to_world(contact.witness_b, centre, pose_a.rotation);
    contact.point = to_world(contact.point, centre, pose_a.rotation);
    contact.key = contact_key(pair, contact.feature_a, contact.feature_b);
    if (batch.patches != nullptr && is_contact(contact.status)) {
      patch = planar_patch(problem, found, batch.patch_margin);
      patch.begin = to_world(patch.begin, centre, pose_a.rotation);
      patch.end = to_world(patch.end, centre, pose_a.rotation);
      patch.point = to_world(patch.point, centre, pose_a.rotation);
    }
  } else {
    contact = no_contact<T>(status);
  }
  if (batch.contacts != nullptr) batch.contacts[i] = contact;
  if (batch.patches != nullptr) batch.patches[i] = patch;
}

}  // namespace ABUT_ISA
}  // namespace abut
