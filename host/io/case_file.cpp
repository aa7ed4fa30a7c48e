#include "host/io/case_file.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "abut/core/error.h"
#include "host/io/json_field.h"
#include "host/io/output_file.h"

namespace abut::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "gjk-case 1";
// The reference certifies poses within an eighth of a rotation; published cases are off by what they were printed with.
constexpr double rotation_tolerance = 1e-3;
// Reading is recursive, and every sum is tried with all that is in it.
constexpr int deepest_sum = 16;

/// What a kind is called and which keys it has.
struct KindKeys {
  CaseKind kind;
  const char* name;
  std::size_t vertices;  ///< how many; any number for convex
  std::array<const char*, 2> lengths;
};
constexpr KindKeys kinds[] = {
    {CaseKind::point, "point", 1, {}},
    {CaseKind::segment, "segment", 2, {}},
    {CaseKind::triangle, "triangle", 3, {}},
    {CaseKind::convex, "convex", max_shape_vertices, {}},
    {CaseKind::box, "box", 0, {"half_extents", nullptr}},
    {CaseKind::ellipsoid, "ellipsoid", 0, {"semi_axes", nullptr}},
    {CaseKind::sphere, "sphere", 0, {"radius", nullptr}},
    {CaseKind::capsule, "capsule", 0, {"radius", "half_length"}},
    {CaseKind::cylinder, "cylinder", 0, {"radius", "half_length"}},
    {CaseKind::cone, "cone", 0, {"radius", "half_length"}},
    {CaseKind::minkowski_sum, "minkowski_sum", 0, {}},
};
bool has_three_lengths(CaseKind kind) { return kind == CaseKind::box || kind == CaseKind::ellipsoid; }

const KindKeys& keys_of(CaseKind kind) {
  for (const KindKeys& keys : kinds) {
    if (keys.kind == kind) return keys;
  }
  throw InvalidInput("a case shape of unknown kind");
}

const KindKeys& read_kind(const JsonField& type) {
  std::string allowed;
  for (const KindKeys& keys : kinds) {
    if (type.string() == keys.name) return keys;
    allowed += (allowed.empty() ? "\"" : ", \"") + std::string(keys.name) + '"';
  }
  type.fail("is not a kind of shape, allowed are " + allowed);
}

std::vector<Vec3<double>> read_vertices(const JsonField& list, const KindKeys& keys) {
  const std::size_t size = list.array_size();
  if (keys.kind != CaseKind::convex && size != keys.vertices) {
    list.fail("is not a list of " + std::to_string(keys.vertices) + " vertices");
  }
  if (size == 0) list.fail("is empty, allowed is 1 vertex or more");
  if (size > max_shape_vertices) {
    list.fail_without_value("there are " + std::to_string(size) + " vertices, allowed are " +
                            std::to_string(max_shape_vertices));
  }
  std::vector<Vec3<double>> vertices;
  vertices.reserve(size);
  for (std::size_t i = 0; i < size; ++i) vertices.push_back(list[i].vec3());
  return vertices;
}

Pose read_pose(const JsonField& field);

/// `depth`: how many sums it is in.
CaseShape read_shape(const JsonField& field, int depth = 0) {
  const KindKeys& keys = read_kind(field.member("type"));
  CaseShape shape;
  shape.kind = keys.kind;
  if (keys.kind == CaseKind::minkowski_sum) {
    field.allow({"type", "a", "b", "pose", "rounding"});
    if (depth == deepest_sum) {
      field.fail_without_value("is a sum within " + std::to_string(depth) + " sums, allowed are " +
                               std::to_string(deepest_sum - 1));
    }
    shape.terms = {read_shape(field.member("a"), depth + 1), read_shape(field.member("b"), depth + 1)};
    if (const auto pose = field.find("pose")) shape.second = read_pose(*pose);
  } else if (keys.vertices > 0) {
    field.allow({"type", "vertices", "rounding"});
    shape.vertices = read_vertices(field.member("vertices"), keys);
  } else if (has_three_lengths(keys.kind)) {
    field.allow({"type", keys.lengths[0], "rounding"});
    const JsonField list = field.member(keys.lengths[0]);
    shape.lengths = list.vec3();
    for (std::size_t i = 0; i < 3; ++i) list[i].not_negative();
  } else {
    const bool two = keys.lengths[1] != nullptr;
    if (two) field.allow({"type", keys.lengths[0], keys.lengths[1], "rounding"});
    if (!two) field.allow({"type", keys.lengths[0], "rounding"});
    shape.lengths.x = field.member(keys.lengths[0]).not_negative();
    if (two) shape.lengths.y = field.member(keys.lengths[1]).not_negative();
  }
  if (const auto rounding = field.find("rounding")) shape.rounding = rounding->not_negative();
  ShapeSet check;  // what the shape set refuses is told with its place
  try {
    add_shape(check, shape);
  } catch (const InvalidJson&) {
    throw;
  } catch (const InvalidInput& error) {
    field.fail_without_value(error.what());
  }
  return shape;
}

Pose read_pose(const JsonField& field) {
  field.allow({"rotation", "translation"});
  Pose pose;
  pose.position = field.member("translation").vec3();
  const JsonField rows = field.member("rotation");
  if (rows.array_size() != 3) rows.fail("is not a 3x3 matrix (list of rows)");
  double* const m = pose.rotation.m;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<double> row = rows[i].vec3();
    m[3 * i] = row.x, m[3 * i + 1] = row.y, m[3 * i + 2] = row.z;
  }
  const Mat3<double> product = transpose_times(pose.rotation, pose.rotation);
  double error = 0;
  for (int i = 0; i < 9; ++i) error = std::max(error, std::abs(product.m[i] - (i % 4 == 0 ? 1 : 0)));
  if (!(error <= rotation_tolerance)) rows.fail("is not a rotation within 1e-3");
  const Vec3<double> x{m[0], m[3], m[6]}, y{m[1], m[4], m[7]}, z{m[2], m[5], m[8]};
  if (dot(cross(x, y), z) < 0) rows.fail("is a reflection, allowed is a rotation");
  return pose;
}

/// Keys that only tell people something are allowed and not read: other programs' files have them.
ExpectedAnswer read_expected(const JsonField& field) {
  field.allow({"signed_distance", "tolerance", "distance", "penetration", "colliding", "touching",
               "one_optimal_normal_a_to_b"});
  ExpectedAnswer expected;
  expected.separation = field.member("signed_distance").number();
  if (const auto tolerance = field.find("tolerance")) expected.tolerance = tolerance->not_negative();
  return expected;
}

PairCase read_case(const JsonField& field) {
  PairCase c;
  c.name = field.member("name").string();
  if (const auto source = field.find("source")) c.source = source->string();
  if (const auto note = field.find("note")) c.note = note->string();
  c.shape_a = read_shape(field.member("shapeA"));
  c.shape_b = read_shape(field.member("shapeB"));
  c.pose_a = read_pose(field.member("poseA"));
  c.pose_b = read_pose(field.member("poseB"));
  if (const auto expected = field.find("expected")) c.expected = read_expected(*expected);
  return c;
}

Json list(Vec3<double> v) { return Json::array({v.x, v.y, v.z}); }

Json to_json(const Pose& pose);

Json to_json(const CaseShape& shape) {
  const KindKeys& keys = keys_of(shape.kind);
  Json json{{"type", keys.name}};
  if (shape.kind == CaseKind::minkowski_sum) {
    json["a"] = to_json(shape.terms.at(0));
    json["b"] = to_json(shape.terms.at(1));
    json["pose"] = to_json(shape.second);
  } else if (keys.vertices > 0) {
    Json vertices = Json::array();
    for (const Vec3<double>& v : shape.vertices) vertices.push_back(list(v));
    json["vertices"] = vertices;
  } else if (has_three_lengths(shape.kind)) {
    json[keys.lengths[0]] = list(shape.lengths);
  } else {
    json[keys.lengths[0]] = shape.lengths.x;
    if (keys.lengths[1] != nullptr) json[keys.lengths[1]] = shape.lengths.y;
  }
  if (shape.rounding != 0) json["rounding"] = shape.rounding;
  return json;
}

Json to_json(const Pose& pose) {
  Json rows = Json::array();
  for (int i = 0; i < 9; i += 3) {
    rows.push_back(Json::array({pose.rotation.m[i], pose.rotation.m[i + 1], pose.rotation.m[i + 2]}));
  }
  return {{"rotation", rows}, {"translation", list(pose.position)}};
}

Json to_json(const PairCase& c) {
  Json json{{"name", c.name}};
  if (!c.source.empty()) json["source"] = c.source;
  json["shapeA"] = to_json(c.shape_a);
  json["shapeB"] = to_json(c.shape_b);
  json["poseA"] = to_json(c.pose_a);
  json["poseB"] = to_json(c.pose_b);
  if (c.expected) {
    json["expected"] = {{"signed_distance", c.expected->separation}, {"tolerance", c.expected->tolerance}};
  }
  if (!c.note.empty()) json["note"] = c.note;
  return json;
}

}  // namespace

bool has_cases(const JsonDocument& document) {
  const JsonField root = document.root();
  if (root.is_array() || root.is_string()) return false;
  const auto format = root.find("format");
  return format && format->is_string();
}

std::vector<PairCase> read_cases(const std::string& path) { return cases_of(JsonDocument(path)); }

std::vector<PairCase> cases_of(const JsonDocument& document) {
  const JsonField root = document.root();
  const JsonField format = root.member("format");
  if (format.string() != format_name) {
    format.fail("is not a format that this program reads, allowed is \"" + std::string(format_name) + '"');
  }
  std::vector<PairCase> cases;
  if (const auto list = root.find("cases")) {
    root.allow({"format", "cases"});
    for (std::size_t i = 0; i < list->array_size(); ++i) {
      const JsonField field = (*list)[i];
      field.allow({"name", "source", "shapeA", "shapeB", "poseA", "poseB", "expected", "note", "verified"});
      cases.push_back(read_case(field));
    }
    return cases;
  }
  root.allow({"format", "name", "source", "shapeA", "shapeB", "poseA", "poseB", "expected", "note", "verified"});
  cases.push_back(read_case(root));
  return cases;
}

std::string case_file_text(const std::vector<PairCase>& cases) {
  Json json{{"format", format_name}, {"cases", Json::array()}};
  for (const PairCase& c : cases) json["cases"].push_back(to_json(c));
  return json.dump(1) + "\n";
}

void write_cases(const std::string& path, const std::vector<PairCase>& cases) {
  OutputFile file(path);
  file.write(case_file_text(cases));
  file.publish();
}

std::uint32_t add_shape(ShapeSet& shapes, const CaseShape& s) {
  switch (s.kind) {
    case CaseKind::point: return shapes.add_point(s.vertices.at(0), s.rounding);
    case CaseKind::segment: return shapes.add_segment(s.vertices.at(0), s.vertices.at(1), s.rounding);
    case CaseKind::triangle:
      return shapes.add_triangle(s.vertices.at(0), s.vertices.at(1), s.vertices.at(2), s.rounding);
    case CaseKind::convex: return shapes.add_hull(s.vertices, s.rounding);
    case CaseKind::box: return shapes.add_box(s.lengths, s.rounding);
    case CaseKind::sphere: return shapes.add_sphere(s.lengths.x + s.rounding);
    case CaseKind::capsule: return shapes.add_capsule(s.lengths.x + s.rounding, s.lengths.y);
    case CaseKind::cylinder: return shapes.add_cylinder(s.lengths.x, s.lengths.y, s.rounding);
    case CaseKind::cone: return shapes.add_cone(s.lengths.x, s.lengths.y, s.rounding);
    case CaseKind::ellipsoid: return shapes.add_ellipsoid(s.lengths, s.rounding);
    case CaseKind::minkowski_sum: {
      const std::uint32_t a = add_shape(shapes, s.terms.at(0)), b = add_shape(shapes, s.terms.at(1));
      return shapes.add_minkowski_sum(a, b, s.second, s.rounding);
    }
  }
  throw InvalidInput("a case shape of unknown kind");
}

}  // namespace abut::io
