// Shapes and bodies of the C interface: the same as those of the C++ library.
#include "abut/c/shapes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/capi/both.h"

namespace abut {
namespace {

using test::Both;

TEST(CShapes, HaveTheVerticesAndTheFacesOfTheCppLibrary) {
  const Both both(1);
  std::uint32_t count = 0;
  ASSERT_OK(abut_shapes_count(both.c_shapes, &count));
  ASSERT_EQ(count, both.shapes.size());
  for (std::uint32_t s = 0; s < count; ++s) {
    std::size_t n = 0;
    ASSERT_OK(abut_shapes_vertices(both.c_shapes, s, nullptr, 0, &n));
    const auto expected = both.shapes.vertices(s);
    ASSERT_EQ(n, expected.size());
    std::vector<double> xyz(3 * n);
    ASSERT_OK(abut_shapes_vertices(both.c_shapes, s, xyz.data(), n, &n));
    for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(xyz[3 * k + 2], expected[k].z);
    std::size_t faces = 0, corners = 0;
    abut_faces out{sizeof out, nullptr, 0, nullptr, 0, &faces, &corners};
    ASSERT_OK(abut_shapes_faces(both.c_shapes, s, &out));
    const auto polygons = both.shapes.faces(s);
    ASSERT_EQ(faces, polygons.size());
    std::vector<std::uint32_t> begin(faces + 1), vertices(corners);
    out = {sizeof out, begin.data(), faces, vertices.data(), corners, &faces, &corners};
    ASSERT_OK(abut_shapes_faces(both.c_shapes, s, &out));
    for (std::size_t f = 0; f < faces; ++f) {
      EXPECT_EQ(std::vector<std::uint32_t>(vertices.begin() + begin[f], vertices.begin() + begin[f + 1]), polygons[f]);
    }
  }
}

TEST(CShapes, TooLittleRoomSaysWhatIsNeeded) {
  const Both both(2);
  double xyz[3];
  std::size_t n = 0;
  EXPECT_EQ(abut_shapes_vertices(both.c_shapes, 0, xyz, 1, &n), ABUT_TOO_SMALL);
  EXPECT_EQ(n, 8u);
  std::uint32_t begin[7], corners[24];
  std::size_t faces = 0;
  abut_faces out{sizeof out, begin, 5, corners, 24, &faces, &n};
  EXPECT_EQ(abut_shapes_faces(both.c_shapes, 0, &out), ABUT_TOO_SMALL);
  EXPECT_EQ(faces, 6u);
  EXPECT_EQ(n, 24u);
  out.face_capacity = 6, out.vertex_capacity = 23;
  EXPECT_EQ(abut_shapes_faces(both.c_shapes, 0, &out), ABUT_TOO_SMALL);
  out.vertex_capacity = 24;
  EXPECT_OK(abut_shapes_faces(both.c_shapes, 0, &out));
  EXPECT_EQ(begin[6], 24u);
}

TEST(CShapes, ReplacedVerticesAreTheNewOnes) {
  const Both both(3);
  std::vector<double> xyz;
  for (const Vec3<double>& v : both.shapes.vertices(0)) xyz.insert(xyz.end(), {2 * v.x, v.y, v.z});
  ASSERT_OK(abut_shapes_replace_vertices(both.c_shapes, 0, xyz.data(), 8));
  std::vector<double> now(24);
  std::size_t n = 0;
  ASSERT_OK(abut_shapes_vertices(both.c_shapes, 0, now.data(), 8, &n));
  EXPECT_EQ(now, xyz);
}

TEST(CBodies, HaveThePartsOfTheCppLibrary) {
  const Both both(4);
  std::uint32_t bodies = 0, parts = 0;
  ASSERT_OK(abut_bodies_count(both.c_bodies, &bodies, &parts));
  EXPECT_EQ(bodies, both.bodies.size());
  const abut_parts c = both.parts();
  const PartsView expected = both.bodies.parts();
  ASSERT_EQ(c.count, expected.count);
  EXPECT_EQ(parts, expected.count);
  for (std::uint32_t i = 0; i < c.count; ++i) {
    EXPECT_EQ(c.shape[i], expected.shape[i]);
    EXPECT_EQ(c.px[i], expected.px[i]);
    EXPECT_EQ(c.r[5][i], expected.r[5][i]);
    EXPECT_EQ(c.meets[i], expected.meets[i]);
    EXPECT_EQ(c.alert[i], expected.alert[i]);
  }
  std::uint32_t first = 0;
  ASSERT_OK(abut_bodies_first_part(both.c_bodies, bodies, &first));
  EXPECT_EQ(first, parts) << "the end of the last one's";
}

TEST(CBodies, PosesComeBackAsTheyWereSet) {
  const Both both(5);
  test::Random random(6);
  const abut_pose pose = test::c_pose({random.in_ball(), random.rotation()});
  ASSERT_OK(abut_bodies_set_pose(both.c_bodies, 3, &pose));
  abut_pose back{};
  ASSERT_OK(abut_bodies_pose(both.c_bodies, 3, &back));
  EXPECT_EQ(std::memcmp(&back, &pose, sizeof pose), 0);
  EXPECT_EQ(abut_bodies_set_pose(both.c_bodies, 100000, &pose), ABUT_INVALID_INPUT);
  abut_body_options options;
  ASSERT_OK(abut_body_options_init(&options, sizeof options));
  EXPECT_EQ(options.size, sizeof options);
  EXPECT_EQ(options.groups, 1u);
  EXPECT_EQ(options.meets, 0xffffffffu);
}

}  // namespace
}  // namespace abut
