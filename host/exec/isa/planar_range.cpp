// Pairs in the plane, one after the other. Nothing here may instantiate a common inline function, so no standard
// library.
#include "host/exec/isa/planar_range.h"

#include "abut/planar/query.h"
#include "host/exec/isa/pack.h"
#include "host/exec/isa/wide_scan.h"

namespace abut {
inline namespace ABUT_ISA {
namespace {

/// The record of a pair that cannot be queried: only its status says something.
template <class T>
PlanarContact<T> no_contact(Status status) {
  PlanarContact<T> c{};
  c.normal = {T(1), T(0)};
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | normal_undefined_flag);
  return c;
}

/// From A's box-centre frame to world axes, formed in double.
template <class T>
Vec2<T> to_world(Vec2<T> v, Vec2<double> centre, Vec2<double> rotation) {
  const Vec2<double> turned =
      rotate(rotation, Vec2<double>{static_cast<double>(v.x), static_cast<double>(v.y)} + centre);
  return {round_to<T>(turned.x), round_to<T>(turned.y)};
}

template <class T>
void answer_planar_pair(const PlanarBatch<T>& batch, std::uint64_t i, const PolygonMemory& memory) {
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
    const PlanarFound found =
        find_planar<T, WideScan>(problem, memory, batch.cache != nullptr ? batch.cache + i : nullptr);
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

template <class T>
void answer_range(const PlanarBatch<T>& batch, std::uint64_t begin, std::uint64_t end, const PolygonMemory& memory) {
  for (std::uint64_t i = begin; i < end; ++i) answer_planar_pair(batch, i, memory);
}

}  // namespace

extern const PlanarRangeTable planar_range_table_of_isa;
const PlanarRangeTable planar_range_table_of_isa = {answer_range<float>, answer_range<double>};

}  // namespace ABUT_ISA
}  // namespace abut
