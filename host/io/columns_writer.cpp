#include <algorithm>

#include "host/io/columns_reader.h"

namespace abut::io {
namespace {

/// Positions and rotations of poses as arrays of their own; not written where all are the identity.
void write_poses(DataSink& sink, const std::vector<Pose>& poses, const char* position, const char* rotation,
                 bool always_position) {
  std::vector<double> p, r;
  bool moved = always_position, turned = false;
  for (const Pose& pose : poses) {
    p.insert(p.end(), {pose.position.x, pose.position.y, pose.position.z});
    r.insert(r.end(), std::begin(pose.rotation.m), std::end(pose.rotation.m));
    moved = moved || !is_default(pose.position);
    turned = turned || !is_default(pose.rotation);
  }
  if (moved) sink.write_all(position, Element::f64, {poses.size(), 3}, p.data());
  if (turned) sink.write_all(rotation, Element::f64, {poses.size(), 3, 3}, r.data());
}

bool all_are(const std::vector<std::uint32_t>& masks, std::uint32_t value) {
  return std::all_of(masks.begin(), masks.end(), [&](std::uint32_t mask) { return mask == value; });
}

void write_shapes(const SceneColumns& c, DataSink& sink) {
  const std::uint64_t count = c.shape_count();
  sink.write_all("shapes/kind", Element::u8, {count}, c.kind.data());
  sink.write_all("shapes/size", Element::f64, {count, 3}, c.size.data());
  sink.write_all("shapes/rounding", Element::f64, {count}, c.rounding.data());
  sink.write_all("shapes/vertex_offsets", Element::u64, {count + 1}, c.vertex_offsets.data());
  sink.write_all("shapes/vertices", Element::f64, {c.vertices.size(), 3}, c.vertices.data());
  if (!c.sum_terms.empty()) {
    sink.write_all("shapes/sum_terms", Element::u32, {c.sum_terms.size(), 2}, c.sum_terms.data());
    write_poses(sink, c.sum_poses, "shapes/sum_position", "shapes/sum_rotation", false);
  }
  if (!c.shape_names.empty()) sink.write_texts("shapes/name", c.shape_names);
}

void write_bodies(const SceneColumns& c, DataSink& sink) {
  const std::uint64_t count = c.body_count();
  write_poses(sink, c.poses, "bodies/position", "bodies/rotation", true);
  const auto is_plain = [](const Pose& pose) { return is_default(pose); };
  const bool plain = c.part_shape.size() == count && std::all_of(c.part_poses.begin(), c.part_poses.end(), is_plain);
  if (plain) {
    sink.write_all("bodies/shape", Element::u32, {count}, c.part_shape.data());
  } else {
    sink.write_all("bodies/part_offsets", Element::u64, {count + 1}, c.part_offsets.data());
    sink.write_all("bodies/part_shape", Element::u32, {c.part_shape.size()}, c.part_shape.data());
    write_poses(sink, c.part_poses, "bodies/part_position", "bodies/part_rotation", false);
  }
  if (!all_are(c.groups, BodyOptions{}.groups)) sink.write_all("bodies/groups", Element::u32, {count}, c.groups.data());
  if (!all_are(c.meets, BodyOptions{}.meets)) sink.write_all("bodies/meets", Element::u32, {count}, c.meets.data());
  const bool named =
      std::any_of(c.body_names.begin(), c.body_names.end(), [](const std::string& name) { return !name.empty(); });
  if (named) sink.write_texts("bodies/name", c.body_names);
}

}  // namespace

void write_columns(const SceneColumns& c, DataSink& sink) {
  sink.attribute("format", std::string("abut-scene"));
  sink.attribute("version", std::int64_t{1});
  if (!c.length_unit.empty()) sink.attribute("length_unit", c.length_unit);
  if (c.alert_distance) sink.attribute("alert_distance", *c.alert_distance);
  if (!c.precision.empty()) sink.attribute("precision", c.precision);
  write_shapes(c, sink);
  write_bodies(c, sink);
  if (c.pair_kind != PairKind::none) {
    sink.write_all(pair_ends(c).dataset, Element::u32, {c.pairs.size(), 2}, c.pairs.data());
  }
}

}  // namespace abut::io
