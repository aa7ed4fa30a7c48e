// Case files: pairs of convex shapes with poses and, where known, the right answer (docs/reference/case-format.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/core/pose.h"
#include "abut/shapes/shape_set.h"
#include "host/io/json_field.h"

namespace abut::io {

enum class CaseKind {
  point,
  segment,
  triangle,
  convex,
  box,
  sphere,
  capsule,
  cylinder,
  cone,
  ellipsoid,
  minkowski_sum
};

/// A shape as a case file gives it. `lengths`: half extents of a box, semi-axes of an ellipsoid, the radius of a sphere
/// (x), radius (x) and half length (y) of a capsule, a cylinder and a cone, whose axis is z. `terms`: the two shapes of
/// a Minkowski sum, `second` the pose of the second one in the frame of the first, which is the sum's.
struct CaseShape {
  CaseKind kind = CaseKind::point;
  std::vector<Vec3<double>> vertices;
  Vec3<double> lengths{0, 0, 0};
  double rounding = 0;
  std::vector<CaseShape> terms{};
  Pose second{};
};

/// What is known of the answer. `tolerance` is the uncertainty of `separation`, not a demand.
struct ExpectedAnswer {
  double separation = 0;
  double tolerance = 0;
};

/// One case. World point = rotation * local + position, matrices as they stand.
struct PairCase {
  std::string name, source, note;
  CaseShape shape_a, shape_b;
  Pose pose_a, pose_b;
  std::optional<ExpectedAnswer> expected;
};

/// Whether a document says that it is a case file.
bool has_cases(const JsonDocument& document);

/// Throws `FileError`, or `InvalidInput`: one line naming file, place in it, value and what is allowed.
std::vector<PairCase> read_cases(const std::string& path);
std::vector<PairCase> cases_of(const JsonDocument& document);

/// Numbers are written so that they read back as the same number.
std::string case_file_text(const std::vector<PairCase>& cases);
/// Throws `FileError` naming path and reason.
void write_cases(const std::string& path, const std::vector<PairCase>& cases);

/// Returns the shape's index; the terms of a sum come before it. Throws `InvalidInput` as the `add_*` functions do.
std::uint32_t add_shape(ShapeSet& shapes, const CaseShape& shape);

}  // namespace abut::io
