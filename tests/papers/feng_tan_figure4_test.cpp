// Feng & Tan 2019, section 5.1 and figure 4, in space: the fixed quadrilateral and the triangle that is moved a little,
// as prisms. Where the record's point and its features jump, the point taken is the patch's centroid. The plane's own
// test, with the same coordinates, is tests/planar/patch_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/abut.h"
#include "abut/planar.h"

namespace abut {
namespace {

using Corners = std::vector<Vec2<double>>;

// The figure prints no coordinates; these do what the text says.
const Corners quadrilateral{{0, 0}, {4, 0}, {4.5, 3}, {-1, 2.5}}, triangle{{-1, 0}, {0.25, -2}, {1.5, 0}};
// B reaches along z from -0.5 to 0.7, within A.
constexpr double low_a = -1, high_a = 1, low_b = -0.5, high_b = 0.7;

std::vector<Vec3<double>> prism(const Corners& corners, double low, double high) {
  std::vector<Vec3<double>> out;
  for (const Vec2<double>& c : corners) out.push_back({c.x, c.y, low}), out.push_back({c.x, c.y, high});
  return out;
}

/// B's place in the plane. Data only.
struct Place {
  double x, y, angle;
};
// The four configurations: (a) and (b) tilted, (c) parallel to A's bottom, (d) turned further.
constexpr double tilt = 0.05;
constexpr Place a{-1.41, 0.15, tilt}, b{-1.21, 0.15, tilt}, c{-1.0, 0.1, 0}, d{-1.46, 0.15, -tilt};

Place between(const Place& from, const Place& to, double t) {
  return {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), from.angle + t * (to.angle - from.angle)};
}

/// What is asked of a pair in space.
struct Answer {
  double separation;
  Vec3<double> normal, point, centroid;
  ContactType type;
  std::uint64_t key;
};

class InSpace {
 public:
  explicit InSpace(const Corners& of_b = triangle) {
    shapes_.add_hull(prism(quadrilateral, low_a, high_a));
    shapes_.add_hull(prism(of_b, low_b, high_b));
  }
  Answer at(const Place& place) const {
    BodySet bodies;
    bodies.add(Pose{}, 0);
    bodies.add(
        {{place.x, place.y, 0}, rotation_from_quaternion(std::cos(place.angle / 2), 0, 0, std::sin(place.angle / 2))},
        1);
    const std::vector<Pair> pairs{{0, 1}};
    const auto view = shapes_.view<double>();
    Contacts<double> contacts(1);
    query_pairs<double>(Cpu{1}, view, bodies.parts(), pairs, {}, contacts.view());
    const Patches<double> patches =
        find_patches<double>(Cpu{1}, view, bodies.parts(), {pairs, contacts.view()}, {}, false);
    const auto r = contacts[0];
    return {r.separation,
            r.normal,
            r.point,
            {patches.centre_x[0], patches.centre_y[0], patches.centre_z[0]},
            contact_type(r.feature_a, r.feature_b),
            r.key};
  }

 private:
  ShapeSet shapes_;
};

struct InPlane {
  PlanarContact<double> contact;
  PlanarPatch<double> patch;
};
InPlane in_plane(const Place& place) {
  PlanarShapeSet shapes;
  const std::vector<PlanarBody> bodies{{shapes.add_polygon(quadrilateral), {}},
                                       {shapes.add_polygon(triangle), planar_pose({place.x, place.y}, place.angle)}};
  const std::vector<Pair> pairs{{0, 1}};
  std::vector<PlanarContact<double>> contacts(1);
  std::vector<PlanarPatch<double>> patches(1);
  query_planar_pairs<double>(Cpu{1}, shapes, bodies, pairs, {}, {contacts, patches});
  return {contacts[0], patches[0]};
}

TEST(FengTanFigure4, PrismsHaveTheDepthAndNormalOfThePlaneAndTheCentroidOfTheOverlapsShadow) {
  const InSpace space;
  for (const Place& place : {a, b, c, d}) {
    const Answer found = space.at(place);
    const InPlane flat = in_plane(place);
    EXPECT_LT(found.separation, -0.05);
    EXPECT_NEAR(found.separation, flat.contact.separation, 1e-13);
    EXPECT_NEAR(found.normal.x, flat.contact.normal.x, 1e-13);
    EXPECT_NEAR(found.normal.y, flat.contact.normal.y, 1e-13);
    EXPECT_NEAR(found.normal.z, 0, 1e-13);
    // Along the prisms the patch is all that they have in common, across them the plane's interval.
    EXPECT_NEAR(found.centroid.x, flat.patch.point.x, 1e-12);
    EXPECT_NEAR(found.centroid.y, flat.patch.point.y, 1e-12);
    EXPECT_NEAR(found.centroid.z, (low_b + high_b) / 2, 1e-12);
  }
}

TEST(FengTanFigure4, FourConfigurationsSwitchTheirFeatures) {
  const InSpace space;
  const Vec3<double> left = unit_vector(Vec3<double>{-2.5, -1, 0}), down{0, -1, 0};
  const auto expect = [&](const Place& place, ContactType type, Vec3<double> normal) {
    const Answer found = space.at(place);
    EXPECT_EQ(found.type, type);
    EXPECT_GT(dot(found.normal, normal), 1 - 1e-12);
    return found.key;
  };
  const std::uint64_t key_a = expect(a, ContactType::edge_face, left);
  const std::uint64_t key_b = expect(b, ContactType::edge_face, down);
  const std::uint64_t key_c = expect(c, ContactType::face_face, down);
  const std::uint64_t key_d = expect(d, ContactType::edge_face, left);
  EXPECT_NE(key_a, key_b);
  EXPECT_NE(key_b, key_c);
  EXPECT_NE(key_c, key_d);
}

/// Largest changes from one step to the next on the way through the four configurations, where the key stays, and of
/// the centroid where it changes but the normal does not turn.
struct Changes {
  double normal = 0, centroid = 0, at_new_features = 0;
  int keys = 0;
};
Changes on_the_way(const InSpace& space, int steps) {
  Changes out;
  Answer last = space.at(a);
  const Place places[] = {a, b, c, d};
  for (int leg = 0; leg < 3; ++leg) {
    for (int k = 1; k <= steps; ++k) {
      const Answer now = space.at(between(places[leg], places[leg + 1], static_cast<double>(k) / steps));
      const double turned = length(now.normal - last.normal), moved = length(now.centroid - last.centroid);
      if (now.key == last.key) {
        out.normal = std::max(out.normal, turned);
        out.centroid = std::max(out.centroid, moved);
      } else {
        ++out.keys;
        if (turned < 0.1) out.at_new_features = std::max(out.at_new_features, moved);
      }
      last = now;
    }
  }
  return out;
}

TEST(FengTanFigure4, NormalAndCentroidJumpOnlyWhereTheKeyChanges) {
  const InSpace space;
  const Changes coarse = on_the_way(space, 200), fine = on_the_way(space, 1600);
  EXPECT_GE(fine.keys, 3);
  // In an eighth of a step an eighth of the way: nothing jumps.
  EXPECT_LT(fine.normal, coarse.normal / 5 + 1e-12);
  EXPECT_LT(fine.centroid, coarse.centroid / 5);
  EXPECT_LT(coarse.centroid, 0.02);
  // And where other features take over along the same normal, the centroid does not jump either.
  EXPECT_LT(fine.at_new_features, coarse.centroid / 5);
}

TEST(FengTanFigure4, ALongerOrShorterFaceDoesNotMoveTheCentroid) {
  // Configuration (c), whose witness points are arbitrary along the common face: so little changes nothing.
  const Answer as_it_is = InSpace().at(c);
  for (const double more : {-1e-9, 1e-9}) {
    const Answer other = InSpace(Corners{{-1, 0}, {0.25, -2}, {1.5 + more, 0}}).at(c);
    EXPECT_LT(length(other.centroid - as_it_is.centroid), 1e-8);
    EXPECT_LT(length(other.normal - as_it_is.normal), 1e-8);
  }
  // Turned by as little the record's own point goes to an edge, the centroid stays.
  for (const double turn : {-1e-6, 1e-6}) {
    Place place = c;
    place.angle = turn;
    const Answer other = InSpace().at(place);
    EXPECT_GT(length(other.point - as_it_is.point), 0.05);
    EXPECT_LT(length(other.centroid - as_it_is.centroid), 1e-4);
  }
}

}  // namespace
}  // namespace abut
