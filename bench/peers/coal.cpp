// coal behind the peers' interface: its dispatch over pairs of kinds (closed forms where it has them, else GJK and
// EPA), with its default first direction and with the one between the bounding volumes. Every query starts cold: both
// cached guesses are reset. Depths are asked for where the set overlaps only.
#include <coal/internal/shape_shape_func.h>
#include <coal/narrowphase/narrowphase.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include "bench/peers/serve.h"

namespace {

using namespace peers;
using coal::Transform3s;
using coal::Vec3s;
using Hull = coal::Convex<coal::Triangle>;
using coal::details::EPA;
using coal::details::GJK;

std::unique_ptr<coal::ShapeBase> hull_of(const Shape& shape) {
  auto points = std::make_shared<std::vector<Vec3s>>();
  for (const auto& v : shape.vertices) points->push_back({v[0], v[1], v[2]});
  auto triangles = std::make_shared<std::vector<coal::Triangle>>();
  for (const auto& t : shape.triangles) triangles->push_back({t[0], t[1], t[2]});
  return std::make_unique<Hull>(points, static_cast<unsigned>(points->size()), triangles,
                                static_cast<unsigned>(triangles->size()));
}

std::unique_ptr<coal::ShapeBase> shape_of(const Shape& shape) {
  std::unique_ptr<coal::ShapeBase> out;
  switch (shape.kind) {
    case Kind::hull: out = hull_of(shape); break;
    case Kind::sphere: out = std::make_unique<coal::Sphere>(shape.radius); break;
    case Kind::capsule: out = std::make_unique<coal::Capsule>(shape.radius, 2 * shape.half[2]); break;
    case Kind::box: out = std::make_unique<coal::Box>(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]); break;
  }
  out->computeLocalAABB();
  return out;
}

Transform3s transform_of(const Pose& pose) {
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rotation(pose.rotation);
  return Transform3s(rotation, Eigen::Map<const Eigen::Vector3d>(pose.position));
}

using Distance = coal::CoalScalar (*)(const coal::CollisionGeometry*, const Transform3s&,
                                      const coal::CollisionGeometry*, const Transform3s&, const coal::GJKSolver*, bool,
                                      Vec3s&, Vec3s&, Vec3s&);

template <class A>
Distance distance_from(Kind b) {
  using coal::internal::ShapeShapeDistance;
  switch (b) {
    case Kind::hull: return ShapeShapeDistance<A, Hull>;
    case Kind::sphere: return ShapeShapeDistance<A, coal::Sphere>;
    case Kind::capsule: return ShapeShapeDistance<A, coal::Capsule>;
    case Kind::box: return ShapeShapeDistance<A, coal::Box>;
  }
  return nullptr;
}

Distance distance_between(Kind a, Kind b) {
  switch (a) {
    case Kind::hull: return distance_from<Hull>(b);
    case Kind::sphere: return distance_from<coal::Sphere>(b);
    case Kind::capsule: return distance_from<coal::Capsule>(b);
    case Kind::box: return distance_from<coal::Box>(b);
  }
  return nullptr;
}

struct PairOfShapes {
  Distance distance;
  const coal::ShapeBase *a, *b;
  Transform3s pose_a, pose_b;
};

class Coal : public RecordingPeer {
 public:
  Coal(const Set& set, coal::GJKInitialGuess guess)
      : RecordingPeer(set), overlapping_(set.regime == Regime::overlapping) {
    solver_.gjk_initial_guess = guess;
    for (const Shape& shape : set.shapes) shapes_.push_back(shape_of(shape));
    for (const PosedPair& p : set.pairs) {
      pairs_.push_back({distance_between(set.shapes[p.a].kind, set.shapes[p.b].kind), shapes_[p.a].get(),
                        shapes_[p.b].get(), transform_of(p.pose_a), transform_of(p.pose_b)});
    }
  }

  void run() override {
    for (std::size_t i = 0; i < records.size(); ++i) records[i] = answer(pairs_[i]);
  }

 private:
  Record answer(const PairOfShapes& p) const {
    solver_.cached_guess = Vec3s(1, 0, 0);
    solver_.support_func_cached_guess.setZero();
    solver_.gjk.status = GJK::DidNotRun;
    solver_.epa.status = EPA::DidNotRun;
    Vec3s a, b, normal;
    Record r;
    r.separation = p.distance(p.a, p.pose_a, p.b, p.pose_b, &solver_, overlapping_, a, b, normal);
    set3(r.normal, normal[0], normal[1], normal[2]);
    set3(r.witness_a, a[0], a[1], a[2]);
    set3(r.witness_b, b[0], b[1], b[2]);
    r.outcome = outcome();
    return r;
  }

  Outcome outcome() const {
    if (solver_.gjk.status == GJK::Failed) return Outcome::gave_up;
    if (solver_.gjk.status == GJK::Collision && !overlapping_) return Outcome::overlapping;
    const EPA::Status epa = solver_.epa.status;
    const bool good = epa == EPA::DidNotRun || epa == EPA::Valid || epa == EPA::AccuracyReached;
    return good ? Outcome::answered : Outcome::gave_up;
  }

  const bool overlapping_;
  coal::GJKSolver solver_;
  std::vector<std::unique_ptr<coal::ShapeBase>> shapes_;
  std::vector<PairOfShapes> pairs_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (mode == "default") return std::make_unique<Coal>(set, coal::GJKInitialGuess::DefaultGuess);
  if (mode == "bvguess") return std::make_unique<Coal>(set, coal::GJKInitialGuess::BoundingVolumeGuess);
  return nullptr;
}

}  // namespace

int main() { return serve({"coal " COAL_VERSION, PEERS_BUILT, {{"default", "f64"}, {"bvguess", "f64"}}, make}); }
