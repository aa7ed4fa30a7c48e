#include "tests/fuzz/pair_bytes.h"

#include "host/torture/case_check.h"
#include "tests/fuzz/byte_numbers.h"
#include "tests/support/shapes.h"

namespace abut::fuzz {
namespace {

using io::CaseKind;
using io::CaseShape;

constexpr std::uint32_t kind_count = 11, most_vertices = 16;
constexpr std::uint8_t rounded_bit = 0x80;
// Of the byte that says how the pair is posed.
constexpr std::uint8_t world_bit = 1, matrix_bit = 2, placement_shift = 2, alert_bit = 16;
enum Placement { as_given, vertex_on_vertex, along_normal, unturned };

bool has_vertices(CaseKind kind) {
  return kind == CaseKind::point || kind == CaseKind::segment || kind == CaseKind::triangle || kind == CaseKind::convex;
}
bool has_three_lengths(CaseKind kind) { return kind == CaseKind::box || kind == CaseKind::ellipsoid; }
bool has_two_lengths(CaseKind kind) {
  return kind == CaseKind::capsule || kind == CaseKind::cylinder || kind == CaseKind::cone;
}

/// A new vertex, or one that makes the set degenerate: an earlier one, near it, on the line or in the plane of some.
Vec3<double> vertex(ByteNumbers& in, const std::vector<Vec3<double>>& earlier) {
  const std::uint32_t what = in.below(8);
  if (what < 4 || earlier.empty()) return in.vec3();
  const auto any = [&] { return earlier[in.byte() % earlier.size()]; };
  if (what == 4) return any();
  if (what == 5) return any() + in.vec3() * 0x1p-50;
  const Vec3<double> p = any(), q = any();
  return what == 6 ? (p + q) * 0.5 : p + q - any();
}

Mat3<double> rotation(ByteNumbers& in, bool raw) {
  Mat3<double> r;
  if (raw) {
    for (double& m : r.m) m = in.number();
    return r;
  }
  const double w = in.number(), x = in.number(), y = in.number();
  return rotation_from_quaternion(w, x, y, in.number());
}

CaseShape shape(ByteNumbers& in, int depth) {
  const std::uint8_t first = in.byte();
  CaseShape s;
  s.kind = static_cast<CaseKind>((first & 0x7f) % kind_count);
  if (s.kind == CaseKind::minkowski_sum && depth == 2) s.kind = CaseKind::sphere;
  if (s.kind == CaseKind::minkowski_sum) {
    s.terms = {shape(in, depth + 1), shape(in, depth + 1)};
    s.second = {in.vec3(), rotation(in, (first & 1) != 0)};
  } else if (has_vertices(s.kind)) {
    const std::uint32_t count =
        s.kind == CaseKind::convex ? 1 + in.below(most_vertices) : 1 + static_cast<std::uint32_t>(s.kind);
    for (std::uint32_t k = 0; k < count; ++k) s.vertices.push_back(vertex(in, s.vertices));
  } else {
    s.lengths.x = in.length();
    if (has_two_lengths(s.kind) || has_three_lengths(s.kind)) s.lengths.y = in.length();
    if (has_three_lengths(s.kind)) s.lengths.z = in.length();
  }
  if ((first & rounded_bit) != 0) s.rounding = in.length();
  return s;
}

void append_shape(std::string& bytes, const CaseShape& s, const Mat3<double>* turn, bool& fits) {
  // Of the two bytes of a sum's kind, the odd one has a matrix.
  std::uint8_t first = static_cast<std::uint8_t>(s.kind);
  if (s.kind == CaseKind::minkowski_sum && first % 2 == 0) first = static_cast<std::uint8_t>(first + kind_count);
  bytes += static_cast<char>(s.rounding != 0 ? first | rounded_bit : first);
  const auto append_length = [&](double x) {
    bytes += '\0';
    append_number(bytes, x);
  };
  const auto append_vec3 = [&](Vec3<double> v) {
    for (const double x : {v.x, v.y, v.z}) append_number(bytes, x);
  };
  if (s.kind == CaseKind::minkowski_sum) {
    fits = fits && turn == nullptr;
    if (!fits) return;
    for (const CaseShape& term : s.terms) append_shape(bytes, term, &s.second.rotation, fits);
    append_vec3(s.second.position);
    for (const double m : s.second.rotation.m) append_number(bytes, m);
  } else if (has_vertices(s.kind)) {
    fits = fits && s.vertices.size() <= most_vertices;
    if (s.kind == CaseKind::convex) bytes += static_cast<char>(s.vertices.size() - 1);
    for (const Vec3<double>& v : s.vertices) {
      bytes += '\0';
      append_vec3(v);
    }
  } else {
    append_length(s.lengths.x);
    if (has_two_lengths(s.kind) || has_three_lengths(s.kind)) append_length(s.lengths.y);
    if (has_three_lengths(s.kind)) append_length(s.lengths.z);
  }
  if (s.rounding != 0) append_length(s.rounding);
}

/// Where B has to go for its distance from A to be about `target`: along the normal that a first query finds.
Vec3<double> moved_along_normal(const io::PairCase& pair, const Pose& b_in_a, double target) {
  ShapeSet set;
  const std::uint32_t a = io::add_shape(set, pair.shape_a), b = io::add_shape(set, pair.shape_b);
  test::ShapePairs query;
  query.add({a, b}, b_in_a);
  const Contact<double> c = test::query_all<double>(set, query, Cpu{1})[0];
  return b_in_a.position - c.normal * (c.separation - target);
}

}  // namespace

FuzzPair pair_from_bytes(std::span<const std::uint8_t> bytes) {
  ByteNumbers in(bytes);
  const std::uint8_t how = in.byte();
  FuzzPair out;
  out.in_world = (how & world_bit) != 0;
  const bool raw = (how & matrix_bit) != 0 && !out.in_world;  // the world takes rotations only
  io::PairCase& pair = out.pair;
  pair.name = "fuzz";
  pair.source = "fuzz_pair_query";
  pair.shape_a = shape(in, 0);
  pair.shape_b = shape(in, 0);
  if ((how & alert_bit) != 0) out.alert = in.number();

  const auto placement = static_cast<Placement>(how >> placement_shift & 3);
  Pose relative;
  if (placement != unturned) relative.rotation = rotation(in, raw);
  relative.position = in.vec3();
  if (placement == vertex_on_vertex && !pair.shape_a.vertices.empty() && !pair.shape_b.vertices.empty()) {
    const auto any = [&](const CaseShape& s) { return s.vertices[in.byte() % s.vertices.size()]; };
    const Vec3<double> a = any(pair.shape_a);
    relative.position = relative.position * 0x1p-40 + a - rotate(relative.rotation, any(pair.shape_b));
  } else if (placement == along_normal && !raw) {  // a query of its own, which needs a rotation
    relative.position = moved_along_normal(pair, relative, in.number());
  }
  if (out.in_world) pair.pose_a = {in.vec3(), rotation(in, false)};
  pair.pose_b = out.in_world ? compose(pair.pose_a, relative) : relative;
  return out;
}

std::string bytes_from_pair(const io::PairCase& pair) {
  bool fits = true;
  std::string bytes(1, static_cast<char>(matrix_bit));
  append_shape(bytes, pair.shape_a, nullptr, fits);
  append_shape(bytes, pair.shape_b, nullptr, fits);
  const Pose relative = torture::exact_relative_pose(pair.pose_a, pair.pose_b);
  for (const double m : relative.rotation.m) append_number(bytes, m);
  for (const double x : {relative.position.x, relative.position.y, relative.position.z}) append_number(bytes, x);
  return fits ? bytes : std::string();
}

}  // namespace abut::fuzz
