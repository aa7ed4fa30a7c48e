// Every adapter against geometry that is known without it: what its fields mean to the solver is written down here once
// more, as a motion that makes the bodies touch and as points on them, and looked at on balls and bricks by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "examples/adapters/bullet.h"
#include "examples/adapters/chrono.h"
#include "examples/adapters/dem_engine.h"
#include "examples/adapters/drake.h"
#include "examples/adapters/mercurydpm.h"
#include "examples/adapters/mujoco.h"
#include "examples/adapters/physx.h"
#include "examples/adapters/sample_pairs.h"
#include "examples/adapters/siconos.h"

namespace adapters {
namespace {

using Vector = abut::Vec3<double>;

/// Signed distance of a point from the surface of a ball or brick, by hand.
double distance_from(const SampleBody& body, Vector point) {
  const Vector p = abut::rotate_back(body.pose.rotation, point - body.pose.position);
  if (body.radius > 0) return abut::length(p) - body.radius;
  const Vector q{std::abs(p.x) - body.half.x, std::abs(p.y) - body.half.y, std::abs(p.z) - body.half.z};
  const Vector outside{std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)};
  return abut::length(outside) + std::min(std::max({q.x, q.y, q.z}), 0.0);
}

/// Of the two bodies: with a ball from the other's surface, of two bricks of one attitude along their axes.
double separation_of(const SampleBody& a, const SampleBody& b) {
  if (b.radius > 0) return distance_from(a, b.pose.position) - b.radius;
  if (a.radius > 0) return distance_from(b, a.pose.position) - a.radius;
  const Vector d = abut::rotate_back(a.pose.rotation, b.pose.position - a.pose.position);
  return std::max(
      {std::abs(d.x) - a.half.x - b.half.x, std::abs(d.y) - a.half.y - b.half.y, std::abs(d.z) - a.half.z - b.half.z});
}

SampleBody moved(SampleBody body, Vector by) {
  body.pose.position = body.pose.position + by;
  return body;
}

/// What a solver takes a record for.
struct Reading {
  Vector move_b;  ///< by this B moves until the two just touch
  std::optional<Vector> on_a, on_b, middle;
};

template <class S>
Vector vec(const S (&v)[3]) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}
Vector out_of(const abut::Pose& pose, Vector local) { return pose.position + abut::rotate(pose.rotation, local); }

template <class T>
using Reader = std::function<std::optional<Reading>(const abut::Contact<T>&, const SamplePair&)>;

template <class T>
struct Solver {
  const char* name;
  bool gaps;  ///< whether it has records of gaps
  Reader<T> read;
};

template <class T>
std::vector<Solver<T>> solvers() {
  using Record = const abut::Contact<T>&;
  using Given = const SamplePair&;
  const abut::Pair parts{0, 1};
  return {
      {"Chrono", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_chrono(c, parts, p.a.pose.position);
         return Reading{vec(r.vN) * -r.distance, vec(r.vpA), vec(r.vpB), {}};
       }},
      {"MuJoCo", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_mujoco(c, parts, p.a.pose.position);
         const Vector normal{r.frame[0], r.frame[1], r.frame[2]};  // from geom[0] to geom[1]
         return Reading{normal * -r.dist, vec(r.pos) - normal * (0.5 * r.dist), vec(r.pos) + normal * (0.5 * r.dist),
                        vec(r.pos)};
       }},
      {"PhysX", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_physx(c, p.a.pose.position);
         const Vector move_a = vec(r.normal) * -static_cast<double>(r.separation);  // shape 0 moves along the normal
         return Reading{-move_a, {}, {}, vec(r.point)};
       }},
      {"Bullet in double", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_bullet<double>(c, p.a.pose.position, p.a.pose, p.b.pose);
         // Outward on B: B backs away from A against it.
         return Reading{
             vec(r.m_normalWorldOnB) * r.m_distance1, vec(r.m_positionWorldOnA), vec(r.m_positionWorldOnB), {}};
       }},
      {"Bullet's local points", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_bullet<float>(c, p.a.pose.position, p.a.pose, p.b.pose);
         const Vector on_a = out_of(p.a.pose, vec(r.m_localPointA)), on_b = out_of(p.b.pose, vec(r.m_localPointB));
         return Reading{on_a - on_b, on_a, on_b, {}};
       }},
      {"Drake's point pair", false,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_drake(c, parts, p.a.pose.position);
         if (!r) return {};
         EXPECT_GT(r->depth, 0);
         EXPECT_NEAR(abut::dot(vec(r->p_WCb) - vec(r->p_WCa), vec(r->nhat_BA_W)), r->depth, 1e-5);
         return Reading{vec(r->nhat_BA_W) * -r->depth, vec(r->p_WCa), vec(r->p_WCb), {}};  // A into the other way
       }},
      {"Drake's signed distance", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_drake_distance(c, parts, p.a.pose.position, p.a.pose, p.b.pose);
         return Reading{
             vec(r.nhat_BA_W) * r.distance, out_of(p.a.pose, vec(r.p_ACa)), out_of(p.b.pose, vec(r.p_BCb)), {}};
       }},
      {"MercuryDPM", false,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_mercury(c, parts, p.a.pose.position);
         if (!r) return {};
         EXPECT_GT(r->overlap, 0);
         return Reading{vec(r->normal) * -r->overlap, {}, {}, vec(r->contactPoint)};  // +normal pushes P, which is A
       }},
      {"DEM-Engine", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_dem_engine(c, parts, p.a.pose.position, p.a.pose, p.b.pose);
         const Vector point = vec(r.contactPnt);
         EXPECT_LT(abut::length(out_of(p.a.pose, vec(r.locCPA)) - point), 1e-6);
         EXPECT_LT(abut::length(out_of(p.b.pose, vec(r.locCPB)) - point), 1e-6);
         return Reading{vec(r.B2A) * -r.overlapDepth, {}, {}, point};  // A feels +B2A
       }},
      {"Siconos", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_siconos(in_world(c, p.a.pose.position), c.key, false);
         EXPECT_NEAR(abut::dot(vec(r.pc1) - vec(r.pc2), vec(r.nc)), r.distance, 1e-5);
         return Reading{vec(r.nc) * r.distance, vec(r.pc1), vec(r.pc2), {}};  // nc pushes body 1, which is A
       }},
      {"Siconos, bodies swapped", true,
       [=](Record c, Given p) -> std::optional<Reading> {
         const auto r = to_siconos(in_world(c, p.a.pose.position), c.key, true);
         EXPECT_NEAR(abut::dot(vec(r.pc1) - vec(r.pc2), vec(r.nc)), r.distance, 1e-5);
         return Reading{vec(r.nc) * -r.distance, vec(r.pc2), vec(r.pc1), {}};
       }},
  };
}

template <class T>
class Adapters : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Adapters, Scalars);

void expect_true_reading(const SamplePair& pair, const Reading& r, double tolerance) {
  const double truth = separation_of(pair.a, pair.b);
  EXPECT_NEAR(abut::length(r.move_b), std::abs(truth), tolerance);
  EXPECT_NEAR(separation_of(pair.a, moved(pair.b, r.move_b)), 0, tolerance);
  EXPECT_NEAR(separation_of(pair.a, moved(pair.b, r.move_b * 0.5)), truth / 2, tolerance);
  const auto expect_distances = [&](const std::optional<Vector>& point, double from_a, double from_b) {
    if (!point) return;
    EXPECT_NEAR(distance_from(pair.a, *point), from_a, tolerance);
    EXPECT_NEAR(distance_from(pair.b, *point), from_b, tolerance);
  };
  expect_distances(r.on_a, 0, truth);
  expect_distances(r.on_b, truth, 0);
  expect_distances(r.middle, truth / 2, truth / 2);
}

TYPED_TEST(Adapters, FieldsMeanToTheSolverWhatTheBodiesAre) {
  for (const SamplePair& pair : sample_pairs()) {
    const auto c = contact_of<TypeParam>(pair);
    ASSERT_TRUE(abut::is_contact(c.status)) << pair.name;
    for (const Solver<TypeParam>& solver : solvers<TypeParam>()) {
      SCOPED_TRACE(pair.name + std::string(", ") + solver.name);
      const auto reading = solver.read(c, pair);
      EXPECT_EQ(reading.has_value(), solver.gaps || c.separation < 0);
      if (reading) expect_true_reading(pair, *reading, 1e-6);
    }
  }
}

TYPED_TEST(Adapters, FarFromTheOriginOnlyFloatPositionsLoseDigits) {
  const Vector far{3e4, -2e4, 1e4};
  for (const SamplePair& pair : sample_pairs(far)) {
    const auto c = contact_of<TypeParam>(pair);
    for (const Solver<TypeParam>& solver : solvers<TypeParam>()) {
      SCOPED_TRACE(pair.name + std::string(", ") + solver.name);
      auto reading = solver.read(c, pair);
      if (!reading) continue;
      const bool float_position = std::string(solver.name) == "PhysX";
      if (float_position) {
        EXPECT_NEAR(distance_from(pair.a, *reading->middle), separation_of(pair.a, pair.b) / 2, 0.004);
        reading->middle.reset();
      }
      expect_true_reading(pair, *reading, 2e-6);
    }
  }
}

TYPED_TEST(Adapters, MujocosFrameIsRightHandedAndOrthonormal) {
  for (const SamplePair& pair : sample_pairs()) {
    const auto r = to_mujoco(contact_of<TypeParam>(pair), abut::Pair{0, 1}, pair.a.pose.position);
    const Vector n{r.frame[0], r.frame[1], r.frame[2]}, s{r.frame[3], r.frame[4], r.frame[5]},
        t{r.frame[6], r.frame[7], r.frame[8]};
    EXPECT_NEAR(abut::length(s), 1, 1e-6);
    EXPECT_NEAR(abut::dot(n, s), 0, 1e-6);
    EXPECT_LT(abut::length(abut::cross(n, s) - t), 1e-6);
  }
}

TYPED_TEST(Adapters, IdentitiesAreKept) {
  const SamplePair pair = sample_pairs()[4];
  const auto c = contact_of<TypeParam>(pair);
  const Vector at = pair.a.pose.position;
  const abut::Pair parts{7, 9};
  EXPECT_EQ(to_chrono(c, parts, at).shapeA, 7u);
  EXPECT_EQ(to_chrono(c, parts, at).shapeB, 9u);
  EXPECT_EQ(to_chrono(c, parts, at).reaction_key, c.key);
  EXPECT_EQ(to_mujoco(c, parts, at).geom[0], 7);
  EXPECT_EQ(to_mujoco(c, parts, at).geom[1], 9);
  EXPECT_EQ(to_physx(c, at).internalFaceIndex1, physx_no_face_index);
  EXPECT_EQ((to_bullet<float>(c, at, pair.a.pose, pair.b.pose).key), c.key);
  EXPECT_EQ(to_drake(c, parts, at)->id_A, 7u);
  EXPECT_EQ(to_drake(c, parts, at)->id_B, 9u);
  EXPECT_EQ(to_mercury(c, parts, at)->i, 7);
  EXPECT_EQ(to_mercury(c, parts, at)->j, 9);
  EXPECT_EQ(to_dem_engine(c, parts, at, pair.a.pose, pair.b.pose).AGeo, 7u);
  EXPECT_EQ(to_dem_engine(c, parts, at, pair.a.pose, pair.b.pose).BGeo, 9u);
  EXPECT_EQ(to_siconos(in_world(c, at), c.key, false).key, c.key);
}

TYPED_TEST(Adapters, CornersOfAPatchLieOnBothBodies) {
  const SamplePair pair = sample_pairs()[4];
  abut::ShapeSet shapes;
  abut::BodySet bodies;
  bodies.add(pair.a.pose, add_shape(shapes, pair.a));
  bodies.add(pair.b.pose, add_shape(shapes, pair.b));
  const std::vector<abut::Pair> pairs{{0, 1}};
  const auto view = shapes.view<TypeParam>();
  abut::Contacts<TypeParam> contacts(1);
  abut::query_pairs<TypeParam>(abut::Cpu{1}, view, bodies.parts(), pairs, {}, contacts.view());
  const auto patches =
      abut::find_patches<TypeParam>(abut::Cpu{1}, view, bodies.parts(), {pairs, contacts.view()}, {}, false);
  ASSERT_EQ(patches.offsets[1], 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto w =
        corner_in_world(contacts[0], abut::Vec3<TypeParam>{patches.point_x[k], patches.point_y[k], patches.point_z[k]},
                        patches.gap[k], pair.a.pose.position);
    EXPECT_NEAR(distance_from(pair.a, w.on_a), 0, 1e-6);
    EXPECT_NEAR(distance_from(pair.b, w.on_b), 0, 1e-6);
    EXPECT_NEAR(w.separation, separation_of(pair.a, pair.b), 1e-6);
  }
}

}  // namespace
}  // namespace adapters
