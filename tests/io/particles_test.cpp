// Particle lists: tables and dumps, orders of quaternions, scenes made of them.
#include "abut/particles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::TemporaryFolder;

std::vector<Particle> read(const std::string& text, const ParticleListOptions& options = {}) {
  const TemporaryFolder folder;
  return read_particles(folder.write("list.txt", text), options);
}

/// A dump of two snapshots of one atom, with the columns and the values.
std::string dump(const std::string& columns, const std::string& first, const std::string& second = "") {
  const std::string head = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\n";
  const std::string one = head + "ITEM: ATOMS " + columns + " \n" + first + " \n";
  return second.empty() ? one : one + head + "ITEM: ATOMS " + columns + " \n" + second + " \n";
}

const std::array<double, 4> turned{0.5, -0.5, 0.5, 0.5};  // w, x, y, z

TEST(ParticleList, ATableIsReadWhateverSeparatesItsColumns) {
  for (const std::string text : {"id shape x y z\n5 a 1 2 3\n6 b 4 5 6\n", "id,shape,x,y,z\n5,a,1,2,3\n6,b,4,5,6",
                                 "# id, shape, x, y, z\r\n5, a, 1, 2, 3\r\n\r\n6 , b , 4 , 5 , 6\r\n",
                                 "\xef\xbb\xbfz\ty\tx\tid\tshape\n3\t2\t1\t5\ta\n# a comment\n6\t5\t4\t6\tb\n"}) {
    const auto particles = read(text);
    ASSERT_EQ(particles.size(), 2u) << text;
    EXPECT_EQ(particles[0].id, 5u);
    EXPECT_EQ(particles[1].shape, "b");
    EXPECT_EQ(particles[0].position.x, 1);
    EXPECT_EQ(particles[0].position.y, 2);
    EXPECT_EQ(particles[1].position.z, 6);
    EXPECT_EQ(particles[1].quaternion, (std::array<double, 4>{1, 0, 0, 0}));
  }
}

TEST(ParticleList, YadesFormatLineNamesTheColumns) {
  const auto particles = read("#format x_y_z_r_matId\n#comment\n1 2 3 0.5 0\n4 5 6 0.25 1\n");
  ASSERT_EQ(particles.size(), 2u);
  EXPECT_EQ(particles[1].position.y, 5);
  EXPECT_EQ(particles[1].radius, 0.25);
  EXPECT_FALSE(particles[0].id);
}

TEST(ParticleList, NamesOfQuaternionColumnsSayTheirOrder) {
  for (const std::string text :
       {"x y z qw qx qy qz\n0 0 0 0.5 -0.5 0.5 0.5\n", "x y z qx qy qz qw\n0 0 0 -0.5 0.5 0.5 0.5\n",
        "quatk x y z quatw quati quatj\n0.5 0 0 0 0.5 -0.5 0.5\n"}) {
    EXPECT_EQ(read(text).at(0).quaternion, turned) << text;
  }
}

TEST(ParticleList, AnOrderIsGivenForColumnsThatOnlyCount) {
  const ParticleListOptions wxyz{.quaternion = QuaternionOrder::wxyz}, xyzw{.quaternion = QuaternionOrder::xyzw};
  for (const std::string names : {"quat1 quat2 quat3 quat4", "q0 q1 q2 q3", "q1 q2 q3 q4"}) {
    EXPECT_EQ(read("x y z " + names + "\n0 0 0 0.5 -0.5 0.5 0.5\n", wxyz).at(0).quaternion, turned) << names;
    EXPECT_EQ(read("x y z " + names + "\n0 0 0 -0.5 0.5 0.5 0.5\n", xyzw).at(0).quaternion, turned) << names;
  }
  ParticleListOptions own = xyzw;
  own.quaternion_columns = {"c_q[1]", "c_q[2]", "c_q[3]", "c_q[4]"};
  EXPECT_EQ(read(dump("x y z c_q[1] c_q[2] c_q[3] c_q[4]", "0 0 0 -0.5 0.5 0.5 0.5"), own).at(0).quaternion, turned);
}

TEST(ParticleList, ADumpsSnapshotIsChosen) {
  const std::string two = dump("id type xu yu zu", "1 2 1 2 3", "1 2 4 5 6");
  EXPECT_EQ(read(two, {.frame = 0}).at(0).position.x, 1);
  EXPECT_EQ(read(two, {.frame = 1}).at(0).position.x, 4);
  EXPECT_EQ(read(dump("id type x y z", "1 2 7 8 9")).at(0).position.z, 9);
  EXPECT_EQ(read(dump("id type x y z", "1 2 7 8 9")).at(0).shape, "2");
}

TEST(ParticleList, WhatHasNoPlaceIsReported) {
  const TemporaryFolder folder;
  std::string text = dump("id type x y z vx radius omegax", "1 1 0 0 0 5 0.5 6");
  const auto plain = read_particles(folder.write("a", text), {}, [](const Particle&) {});
  EXPECT_EQ(plain.unused_columns, (std::vector<std::string>{"vx", "omegax"}));
  EXPECT_FALSE(plain.periodic);
  EXPECT_FALSE(plain.oriented);
  text.replace(text.find("ff ff ff"), 8, "pp ff ff");
  EXPECT_TRUE(read_particles(folder.write("b", text), {}, [](const Particle&) {}).periodic);
}

std::string example(const std::string& name) { return std::string(ABUT_EXAMPLE_DATA) + "/particles/" + name; }

TEST(ParticleScene, TheExamplesOfBothFormsAreOneScene) {
  const TemporaryFolder folder;
  ParticleSceneOptions options;
  options.shapes = example("shapes.json");
  options.list.quaternion = QuaternionOrder::wxyz;
  const auto report = write_particle_scene(example("dump.liggghts"), options, folder / "dump.json");
  EXPECT_EQ(report.particles, 5u);
  options.list.quaternion = QuaternionOrder::by_name;
  write_particle_scene(example("table.csv"), options, folder / "table.json");
  EXPECT_EQ(test::content(folder / "dump.json"), test::content(folder / "table.json"));

  const Scene scene = read_scene(folder / "dump.json");
  ASSERT_EQ(scene.bodies.size(), 5u);
  EXPECT_EQ(scene.length_unit, "m");
  EXPECT_EQ(scene.body_names, (std::vector<std::string>{"1", "7", "3", "4", "9"}));
  EXPECT_EQ(scene.shape_names[scene.bodies.parts().shape[4]], "grain");
  // The rods, whose axis is z, are turned about y and about x by a right angle.
  const Vec3<double> third = rotate(scene.bodies.pose(2).rotation, Vec3<double>{0, 0, 1});
  const Vec3<double> fourth = rotate(scene.bodies.pose(3).rotation, Vec3<double>{0, 0, 1});
  EXPECT_NEAR(third.x, 1, 1e-12);
  EXPECT_NEAR(fourth.y, -1, 1e-12);
  // The second brick, turned by 30 degrees about z, sits 0.05 mm deep on the first.
  const auto found = detect<double>(Cpu{1}, scene.shapes, scene.bodies);
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_NEAR(found.contacts.separation[0], -5e-5, 1e-12);
}

TEST(ParticleScene, BallsHaveOneShapeForEachRadius) {
  const TemporaryFolder folder;
  write_particle_scene(example("yade.txt"), {.alert_distance = 3}, folder / "s.json");
  const Scene scene = read_scene(folder / "s.json");
  ASSERT_EQ(scene.bodies.size(), 3u);
  EXPECT_EQ(scene.shapes.size(), 2u);
  EXPECT_EQ(scene.alert_distance, 3);
  const auto found = detect<double>(Cpu{1}, scene.shapes, scene.bodies);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_NEAR(found.contacts.separation[0], std::sqrt(0.36 + 0.01 + 0.49) - 0.95, 1e-12);
}

TEST(ParticleScene, NumbersOfShapesCountFromTheFirstThatIsGivenAndNamesComeFirst) {
  const TemporaryFolder folder;
  ParticleSceneOptions options;
  options.shapes = folder.write("shapes.json", R"({"shapes": [{"name": "a", "sphere": {"radius": 1}},
    {"name": "1", "sphere": {"radius": 2}}, {"name": "c", "sphere": {"radius": 3}}]})");
  const auto shapes_of = [&](const std::string& words, std::uint64_t first) {
    options.first_shape = first;
    std::string text = "shape x y z\n";
    for (const char word : words) text += std::string(1, word) + " 0 0 0\n";
    write_particle_scene(folder.write("list", text), options, folder / "s.json");
    const Scene scene = read_scene(folder / "s.json");
    const auto* shape = scene.bodies.parts().shape;
    return std::vector<std::uint32_t>(shape, shape + scene.bodies.size());
  };
  EXPECT_EQ(shapes_of("ac13", 1), (std::vector<std::uint32_t>{0, 2, 1, 2}));
  EXPECT_EQ(shapes_of("02", 0), (std::vector<std::uint32_t>{0, 2}));
}

TEST(ParticleScene, NegativeZerosKeepTheirSign) {
  const TemporaryFolder folder;
  write_particle_scene(folder.write("list", "x y z r\n-0 0 -0.0 1\n"), {}, folder / "s.json");
  const Vec3<double> at = read_scene(folder / "s.json").bodies.pose(0).position;
  EXPECT_TRUE(at.x == 0 && at.y == 0 && at.z == 0);
  EXPECT_TRUE(std::signbit(at.x));
  EXPECT_FALSE(std::signbit(at.y));
  EXPECT_TRUE(std::signbit(at.z));
}

TEST(ParticleScene, MeshesAreFoundFromTheScenesFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "in");
  std::filesystem::create_directories(folder / "out");
  folder.write("in/t.off", test::tetrahedron_off);
  ParticleSceneOptions options;
  options.shapes = folder.write("in/shapes.json", R"({"shapes": [{"name": "t", "mesh": {"path": "t.off"}}]})");
  write_particle_scene(folder.write("list", "type x y z\n1 0 0 0\n"), options, folder / "out/s.json");
  EXPECT_EQ(read_scene(folder / "out/s.json").shapes.size(), 1u);
}

}  // namespace
}  // namespace abut
