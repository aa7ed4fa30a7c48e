#include <algorithm>
#include <cstddef>
#include <limits>

#include "host/reference/polytope.h"

namespace abut::reference {
namespace {

using Index = std::uint32_t;

template <class S>
Vec3<S> product(const Mat3<S>& m, const Vec3<S>& v) {
  return {m.m[0] * v.x + m.m[1] * v.y + m.m[2] * v.z, m.m[3] * v.x + m.m[4] * v.y + m.m[5] * v.z,
          m.m[6] * v.x + m.m[7] * v.y + m.m[8] * v.z};
}
template <class S>
Vec3<S> transposed_product(const Mat3<S>& m, const Vec3<S>& v) {
  return {m.m[0] * v.x + m.m[3] * v.y + m.m[6] * v.z, m.m[1] * v.x + m.m[4] * v.y + m.m[7] * v.z,
          m.m[2] * v.x + m.m[5] * v.y + m.m[8] * v.z};
}

}  // namespace

template <class S>
Placed::Matrices<S>::Matrices(const RelativePose<double>& pose) : translation(converted<S>(pose.translation)) {
  for (int i = 0; i < 9; ++i) rotation.m[i] = static_cast<S>(pose.rotation.m[i]);
  const S* r = rotation.m;
  for (std::size_t i = 0; i < 3; ++i) {  // its rows are cross products of rows
    const S *p = r + 3 * ((i + 1) % 3), *q = r + 3 * ((i + 2) % 3);
    const Vec3<S> row = cross_product(Vec3<S>{p[0], p[1], p[2]}, Vec3<S>{q[0], q[1], q[2]});
    cofactor.m[3 * i] = row.x, cofactor.m[3 * i + 1] = row.y, cofactor.m[3 * i + 2] = row.z;
  }
}

Placed::Placed(const Polytope& polytope)
    : polytope_(&polytope), extent_(polytope.extent()), points_(polytope.points().data()), wide_({}), long_({}) {}

Placed::Placed(const Polytope& polytope, const RelativePose<double>& pose)
    : polytope_(&polytope), moved_(true), extent_(0), points_(nullptr), wide_(pose), long_(pose) {
  moved_points_.reserve(polytope.points().size());
  for (const Vec3<double>& p : polytope.points()) {
    moved_points_.push_back(product(pose.rotation, p) + pose.translation);
    extent_ = std::max(extent_, largest_coordinate(moved_points_.back()));
  }
  // What cancels in the sum of rotation and translation counts too.
  extent_ = std::max({extent_, polytope.extent(), largest_coordinate(pose.translation)});
  points_ = moved_points_.data();

  Mat3<double> cofactor;
  for (int i = 0; i < 9; ++i) cofactor.m[i] = static_cast<double>(long_.cofactor.m[i]);
  moved_nodes_.reserve(polytope.nodes().size());
  for (const Polytope::Node& n : polytope.nodes()) moved_nodes_.push_back(unit(product(cofactor, n.direction)));
}

template <class S>
const Placed::Matrices<S>& Placed::matrices() const {
  if constexpr (std::is_same_v<S, Wide>) {
    return wide_;
  } else {
    return long_;
  }
}

template <class S>
Vec3<S> Placed::point_as(Index vertex) const {
  const Vec3<S> p = converted<S>(polytope_->points()[vertex]);
  return moved_ ? product(matrices<S>().rotation, p) + matrices<S>().translation : p;
}

template <class S>
Vec3<S> Placed::node_as(Index node) const {
  const Vec3<S> n = polytope_->node_as<S>(node);
  return moved_ ? unit(product(matrices<S>().cofactor, n)) : n;
}

Index Placed::support(const Vec3<double>& u) const {
  const std::size_t count = polytope_->points().size();
  Index best = 0;
  double highest = inner(points_[0], u);
  for (std::size_t i = 1; i < count; ++i) {
    const double height = inner(points_[i], u);
    if (height > highest) highest = height, best = static_cast<Index>(i);
  }
  return best;
}

std::vector<Index> Placed::support_set(const Vec3<double>& u, double tolerance) const {
  const double least = inner(points_[support(u)], u) - tolerance;
  std::vector<Index> set;
  for (Index i = 0; i < polytope_->points().size(); ++i) {
    if (inner(points_[i], u) >= least) set.push_back(i);
  }
  return set;
}

template <class S>
Index Placed::support_as(const Vec3<S>& u) const {
  // Heights in double are off by less than 16 epsilon of the extent: placement 4, dot product 4, three coordinates.
  const Vec3<double> rounded = narrow(u);
  const Index first = support(rounded);
  const double least = inner(points_[first], rounded) - 64 * std::numeric_limits<double>::epsilon() * extent_;
  const Vec3<S> local = moved_ ? transposed_product(matrices<S>().rotation, u) : u;
  Index best = first;
  S highest = inner(converted<S>(polytope_->points()[first]), local);
  const std::size_t count = polytope_->points().size();
  for (Index i = 0; i < count; ++i) {
    if (i == first || inner(points_[i], rounded) < least) continue;
    const S height = inner(converted<S>(polytope_->points()[i]), local);
    if (height > highest) highest = height, best = i;
  }
  return best;
}

Index Placed::climb(const Vec3<double>& u, Index start, double enough) const {
  // A point that is no vertex of the hull has no edges to leave by.
  Index at = polytope_->neighbours(start).empty() ? polytope_->any_vertex() : start;
  double height = inner(points_[at], u);
  for (bool rising = true; rising && height < enough;) {
    rising = false;
    const Index centre = at;
    for (const Index n : polytope_->neighbours(centre)) {
      const double h = inner(points_[n], u);
      if (h > height) height = h, at = n, rising = true;
    }
  }
  return at;
}

template Vec3<Wide> Placed::point_as(Index) const;
template Vec3<Wide> Placed::node_as(Index) const;
template Index Placed::support_as(const Vec3<Wide>&) const;
#if defined(__SIZEOF_FLOAT128__)  // else Wide is Long
template Vec3<Long> Placed::point_as(Index) const;
template Vec3<Long> Placed::node_as(Index) const;
template Index Placed::support_as(const Vec3<Long>&) const;
#endif

}  // namespace abut::reference
