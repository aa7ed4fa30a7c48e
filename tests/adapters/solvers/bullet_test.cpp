// The Bullet adapter against Bullet's own manifold of the same pair (built where libbullet-dev is installed).
#include <btBulletCollisionCommon.h>
#include <gtest/gtest.h>

#include <memory>

#include "examples/adapters/bullet.h"
#include "examples/adapters/sample_pairs.h"

namespace adapters {
namespace {

btScalar scalar(double x) { return static_cast<btScalar>(x); }
btVector3 vector(abut::Vec3<double> v) { return {scalar(v.x), scalar(v.y), scalar(v.z)}; }

/// Bullet's collision objects of one body.
struct Object {
  explicit Object(const SampleBody& body) {
    if (body.radius > 0) {
      shape = std::make_unique<btSphereShape>(scalar(body.radius));
    } else {
      shape = std::make_unique<btBoxShape>(vector(body.half));  // its margin lies inside the half extents
    }
    const double* r = body.pose.rotation.m;
    object.setWorldTransform(
        btTransform(btMatrix3x3(scalar(r[0]), scalar(r[1]), scalar(r[2]), scalar(r[3]), scalar(r[4]), scalar(r[5]),
                                scalar(r[6]), scalar(r[7]), scalar(r[8])),
                    vector(body.pose.position)));
    object.setCollisionShape(shape.get());
    object.setContactProcessingThreshold(1);
  }
  std::unique_ptr<btCollisionShape> shape;
  btCollisionObject object;
};

/// The deepest point of the manifold that Bullet makes, with body 0 as the first one given.
struct Deepest : btCollisionWorld::ContactResultCallback {
  const btCollisionObject* first = nullptr;
  bool found = false;
  btManifoldPoint point;
  bool in_order = true;
  btScalar addSingleResult(btManifoldPoint& p, const btCollisionObjectWrapper* object0, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    if (found && p.getDistance() >= point.getDistance()) return 0;
    found = true;
    point = p;
    in_order = object0->getCollisionObject() == first;
    return 0;
  }
};

void expect_near(const btScalar (&ours)[3], const btVector3& theirs, double tolerance, const char* what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(ours[i], theirs[i], tolerance) << what << " " << i;
}

TEST(BulletsOwnManifold, HasTheFieldsOfTheAdapter) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btCollisionWorld world(&dispatcher, &broadphase, &configuration);
  int compared = 0;
  for (const SamplePair& pair : sample_pairs()) {
    SCOPED_TRACE(pair.name);
    Object a(pair.a), b(pair.b);
    Deepest deepest;
    deepest.first = &a.object;
    deepest.m_closestDistanceThreshold = scalar(0.5);
    world.contactPairTest(&a.object, &b.object, deepest);
    ASSERT_TRUE(deepest.found);
    ASSERT_TRUE(deepest.in_order);
    const auto ours = to_bullet<btScalar>(contact_of<double>(pair), pair.a.pose.position, pair.a.pose, pair.b.pose);
    const btManifoldPoint& theirs = deepest.point;
    EXPECT_NEAR(ours.m_distance1, theirs.m_distance1, 2e-5);
    expect_near(ours.m_normalWorldOnB, theirs.m_normalWorldOnB, 1e-4, "normal");
    // Of two parallel faces every point is a nearest one: there Bullet's lies elsewhere on the same face.
    const btVector3 apart =
        theirs.m_positionWorldOnB -
        btVector3(ours.m_positionWorldOnB[0], ours.m_positionWorldOnB[1], ours.m_positionWorldOnB[2]);
    EXPECT_NEAR(apart.dot(theirs.m_normalWorldOnB), 0, 2e-5);
    if (pair.a.radius == 0 && pair.b.radius == 0) continue;
    ++compared;
    expect_near(ours.m_positionWorldOnA, theirs.m_positionWorldOnA, 2e-4, "point on A");
    expect_near(ours.m_positionWorldOnB, theirs.m_positionWorldOnB, 2e-4, "point on B");
    expect_near(ours.m_localPointA, theirs.m_localPointA, 2e-4, "local point of A");
    expect_near(ours.m_localPointB, theirs.m_localPointB, 2e-4, "local point of B");
  }
  EXPECT_EQ(compared, 4);
}

}  // namespace
}  // namespace adapters
