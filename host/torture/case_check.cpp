#include "host/torture/case_check.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/detect.h"

namespace abut::torture {
namespace {

/// |R^T R - 1| (Frobenius).
double off_rotation(const Mat3<double>& r) {
  long double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      long double product = i == j ? -1 : 0;
      for (int k = 0; k < 9; k += 3) {
        product += static_cast<long double>(r.m[k + i]) * static_cast<long double>(r.m[k + j]);
      }
      sum += product * product;
    }
  }
  return static_cast<double>(std::sqrt(sum));
}

bool is_curved(const ShapeHeader& h) { return h.kind != ShapeKind::vertex_set && h.kind != ShapeKind::box; }

template <class T>
Contact<T> query_in_world(const ShapeSet& set, Pair ids, const io::PairCase& c, const QueryOptions& options) {
  const std::uint32_t shapes[2] = {ids.a, ids.b}, bodies[2] = {0, 1}, masks[2] = {1, 1};
  const std::uint8_t self[2] = {0, 0};
  const Pose* const poses[2] = {&c.pose_a, &c.pose_b};
  double coordinates[12][2];
  for (int i = 0; i < 2; ++i) {
    coordinates[0][i] = poses[i]->position.x;
    coordinates[1][i] = poses[i]->position.y;
    coordinates[2][i] = poses[i]->position.z;
    for (int k = 0; k < 9; ++k) coordinates[3 + k][i] = poses[i]->rotation.m[k];
  }
  PartsView parts;
  parts.count = 2;
  parts.shape = shapes, parts.body = bodies, parts.groups = masks, parts.meets = masks, parts.self_contact = self;
  parts.px = parts.body_x = coordinates[0];
  parts.py = parts.body_y = coordinates[1];
  parts.pz = parts.body_z = coordinates[2];
  for (int k = 0; k < 9; ++k) parts.r[k] = coordinates[3 + k];
  Contacts<T> out(1);
  const Pair pair{0, 1};
  query_pairs<T>(Cpu{1}, set.view<T>(), parts, {&pair, 1}, options, out.view());
  return out[0];
}

template <class T>
Contact<T> query_in_frame_of_a(const ShapeSet& set, Pair ids, const Pose& b_in_a, const QueryOptions& options) {
  const double* r = b_in_a.rotation.m;
  const Vec3<double> t = b_in_a.position;
  const double m[12] = {r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z};
  Contacts<T> out(1);
  query_shape_pairs<T>(Cpu{1}, set.view<T>(), {&ids, 1}, {m, 12}, options, out.view());
  return out[0];
}

void take_worse(CaseResult& result, const Checked& checked) {
  if (checked.truth.certified) {
    result.separation_error = std::max(result.separation_error, checked.separation_error);
    result.witness_error = std::max(result.witness_error, checked.witness_error);
    result.normal_error = std::max(result.normal_error, checked.normal_error);
  } else {
    result.has_reference = false;
  }
  if (checked.fault != Fault::none && checked.fault != Fault::uncertified) {
    result.fault = fault_name(checked.fault);
  } else if (checked.unfinished && result.agrees()) {
    result.fault = "unfinished";
  }
}

}  // namespace

Pose exact_relative_pose(const Pose& a, const Pose& b) {
  using Real = long double;
  Real m[9], inverse[9];
  for (int i = 0; i < 9; ++i) m[i] = static_cast<Real>(a.rotation.m[i]);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {  // the adjugate
      const int p = (j + 1) % 3, q = (j + 2) % 3, s = (i + 1) % 3, t = (i + 2) % 3;
      inverse[3 * i + j] = m[3 * p + s] * m[3 * q + t] - m[3 * p + t] * m[3 * q + s];
    }
  }
  const Real determinant = m[0] * inverse[0] + m[1] * inverse[3] + m[2] * inverse[6];
  const Real between[3] = {static_cast<Real>(b.position.x) - static_cast<Real>(a.position.x),
                           static_cast<Real>(b.position.y) - static_cast<Real>(a.position.y),
                           static_cast<Real>(b.position.z) - static_cast<Real>(a.position.z)};
  Pose pose;
  double* const position[3] = {&pose.position.x, &pose.position.y, &pose.position.z};
  for (int i = 0; i < 3; ++i) {
    const Real* row = inverse + 3 * i;
    *position[i] = static_cast<double>((row[0] * between[0] + row[1] * between[1] + row[2] * between[2]) / determinant);
    for (int j = 0; j < 3; ++j) {
      Real sum = 0;
      for (int k = 0; k < 3; ++k) sum += row[k] * static_cast<Real>(b.rotation.m[3 * k + j]);
      pose.rotation.m[3 * i + j] = static_cast<double>(sum / determinant);
    }
  }
  return pose;
}

template <class T>
double expected_limit(const io::PairCase& c, const ShapeHeader& a, const ShapeHeader& b) {
  const double off_a = off_rotation(c.pose_a.rotation), off_b = off_rotation(c.pose_b.rotation);
  const double separation = c.expected ? std::abs(c.expected->separation) : 0;
  const double curved = (is_curved(a) ? a.size : a.rounding) + (is_curved(b) ? b.size : b.rounding);
  const double poses = off_a * separation + (off_a + off_b) * curved;
  const auto centre = [](const ShapeHeader& h) { return Vec3<double>{h.centre[0], h.centre[1], h.centre[2]}; };
  const Pose relative = exact_relative_pose(c.pose_a, c.pose_b);
  const double u = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2, u_double = 0x1p-53;
  const Vec3<double> between = relative.position + rotate(relative.rotation, centre(b)) - centre(a);
  const double root3 = 1.7320508075688772;
  const double seen = u * (a.size + (1 + root3) * b.size + length(between));
  // The relative pose in double, before and after the box centres are taken into account.
  const double formed = u_double * (root3 * (b.size + 2 * length(centre(b))) + 2 * length(relative.position) +
                                    length(centre(a)) + length(between));
  const double stated = c.expected ? c.expected->tolerance : 0;
  return std::max(stated, tolerance<T> * (a.size + b.size + separation)) + poses + seen + formed;
}

template <class T>
CaseResult check_case(const io::PairCase& c) {
  ShapeSet set;
  const std::uint32_t a = io::add_shape(set, c.shape_a), b = io::add_shape(set, c.shape_b);
  const Pair ids{a, b};
  const Checker<T> checker(set);
  const Pose relative = exact_relative_pose(c.pose_a, c.pose_b);
  const PosedPair in_world{a, b, c.pose_a, c.pose_b}, in_frame_of_a{a, b, Pose{}, relative};
  const Contact<T> frame = query_in_frame_of_a<T>(set, ids, relative, {});

  CaseResult result;
  result.name = c.name;
  result.status = frame.status;
  result.separation = static_cast<double>(frame.separation);
  result.has_reference = true;
  const QueryOptions alert{0};
  const Checked checked =
      checker.check_both(in_frame_of_a, {0, 0, 0}, frame, query_in_frame_of_a<T>(set, ids, relative, alert));
  result.reference_lower = checked.truth.lower;
  result.reference_upper = checked.truth.upper;
  take_worse(result, checked);
  take_worse(result, checker.check_both(in_world, c.pose_a.position, query_in_world<T>(set, ids, c, {}),
                                        query_in_world<T>(set, ids, c, alert)));
  result.has_expected = c.expected.has_value();
  if (c.expected) {
    result.expected = c.expected->separation;
    result.expected_error = std::abs(result.separation - result.expected);
    result.expected_limit = expected_limit<T>(c, set.header(a), set.header(b));
    if (result.agrees() && !(result.expected_error <= result.expected_limit)) result.fault = "expected";
  }
  if (!result.agrees() || result.has_reference) return result;
  if (!is_contact(frame.status))
    result.fault = status_of(frame.status) == Status::iteration_limit ? "unfinished" : "status";
  if (result.agrees() && !c.expected) result.fault = "unchecked";
  return result;
}

template double expected_limit<float>(const io::PairCase&, const ShapeHeader&, const ShapeHeader&);
template double expected_limit<double>(const io::PairCase&, const ShapeHeader&, const ShapeHeader&);
template CaseResult check_case<float>(const io::PairCase&);
template CaseResult check_case<double>(const io::PairCase&);

}  // namespace abut::torture
