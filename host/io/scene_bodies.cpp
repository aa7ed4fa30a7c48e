#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/core/error.h"
#include "host/io/scene_parts.h"

namespace abut::io {
namespace {

constexpr double rotation_tolerance = 1e-6;
constexpr std::uint64_t group_count = 32;

Mat3<double> read_quaternion(const JsonField& f) {
  double q[4];
  for (std::size_t i = 0; i < 4; ++i) q[i] = f[i].number();
  Mat3<double> rotation;
  if (!rotation_of(q, rotation)) f.fail("is a quaternion of length zero, allowed is any other length");
  return rotation;
}

Mat3<double> read_matrix(const JsonField& f) {
  Mat3<double> r;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<double> row = f[i].vec3();
    r.m[3 * i] = row.x;
    r.m[3 * i + 1] = row.y;
    r.m[3 * i + 2] = row.z;
  }
  if (const char* fault = rotation_fault(r, rotation_tolerance)) f.fail(fault + std::string("1e-6"));
  return r;
}

Mat3<double> read_orientation(const JsonField& f) {
  const std::size_t size = f.is_array() ? f.array_size() : 0;
  if (size == 4) return read_quaternion(f);
  if (size == 3) return read_matrix(f);
  f.fail("is not an orientation, allowed is a quaternion [w, x, y, z] or a 3x3 matrix (list of rows)");
}

/// A group number or a list of them, as a mask.
std::uint32_t read_groups(const JsonField& f) {
  if (!f.is_array()) return 1u << f.index(group_count, "group number");
  std::uint32_t mask = 0;
  const std::size_t count = f.array_size();
  for (std::size_t i = 0; i < count; ++i) mask |= 1u << f[i].index(group_count, "group number");
  return mask;
}

void read_parts(const JsonField& body, const ShapeTable& shapes, std::vector<Part>& parts) {
  parts.clear();
  const auto add = [&](const ShapeRange& range, const Pose& pose) {
    for (std::uint32_t i = 0; i < range.count; ++i) parts.push_back({range.first + i, pose});
  };
  const auto shape = body.find("shape");
  const auto list = body.find("parts");
  if (static_cast<bool>(shape) == static_cast<bool>(list)) {
    body.fail_without_value("a body has exactly one of the keys \"shape\" and \"parts\"");
  }
  if (shape) {
    add(shapes.find(*shape), Pose{});
    return;
  }
  const std::size_t count = list->array_size();
  if (count == 0) list->fail("is empty, allowed is 1 part or more");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonField part = (*list)[i];
    part.allow({"shape", "position", "orientation"});
    add(shapes.find(part.member("shape")), read_pose(part));
  }
}

}  // namespace

Pose read_pose(const JsonField& f) {
  Pose pose;
  if (const auto position = f.find("position")) pose.position = position->vec3();
  if (const auto orientation = f.find("orientation")) pose.rotation = read_orientation(*orientation);
  return pose;
}

void read_bodies(const JsonField& list, const ShapeTable& shapes, Scene& scene, NameTable& names,
                 SceneColumns* columns) {
  const std::size_t count = list.array_size();
  scene.body_names.reserve(count);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const JsonField body = list[i];
    body.allow({"name", "shape", "parts", "position", "orientation", "group", "meets"});
    const auto name = body.find("name");
    scene.body_names.push_back(name ? name->string() : std::string());
    names.add(scene.body_names.back(), name ? *name : body);

    read_parts(body, shapes, parts);
    BodyOptions options;
    if (const auto group = body.find("group")) options.groups = read_groups(*group);
    if (const auto meets = body.find("meets")) options.meets = read_groups(*meets);
    const Pose pose = read_pose(body);
    try {
      scene.bodies.add(pose, parts, options);
    } catch (const InvalidInput& error) {
      body.fail_without_value(error.what());
    }
    if (columns != nullptr) columns->add_body(pose, parts, options);
  }
}

std::vector<Pair> read_body_pairs(const JsonField& list, const NameTable& names) {
  std::vector<Pair> pairs;
  const std::size_t count = list.array_size();
  for (std::size_t i = 0; i < count; ++i) {
    const JsonField pair = list[i];
    if (pair.array_size() != 2) pair.fail("is not a list of 2 bodies");
    const std::uint32_t first = names.find(pair[0]), second = names.find(pair[1]);
    if (first == second) pair.fail("names one body twice, allowed are two bodies");
    pairs.push_back({first, second});
  }
  return pairs;
}

}  // namespace abut::io
