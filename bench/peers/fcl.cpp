// FCL behind the peers' interface: both of its solvers, GJK by libccd and its own. Apart: shapeDistance. Overlapping:
// shapeSignedDistance by libccd; its own solver has only shapeIntersect, whose depth is negative and whose normal is in
// A's frame. Pairs with a closed form (sphere with sphere, capsule, box; box with box) go by shapeIntersect, which
// takes it. An exception is a failure of that pair; an assertion (Debian's library has them on) ends the program.
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "bench/peers/serve.h"

namespace {

using namespace peers;
using fcl::Transform3d;
using fcl::Vector3d;
using Hull = fcl::Convex<double>;
using Sphere = fcl::Sphere<double>;
using Capsule = fcl::Capsule<double>;
using Box = fcl::Box<double>;
using Geometry = fcl::ShapeBase<double>;
using ByLibccd = fcl::detail::GJKSolver_libccd<double>;
using ByItself = fcl::detail::GJKSolver_indep<double>;

std::unique_ptr<Geometry> hull_of(const Shape& shape) {
  auto points = std::make_shared<std::vector<Vector3d>>();
  for (const auto& v : shape.vertices) points->push_back({v[0], v[1], v[2]});
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& t : shape.triangles) {
    faces->insert(faces->end(), {3, static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
  }
  return std::make_unique<Hull>(points, static_cast<int>(shape.triangles.size()), faces);
}

std::unique_ptr<Geometry> shape_of(const Shape& shape) {
  switch (shape.kind) {
    case Kind::hull: return hull_of(shape);
    case Kind::sphere: return std::make_unique<Sphere>(shape.radius);
    case Kind::capsule: return std::make_unique<Capsule>(shape.radius, 2 * shape.half[2]);
    case Kind::box: return std::make_unique<Box>(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
  }
  return nullptr;
}

Transform3d transform_of(const Pose& pose) {
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rotation(pose.rotation);
  Transform3d out = Transform3d::Identity();
  out.linear() = rotation;
  out.translation() = Eigen::Map<const Vector3d>(pose.position);
  return out;
}

template <class A, class B>
constexpr bool closed_form() {
  constexpr bool sphere_a = std::is_same_v<A, Sphere>;
  constexpr bool sphere_b = std::is_same_v<B, Sphere>;
  constexpr bool hull = std::is_same_v<A, Hull> || std::is_same_v<B, Hull>;
  return !hull && (sphere_a || sphere_b || (std::is_same_v<A, Box> && std::is_same_v<B, Box>));
}

void store(double (&to)[3], const Vector3d& v) { set3(to, v[0], v[1], v[2]); }

/// Of a signed distance and its points.
void by_points(double distance, const Vector3d& a, const Vector3d& b, Record& r) {
  r.outcome = Outcome::answered;
  r.separation = distance;
  store(r.normal, (b - a) / distance);
  store(r.witness_a, a);
  store(r.witness_b, b);
}

/// Of the deepest contact.
void by_contacts(const std::vector<fcl::ContactPoint<double>>& contacts, bool closed, const Transform3d& pose_a,
                 Record& r) {
  r.outcome = Outcome::answered;
  for (const auto& contact : contacts) {
    const double depth = closed ? contact.penetration_depth : -contact.penetration_depth;
    if (!std::isnan(r.separation) && -depth >= r.separation) continue;
    r.separation = -depth;
    store(r.normal, closed ? contact.normal : Vector3d(pose_a.linear() * contact.normal));
  }
}

template <class Solver, class A, class B>
void query(const Solver& solver, bool overlapping, const Geometry* shape_a, const Transform3d& pose_a,
           const Geometry* shape_b, const Transform3d& pose_b, Record& r) {
  const A& a = *static_cast<const A*>(shape_a);
  const B& b = *static_cast<const B*>(shape_b);
  constexpr bool closed = closed_form<A, B>();
  Vector3d point_a, point_b;
  double distance = none;
  if (!overlapping) {
    const bool apart = solver.shapeDistance(a, pose_a, b, pose_b, &distance, &point_a, &point_b);
    if (apart) return by_points(distance, point_a, point_b, r);
    r.outcome = Outcome::overlapping;
  } else if (closed || std::is_same_v<Solver, ByItself>) {
    std::vector<fcl::ContactPoint<double>> contacts;
    const bool found = solver.shapeIntersect(a, pose_a, b, pose_b, &contacts);
    if (found) return by_contacts(contacts, closed, pose_a, r);
    r.outcome = Outcome::apart;
  } else {
    solver.shapeSignedDistance(a, pose_a, b, pose_b, &distance, &point_a, &point_b);
    by_points(distance, point_a, point_b, r);
  }
}

template <class Solver>
using Query = void (*)(const Solver&, bool, const Geometry*, const Transform3d&, const Geometry*, const Transform3d&,
                       Record&);

template <class Solver, class A>
Query<Solver> query_from(Kind b) {
  switch (b) {
    case Kind::hull: return query<Solver, A, Hull>;
    case Kind::sphere: return query<Solver, A, Sphere>;
    case Kind::capsule: return query<Solver, A, Capsule>;
    case Kind::box: return query<Solver, A, Box>;
  }
  return nullptr;
}

template <class Solver>
Query<Solver> query_between(Kind a, Kind b) {
  switch (a) {
    case Kind::hull: return query_from<Solver, Hull>(b);
    case Kind::sphere: return query_from<Solver, Sphere>(b);
    case Kind::capsule: return query_from<Solver, Capsule>(b);
    case Kind::box: return query_from<Solver, Box>(b);
  }
  return nullptr;
}

template <class Solver>
class Fcl : public RecordingPeer {
 public:
  explicit Fcl(const Set& set) : RecordingPeer(set), overlapping_(set.regime == Regime::overlapping) {
    for (const Shape& shape : set.shapes) shapes_.push_back(shape_of(shape));
    for (const PosedPair& p : set.pairs) {
      pairs_.push_back({query_between<Solver>(set.shapes[p.a].kind, set.shapes[p.b].kind), shapes_[p.a].get(),
                        shapes_[p.b].get(), transform_of(p.pose_a), transform_of(p.pose_b)});
    }
  }

  void run() override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const PairOfShapes& p = pairs_[i];
      Record r;
      try {
        p.query(solver_, overlapping_, p.a, p.pose_a, p.b, p.pose_b, r);
      } catch (const std::exception&) {
        r = Record{};
      }
      records[i] = r;
    }
  }

 private:
  struct PairOfShapes {
    Query<Solver> query;
    const Geometry *a, *b;
    Transform3d pose_a, pose_b;
  };

  const bool overlapping_;
  Solver solver_;
  std::vector<std::unique_ptr<Geometry>> shapes_;
  std::vector<PairOfShapes> pairs_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (mode == "libccd") return std::make_unique<Fcl<ByLibccd>>(set);
  if (mode == "indep") return std::make_unique<Fcl<ByItself>>(set);
  return nullptr;
}

}  // namespace

int main() { return serve({"FCL " FCL_VERSION, PEERS_BUILT, {{"libccd", "f64"}, {"indep", "f64"}}, make}); }
