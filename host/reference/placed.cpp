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

Placed::Placed(const Polytope& polytope)
    : polytope_(&polytope), extent_(polytope.extent()), points_(polytope.points().data()) {}

Placed::Placed(const Polytope& polytope, const RelativePose<double>& pose)
    : polytope_(&polytope), moved_(true), translation_(widen(pose.translation)), extent_(0), points_(nullptr) {
  for (int i = 0; i < 9; ++i) rotation_.m[i] = static_cast<Wide>(pose.rotation.m[i]);
  const Wide* r = rotation_.m;
  for (std::size_t i = 0; i < 3; ++i) {  // normals go with the cofactor matrix: its rows are cross products of rows
    const Wide *p = r + 3 * ((i + 1) % 3), *q = r + 3 * ((i + 2) % 3);
    const Vec3<Wide> row = cross_product(Vec3<Wide>{p[0], p[1], p[2]}, Vec3<Wide>{q[0], q[1], q[2]});
    cofactor_.m[3 * i] = row.x, cofactor_.m[3 * i + 1] = row.y, cofactor_.m[3 * i + 2] = row.z;
  }
  moved_points_.reserve(polytope.points().size());
  for (const Vec3<double>& p : polytope.points()) {
    moved_points_.push_back(product(pose.rotation, p) + pose.translation);
    extent_ = std::max(extent_, largest_coordinate(moved_points_.back()));
  }
  // What cancels in the sum of rotation and translation counts too.
  extent_ = std::max({extent_, polytope.extent(), largest_coordinate(pose.translation)});
  points_ = moved_points_.data();

  Mat3<double> cofactor;
  for (int i = 0; i < 9; ++i) cofactor.m[i] = static_cast<double>(cofactor_.m[i]);
  moved_nodes_.reserve(polytope.nodes().size());
  for (const Polytope::Node& n : polytope.nodes()) moved_nodes_.push_back(unit(product(cofactor, n.direction)));
}

Vec3<Wide> Placed::wide_point(Index vertex) const {
  const Vec3<Wide> p = widen(polytope_->points()[vertex]);
  return moved_ ? product(rotation_, p) + translation_ : p;
}

Vec3<Wide> Placed::wide_node(Index node) const {
  const Vec3<Wide> n = polytope_->wide_node(node);
  return moved_ ? unit(product(cofactor_, n)) : n;
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

Index Placed::wide_support(const Vec3<Wide>& u) const {
  // Heights in double are off by less than 16 epsilon of the extent: placement 4, dot product 4, three coordinates.
  const Vec3<double> rounded = narrow(u);
  const Index first = support(rounded);
  const double least = inner(points_[first], rounded) - 64 * std::numeric_limits<double>::epsilon() * extent_;
  const Vec3<Wide> local = moved_ ? transposed_product(rotation_, u) : u;
  Index best = first;
  Wide highest = inner(widen(polytope_->points()[first]), local);
  for (Index i = 0; i < polytope_->points().size(); ++i) {
    if (i == first || inner(points_[i], rounded) < least) continue;
    const Wide height = inner(widen(polytope_->points()[i]), local);
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

}  // namespace abut::reference
