#include "host/python/pose_arguments.h"

#include <cmath>
#include <string>

#include "abut/bodies/body_set.h"
#include "abut/core/error.h"
#include "host/exec/pair_checks.h"
#include "host/finite_vector.h"
#include "host/number_text.h"

namespace abut::python {
namespace {

constexpr const char* length_rule = "; allowed are finite numbers, and a length whose square is neither 0 nor infinite";

std::string numbers_text(std::initializer_list<double> numbers) {
  std::string text = "(";
  for (const double number : numbers) text += (text.size() > 1 ? ", " : "") + host::number_text(number);
  return text + ")";
}

void refuse_both(nb::handle quaternion, nb::handle matrix, const char* names) {
  if (!quaternion.is_none() && !matrix.is_none()) {
    throw nb::type_error((std::string(names) + " are both given; allowed is one of them").c_str());
  }
}

bool has_direction(double w, double x, double y, double z) {
  const double n = w * w + x * x + y * y + z * z;
  return std::isfinite(n) && n > 0;
}

}  // namespace

Pose pose_of(nb::handle position, nb::handle quaternion, nb::handle matrix) {
  refuse_both(quaternion, matrix, "quaternion and matrix");
  Pose pose;
  if (!position.is_none()) pose.position = vec3_of(position, "position");
  if (!quaternion.is_none()) {
    const Array q = Array::from_numbers(quaternion, "quaternion");
    q.require({{Scalar::f64, Scalar::f32}, {4}}).require_host();
    if (!has_direction(q.number(0), q.number(1), q.number(2), q.number(3))) {
      throw InvalidInput("quaternion is " + numbers_text({q.number(0), q.number(1), q.number(2), q.number(3)}) +
                         length_rule);
    }
    pose.rotation = rotation_from_quaternion(q.number(0), q.number(1), q.number(2), q.number(3));
  }
  if (!matrix.is_none()) {
    const Array m = Array::from_numbers(matrix, "matrix");
    m.require({{Scalar::f64, Scalar::f32}, {3, 3}}).require_host();
    for (std::size_t k = 0; k < 9; ++k) pose.rotation.m[k] = m.number(k / 3, k % 3);
  }
  return pose;
}

PoseArrays::PoseArrays(nb::handle positions, nb::handle quaternions, nb::handle matrices, std::int64_t count) {
  refuse_both(quaternions, matrices, "quaternions and matrices");
  const auto take = [&](std::vector<Array>& into, nb::handle object, const char* name,
                        std::initializer_list<std::int64_t> rest) {
    if (object.is_none()) return;
    into.push_back(Array::from_numbers(object, name));
    const std::int64_t first = *rest.begin();
    if (rest.size() == 1) {
      into[0].require({{Scalar::f64, Scalar::f32}, {count, first}}).require_host();
    } else {
      into[0].require({{Scalar::f64, Scalar::f32}, {count, first, first}}).require_host();
    }
    count = into[0].extent(0);
  };
  take(position_, positions, "positions", {3});
  take(quaternion_, quaternions, "quaternions", {4});
  take(matrix_, matrices, "matrices", {3, 3});
  if (count == any_extent) throw nb::type_error("positions is None; allowed is float64 or float32 of shape (N, 3)");
  count_ = static_cast<std::size_t>(count);
}

Pose PoseArrays::operator[](std::size_t i) const {
  Pose pose;
  if (!position_.empty()) {
    const Array& p = position_[0];
    pose.position = {p.number(i, 0), p.number(i, 1), p.number(i, 2)};
  }
  if (!quaternion_.empty()) {
    const Array& q = quaternion_[0];
    pose.rotation = rotation_from_quaternion(q.number(i, 0), q.number(i, 1), q.number(i, 2), q.number(i, 3));
  }
  if (!matrix_.empty()) {
    for (std::size_t k = 0; k < 9; ++k) pose.rotation.m[k] = matrix_[0].number(i, k / 3, k % 3);
  }
  return pose;
}

bool PoseArrays::is_good(std::size_t i) const {
  const Pose pose = (*this)[i];
  if (!host::is_finite(pose.position)) return false;
  if (quaternion_.empty() && matrix_.empty()) return true;
  // As BodySet has it: off a rotation by at most 1e-6, which is half of R^T R - I, and no mirror image.
  const Mat3<double>& r = pose.rotation;
  for (const double entry : r.m) {
    if (!std::isfinite(entry)) return false;
  }
  if (!(off_rotation(r) <= 2e-6)) return false;
  const Vec3<double> x{r.m[0], r.m[1], r.m[2]}, y{r.m[3], r.m[4], r.m[5]}, z{r.m[6], r.m[7], r.m[8]};
  return dot(cross(x, y), z) > 0;
}

void PoseArrays::refuse(std::size_t i) const {
  const Pose pose = (*this)[i];
  const std::string place = "[" + std::to_string(i) + "]";
  if (!host::is_finite(pose.position)) {
    throw InvalidInput("positions" + place + " is " +
                       numbers_text({pose.position.x, pose.position.y, pose.position.z}) +
                       "; allowed are finite numbers");
  }
  if (!quaternion_.empty()) {
    const Array& q = quaternion_[0];
    throw InvalidInput("quaternions" + place + " is " +
                       numbers_text({q.number(i, 0), q.number(i, 1), q.number(i, 2), q.number(i, 3)}) + length_rule);
  }
  try {
    BodySet().add(pose, {});
  } catch (const InvalidInput& error) {
    throw InvalidInput("matrices" + place + ": " + error.what());
  }
  throw InvalidInput("matrices" + place + " is no rotation; allowed is one within 1e-6");
}

void PoseArrays::check() const {
  const std::size_t bad = host::first_bad(Cpu{}, count_, [this](std::size_t i) { return is_good(i); });
  if (bad < count_) refuse(bad);
}

}  // namespace abut::python
