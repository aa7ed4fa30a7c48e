// Body poses and the relative pose that a pair query sees.
//
// World positions are double; the relative pose is formed in double and only then rounded to `T`, so that two bodies
// far from the origin get the same answer as at the origin.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

/// world = rotation * local + position. Data only.
struct Pose {
  Vec3<double> position{0, 0, 0};
  Mat3<double> rotation{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
};

/// B's frame in A's frame: x_a = rotation * x_b + translation. Data only.
template <class T>
struct RelativePose {
  Mat3<T> rotation;
  Vec3<T> translation;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE Vec3<T> transform(const RelativePose<T>& pose, Vec3<T> v) {
  const Mat3<T>& r = pose.rotation;
  const Vec3<T>& t = pose.translation;
  return {fma(r.m[0], v.x, fma(r.m[1], v.y, fma(r.m[2], v.z, t.x))),
          fma(r.m[3], v.x, fma(r.m[4], v.y, fma(r.m[5], v.z, t.y))),
          fma(r.m[6], v.x, fma(r.m[7], v.y, fma(r.m[8], v.z, t.z)))};
}

/// The largest component of R^T R - I. Relative poses of two turned bodies reach nine rounding errors.
template <class T>
ABUT_HD inline T off_rotation(const Mat3<T>& r) {
  using R = RealOf<T>;
  const Mat3<T> square = transpose_times(r, r);
  T worst = T(R(0));
  for (int k = 0; k < 9; ++k) worst = max(worst, abs(square.m[k] - T(R(k % 4 == 0 ? 1 : 0))));
  return worst;
}

/// Exactly the same values in double.
template <class T>
ABUT_INLINE Vec3<double> widen(Vec3<T> v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
template <class T>
ABUT_HD inline RelativePose<double> widen(const RelativePose<T>& pose) {
  RelativePose<double> wide;
  for (int k = 0; k < 9; ++k) wide.rotation.m[k] = static_cast<double>(pose.rotation.m[k]);
  wide.translation = widen(pose.translation);
  return wide;
}

/// Rounded to `T`.
template <class T>
ABUT_INLINE Vec3<T> narrowed(Vec3<double> v) {
  return {round_to<T>(v.x), round_to<T>(v.y), round_to<T>(v.z)};
}

/// outer * inner: the pose of a part whose pose in its body is `inner`.
ABUT_INLINE Pose compose(const Pose& outer, const Pose& inner) {
  return {outer.position + rotate(outer.rotation, inner.position), times(outer.rotation, inner.rotation)};
}

/// Rotation matrix of the quaternion (w, x, y, z), of any non-zero length.
ABUT_INLINE Mat3<double> rotation_from_quaternion(double w, double x, double y, double z) {
  const double n = fma(w, w, fma(x, x, fma(y, y, z * z)));
  const double s = 2 / n;
  return {{1 - s * fma(y, y, z * z), s * fma(x, y, -(w * z)), s * fma(x, z, w * y), s * fma(x, y, w * z),
           1 - s * fma(x, x, z * z), s * fma(y, z, -(w * x)), s * fma(x, z, -(w * y)), s * fma(y, z, w * x),
           1 - s * fma(x, x, y * y)}};
}

/// Pose of B's box centre frame in A's box centre frame: the frames that stored vertices are given in. `a`, `b`: poses
/// in the world; `centre_a`, `centre_b`: box centres in the shapes' own frames. `T`: double, or packs of it.
template <class T>
ABUT_INLINE RelativePose<T> relative_pose(const RelativePose<T>& a, const RelativePose<T>& b, Vec3<T> centre_a,
                                          Vec3<T> centre_b) {
  // The difference of the positions first: it is small and nearly exact where the bodies are near each other.
  const Vec3<T> between = (b.translation - a.translation) + rotate(b.rotation, centre_b);
  return {transpose_times(a.rotation, b.rotation), rotate_back(a.rotation, between) - centre_a};
}
ABUT_INLINE RelativePose<double> relative_pose(const Pose& a, const Pose& b, Vec3<double> centre_a,
                                               Vec3<double> centre_b) {
  return relative_pose<double>({a.rotation, a.position}, {b.rotation, b.position}, centre_a, centre_b);
}

}  // namespace ABUT_ISA
}  // namespace abut
