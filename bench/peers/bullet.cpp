// Bullet behind the peers' interface, float as it is shipped: its GJK and EPA alone (btGjkEpaSolver2) and its usual
// path (btGjkPairDetector over the Voronoi simplex solver). Hulls and boxes without collision margin.
//
// btGjkEpaSolver2::Distance leaves margins out, and a sphere or capsule is all margin around a point or segment: the
// margins are taken off its distance, as Bullet itself does. Its normals are in A's frame and point from B to A.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bench/peers/serve.h"

namespace {

using namespace peers;

btScalar scalar(double x) { return static_cast<btScalar>(x); }
void store(double (&to)[3], const btVector3& v) { set3(to, double(v.x()), double(v.y()), double(v.z())); }

std::unique_ptr<btConvexShape> shape_of(const Shape& shape) {
  std::unique_ptr<btConvexShape> out;
  switch (shape.kind) {
    case Kind::hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const auto& v : shape.vertices) hull->addPoint({scalar(v[0]), scalar(v[1]), scalar(v[2])}, false);
      hull->recalcLocalAabb();
      hull->setMargin(0);
      return hull;
    }
    case Kind::sphere: return std::make_unique<btSphereShape>(scalar(shape.radius));
    case Kind::capsule: return std::make_unique<btCapsuleShapeZ>(scalar(shape.radius), scalar(2 * shape.half[2]));
    case Kind::box:
      out =
          std::make_unique<btBoxShape>(btVector3(scalar(shape.half[0]), scalar(shape.half[1]), scalar(shape.half[2])));
      out->setMargin(0);
  }
  return out;
}

btTransform transform_of(const Pose& pose) {
  const double* r = pose.rotation;
  return btTransform(btMatrix3x3(scalar(r[0]), scalar(r[1]), scalar(r[2]), scalar(r[3]), scalar(r[4]), scalar(r[5]),
                                 scalar(r[6]), scalar(r[7]), scalar(r[8])),
                     btVector3(scalar(pose.position[0]), scalar(pose.position[1]), scalar(pose.position[2])));
}

struct PairOfShapes {
  const btConvexShape *a, *b;
  btTransform pose_a, pose_b;
  btScalar margin_a, margin_b;
};

class Bullet : public RecordingPeer {
 public:
  explicit Bullet(const Set& set) : RecordingPeer(set) {
    for (const Shape& shape : set.shapes) shapes_.push_back(shape_of(shape));
    const auto margin = [](const Shape& shape) { return scalar(shape.radius); };
    for (const PosedPair& p : set.pairs) {
      pairs_.push_back({shapes_[p.a].get(), shapes_[p.b].get(), transform_of(p.pose_a), transform_of(p.pose_b),
                        margin(set.shapes[p.a]), margin(set.shapes[p.b])});
    }
  }

  void run() override {
    for (std::size_t i = 0; i < records.size(); ++i) records[i] = answer(pairs_[i]);
  }

 private:
  virtual Record answer(const PairOfShapes& pair) = 0;

  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<PairOfShapes> pairs_;
};

/// btGjkEpaSolver2 alone: distance, or depth where the set overlaps.
class GjkEpa2 : public Bullet {
 public:
  explicit GjkEpa2(const Set& set) : Bullet(set), overlapping_(set.regime == Regime::overlapping) {}

 private:
  Record answer(const PairOfShapes& pair) override {
    Record r;
    const btScalar margin = pair.margin_a + pair.margin_b;
    if ((!overlapping_ || margin > 0) && distance(pair, margin, r)) return r;
    if (!overlapping_) {
      r.outcome = results_.status == btGjkEpaSolver2::sResults::Penetrating ? Outcome::overlapping : Outcome::gave_up;
      return r;
    }
    depth(pair, r);
    return r;
  }

  bool distance(const PairOfShapes& p, btScalar margin, Record& r) {
    const btVector3 guess = p.pose_a.getOrigin() - p.pose_b.getOrigin();
    if (!btGjkEpaSolver2::Distance(p.a, p.pose_a, p.b, p.pose_b, guess, results_)) return false;
    const btVector3 normal = -(p.pose_a.getBasis() * results_.normal);
    r.outcome = Outcome::answered;
    r.separation = double(results_.distance - margin);
    store(r.normal, normal);
    store(r.witness_a, results_.witnesses[0] + p.margin_a * normal);
    store(r.witness_b, results_.witnesses[1] - p.margin_b * normal);
    return true;
  }

  void depth(const PairOfShapes& p, Record& r) {
    const btVector3 guess = p.pose_a.getOrigin() - p.pose_b.getOrigin();
    const bool found = btGjkEpaSolver2::Penetration(p.a, p.pose_a, p.b, p.pose_b, guess, results_, true);
    if (!found) {
      r.outcome = results_.status == btGjkEpaSolver2::sResults::Separated ? Outcome::apart : Outcome::gave_up;
      return;
    }
    r.outcome = Outcome::answered;
    r.separation = double(results_.distance);
    store(r.normal, -(p.pose_a.getBasis() * results_.normal));
    store(r.witness_a, results_.witnesses[0]);
    store(r.witness_b, results_.witnesses[1]);
  }

  const bool overlapping_;
  btGjkEpaSolver2::sResults results_;
};

class PairDetector : public Bullet {
 public:
  using Bullet::Bullet;

 private:
  Record answer(const PairOfShapes& pair) override {
    btGjkPairDetector detector(pair.a, pair.b, &simplex_, &depth_);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pair.pose_a;
    input.m_transformB = pair.pose_b;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    Record r;
    r.outcome = found.m_hasResult ? Outcome::answered : Outcome::apart;
    if (found.m_hasResult) {
      const btVector3& normal = found.m_normalOnBInWorld;  // from B to A
      r.separation = double(found.m_distance);
      store(r.normal, -normal);
      store(r.witness_a, found.m_pointInWorld + normal * found.m_distance);
      store(r.witness_b, found.m_pointInWorld);
    }
    return r;
  }

  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (mode == "gjkepa2") return std::make_unique<GjkEpa2>(set);
  if (mode == "pairdetector") return std::make_unique<PairDetector>(set);
  return nullptr;
}

}  // namespace

int main() {
  const char* scalar_name = sizeof(btScalar) == 4 ? "f32" : "f64";
  return serve({"Bullet " PEERS_VERSION, PEERS_BUILT, {{"gjkepa2", scalar_name}, {"pairdetector", scalar_name}}, make});
}
