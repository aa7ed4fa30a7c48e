// Particle lists in the forms that programs write: numbers to the bit, line ends, separators, headers and dumps with
// all that a manual allows; lists cut off; scenes that stay when a list is bad.
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <iterator>
#include <limits>
#include <sstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "abut/particles.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

class ParticleForms : public testing::Test {
 protected:
  std::vector<Particle> read(const std::string& text, const ParticleListOptions& options = {}) const {
    return read_particles(folder_.write("list", text), options);
  }
  /// What is told, from the line's number on.
  std::string told(const std::string& text, const ParticleListOptions& options = {}) const {
    const std::string path = folder_.write("list", text);
    const std::string message = complaint([&] { read_particles(path, options); });
    EXPECT_TRUE(message.empty() || message.starts_with(path + ":")) << message;
    return message.empty() ? message : message.substr(path.size() + 1);
  }
  TemporaryFolder folder_;
};

/// Every line of a text with another end.
std::string with_ends(const std::string& text, const std::string& end) {
  std::string out;
  for (const char c : text) out += c == '\n' ? end : std::string(1, c);
  return out;
}

std::string snapshot(std::uint64_t step, const std::string& columns, const std::vector<std::string>& atoms,
                     const std::string& bounds = "ITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n") {
  std::string text = "ITEM: TIMESTEP\n" + std::to_string(step) + "\nITEM: NUMBER OF ATOMS\n" +
                     std::to_string(atoms.size()) + "\n" + bounds + "ITEM: ATOMS " + columns + "\n";
  for (const std::string& atom : atoms) text += atom + "\n";
  return text;
}

TEST_F(ParticleForms, NumbersKeepTheirBitsFromTheListToTheScene) {
  Random random(4);
  std::string list = "id,x,y,z,radius\n";
  std::vector<Vec3<double>> places;
  std::vector<double> radii;
  for (int i = 0; i < 300; ++i) {
    const auto number = [&] { return random.uniform(-1, 1) * random.magnitude(1e-150, 1e150); };
    const double x = number(), y = number(), z = number();
    places.push_back({x, y, z});
    radii.push_back(random.magnitude(1e-150, 1e150));
    char line[160];
    std::snprintf(line, sizeof line, "%d,%.17g,%.17g,%.17g,%.17g\n", i, x, y, z, radii.back());
    list += line;
  }
  const std::string path = folder_.write("list.csv", list);
  write_particle_scene(path, {}, folder_ / "scene.json");
  const Scene scene = read_scene(folder_ / "scene.json");
  ASSERT_EQ(scene.bodies.size(), 300u);
  EXPECT_EQ(scene.shapes.size(), 300u);
  for (std::uint32_t i = 0; i < 300; ++i) {
    const Vec3<double> p = scene.bodies.pose(i).position;
    EXPECT_TRUE(p.x == places[i].x && p.y == places[i].y && p.z == places[i].z) << i;
    EXPECT_EQ(scene.shapes.header(scene.bodies.parts().shape[i]).rounding, radii[i]) << i;
  }
}

TEST_F(ParticleForms, NumbersAreReadAsInMeshes) {
  const auto x_of = [&](const std::string& word) { return read("x y z\n" + word + " 0 0\n").at(0).position.x; };
  EXPECT_EQ(x_of("+1.5E+2"), 150);
  EXPECT_EQ(x_of(".5"), 0.5);
  EXPECT_EQ(x_of("4.9e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(x_of("1e-999"), 0);
  EXPECT_TRUE(std::signbit(x_of("-0")));
  for (const char* word : {"0x1", "1d0", "1;", "--1", "\"1\""}) {
    EXPECT_NE(told("x y z\n" + std::string(word) + " 0 0\n").find("2: column 1 \"x\" is "), std::string::npos) << word;
  }
  EXPECT_EQ(told("x y z\n0 0 1e309\n"), "2: column 3 \"z\" is \"1e309\"; only finite numbers are allowed");
  EXPECT_EQ(told("x y z\n0 -inf 0\n"), "2: column 2 \"y\" is \"-inf\"; only finite numbers are allowed");
}

TEST_F(ParticleForms, IdsHave64BitsAndAreNamesOfBodies) {
  const auto particles = read("id x y z\n18446744073709551615 0 0 0\n0 0 0 0\n007 0 0 0\n");
  EXPECT_EQ(particles.at(0).id, ~std::uint64_t{0});
  EXPECT_EQ(particles.at(1).id, 0u);
  EXPECT_EQ(particles.at(2).id, 7u);
  for (const char* id : {"18446744073709551616", "-0", "1e3", "0x1", "1.0"}) {
    EXPECT_EQ(told("id x y z\n" + std::string(id) + " 0 0 0\n"),
              std::string("2: column 1 \"id\" is \"") + id + "\"; a whole number, 0 or more, is needed");
  }
  EXPECT_EQ(told("id x y z\n7 0 0 0\n007 0 0 0\n"),
            "3: column 1 \"id\" is \"007\", which an earlier line has; each is allowed once");
}

TEST_F(ParticleForms, LineEndsBlanksAndCommentsChangeNothing) {
  const std::string table = "id type x y z\n1 a 1 2 3\n2 b 4 5 6\n";
  const std::string dump = snapshot(0, "id type x y z", {"1 a 1 2 3", "2 b 4 5 6"});
  const std::string tabs = "id\ttype\tx\ty\tz\n1\ta\t1\t2\t3\n2\tb\t4\t5\t6\n";
  for (const std::string& text : std::vector<std::string>{
           table, with_ends(table, "\r\n"), with_ends(table, " \r\n"), with_ends(table, "\n\n"), "\n\r\n" + table,
           "\xef\xbb\xbf" + table, "  " + with_ends(table, "\n  "), table + "# the end\n  # of all", tabs, "#" + table,
           " # " + table, "id,type,x,y,z\n1,a,1,2,3\n#2,c,0,0,0\n 2 ,\tb , 4,5 ,6", dump, with_ends(dump, "\r\n"),
           with_ends(dump, " \n"), dump + "\n\n", dump.substr(0, dump.size() - 1)}) {
    const auto particles = read(text);
    ASSERT_EQ(particles.size(), 2u) << text;
    EXPECT_EQ(particles[0].id, 1u) << text;
    EXPECT_EQ(particles[0].shape, "a") << text;
    EXPECT_EQ(particles[1].shape, "b") << text;
    EXPECT_EQ(particles[1].position.x, 4) << text;
    EXPECT_EQ(particles[1].position.z, 6) << text;
  }
}

TEST_F(ParticleForms, OfTwoColumnsForOneThingTheFirstKnownNameCounts) {
  const TemporaryFolder folder;
  const std::string path = folder.write("list", "xu x shape type y yu radius r z shape_id\n9 1 s t 2 9 3 9 4 i\n");
  Particle got;
  const ParticleListReport report = read_particles(path, {}, [&](const Particle& p) { got = p; });
  EXPECT_TRUE(got.position.x == 1 && got.position.y == 2 && got.position.z == 4);
  EXPECT_EQ(got.shape, "s");
  EXPECT_EQ(got.radius, 3);
  EXPECT_EQ(report.unused_columns, (std::vector<std::string>{"xu", "type", "yu", "r", "shape_id"}));
}

TEST_F(ParticleForms, ColumnsThatTheCallerNamesComeBeforeThoseThatSayTheirOrder) {
  const std::string list = "x y z qw qx qy qz a b c d\n0 0 0 1 0 0 0 0 1 0 0\n";
  EXPECT_EQ(read(list).at(0).quaternion, (std::array<double, 4>{1, 0, 0, 0}));
  ParticleListOptions options{.quaternion = QuaternionOrder::wxyz, .quaternion_columns = {"a", "b", "c", "d"}};
  EXPECT_EQ(read(list, options).at(0).quaternion, (std::array<double, 4>{0, 1, 0, 0}));
  options.quaternion = QuaternionOrder::xyzw;
  EXPECT_EQ(read(list, options).at(0).quaternion, (std::array<double, 4>{0, 0, 1, 0}));
  options.quaternion_columns = {"d", "c", "b", "a"};
  EXPECT_EQ(read(list, options).at(0).quaternion, (std::array<double, 4>{0, 0, 0, 1}));
  options.quaternion = QuaternionOrder::by_name;
  EXPECT_NE(told(list, options).find("columns \"d\" to \"a\" do not say the quaternion's order"), std::string::npos);
}

/// Within a thousandth; what stands there is kept as it stands.
TEST_F(ParticleForms, QuaternionsHaveLengthOneWithinAThousandth) {
  const auto list = [](const char* w) { return std::string("x y z qw qx qy qz\n0 0 0 ") + w + " 0 0 0\n"; };
  for (const char* w : {"1.0009", "-0.9991", "0.999000001"}) EXPECT_EQ(told(list(w)), "") << w;
  EXPECT_EQ(read(list("-0.9991")).at(0).quaternion[0], -0.9991);
  for (const char* w : {"1.0011", "0.9989", "0", "1e200"}) {
    EXPECT_EQ(told(list(w)), std::string("2: the quaternion (column 4 \"qw\" and three more), \"") + w +
                                 " 0 0 0\", has not length 1; allowed is 1 within 0.001");
  }
}

TEST_F(ParticleForms, DumpsMayHaveAllItemsOfTheirManualsInAnyOrder) {
  const std::string atoms = "ITEM: ATOMS x y z\n1 2 3\n";
  for (const std::string& head : std::vector<std::string>{
           "ITEM: UNITS\nlj\nITEM: TIME\n0.5\nITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n"
           "0 1\n0 1\n0 1\n",
           "ITEM: TIMESTEP\n5\nITEM: BOX BOUNDS xy xz yz ff fs sm\n0 1 0\n0 1 0\n0 1 0\nITEM: NUMBER OF ATOMS\n1\n",
           "ITEM: LABEL\nrun\nITEM: NUMBER OF ATOMS\n 1 \n",
           "ITEM: BOX BOUNDS\n0 1\n0 1\n0 1\nITEM: NUMBER OF ATOMS\n1\n"}) {
    bool taken = false;
    const ParticleListReport report =
        read_particles(folder_.write("dump", head + atoms), {}, [&](const Particle& p) { taken = p.position.z == 3; });
    EXPECT_TRUE(taken) << head;
    EXPECT_FALSE(report.periodic) << head;
  }
  for (const char* flags : {"pp ff ff", "ff pp mm", "ff ff pp", "xy xz yz ff ff pp"}) {
    const std::string text = snapshot(0, "x y z", {"0 0 0"}, std::string("ITEM: BOX BOUNDS ") + flags + "\n1\n2\n3\n");
    EXPECT_TRUE(read_particles(folder_.write("dump", text), {}, [](const Particle&) {}).periodic) << flags;
  }
}

/// Snapshots before the chosen one are passed over without being looked into; later ones are not read at all.
TEST_F(ParticleForms, OfAChosenSnapshotOnlyItsOwnColumnsCount) {
  const std::string first = snapshot(0, "odd names", {"no numbers", "at all"});
  const std::string second = snapshot(1, "x y z id", {"1 2 3 8", "4 5 6 9"});
  const std::string third = snapshot(2, "z y x", {"7 8 9"});
  const std::string all = first + second + third + "ITEM: BROKEN";
  const auto chosen = [&](std::uint64_t frame) { return read(all, {.frame = frame}); };
  EXPECT_EQ(chosen(1).size(), 2u);
  EXPECT_EQ(chosen(1).at(1).id, 9u);
  EXPECT_EQ(told(all, {.frame = 0}).find("10: no column \"x\" among"), std::string::npos);
  EXPECT_NE(told(all, {.frame = 0}).find("no column \"x\" among \"odd\", \"names\""), std::string::npos);
  EXPECT_NE(told(first + second, {.frame = 2}).find("it has 2 snapshots, chosen is number 2; allowed: 0 to 1"),
            std::string::npos);
  // An id may come again in the next snapshot: it is the same atom.
  EXPECT_EQ(read(second + second + second, {.frame = 2}).size(), 2u);
  EXPECT_EQ(read(snapshot(0, "x y z", {}) + second, {.frame = 0}).size(), 0u);
}

/// A table is whole where a line has all its values; a dump never is before its last atom.
TEST_F(ParticleForms, ListsCutAtAnyByteAreWholeOrRefused) {
  const std::string table = "id x y z\n1 10 20 30\n2 40 50 60\n";
  for (std::size_t length = 0; length < table.size(); ++length) {
    const std::string text = table.substr(0, length);
    const auto line = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::string last = text.substr(text.rfind('\n') + 1);
    std::istringstream words(last);
    const auto values = std::distance(std::istream_iterator<std::string>(words), {});
    if (values == 4 || (values == 0 && line > 0)) {
      EXPECT_EQ(read(text).size(), line - (values == 0 ? 1 : 0)) << text;
    } else {
      EXPECT_EQ(told(text).find(std::to_string(line == 0 ? 1 : line + 1) + ": "), 0u) << text;
    }
  }
  const std::string dump = snapshot(0, "id x y z", {"1 10 20 30", "2 40 50 60"});
  const std::size_t last = dump.find(" 60");
  for (std::size_t length = 0; length < last + 2; ++length) {
    const std::string text = dump.substr(0, length);
    EXPECT_NE(told(text), "") << length << ": " << text;
  }
}

TEST_F(ParticleForms, ACallersOwnExceptionComesThroughAndItsComplaintGetsTheLine) {
  struct Stop {};
  const std::string path = folder_.write("list", "type x y z\na 1 2 3\nb 4 5 6\n");
  int taken = 0;
  const auto stop = [&](const Particle&) {
    if (++taken == 2) throw Stop();
  };
  EXPECT_THROW(read_particles(path, {}, stop), Stop);
  EXPECT_EQ(taken, 2);
  EXPECT_EQ(complaint([&] {
              read_particles(path, {}, [](const Particle& p) {
                if (p.shape == "b") throw InvalidInput("not this one");
              });
            }),
            path + ":3: column 1 \"type\": not this one");
}

TEST_F(ParticleForms, AListThatIsBadLeavesTheSceneThatWasThere) {
  const std::string list = folder_.write("list", "x y z r\n0 0 0 1\n1 1 1 nan\n"), scene = folder_ / "scene.json";
  folder_.write("scene.json", "old");
  EXPECT_NE(complaint([&] { write_particle_scene(list, {}, scene); }), "");
  EXPECT_EQ(content(scene), "old");
  folder_.write("list", "x y z r\n0 0 0 1\n");
  for (const double alert : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_NE(complaint([&] {
                write_particle_scene(list, {.alert_distance = alert}, scene);
              }).find("allowed is a finite number, 0 or more"),
              std::string::npos);
  }
  {
    const FileSizeLimit full(60);
    EXPECT_THROW(write_particle_scene(list, {}, scene), FileError);
  }
  EXPECT_THROW(write_particle_scene(list, {}, folder_ / "missing/scene.json"), FileError);
  EXPECT_EQ(content(scene), "old");
  EXPECT_EQ(folder_.names().size(), 2u);
  write_particle_scene(list, {}, scene);
  EXPECT_EQ(read_scene(scene).bodies.size(), 1u);
  // A list of no particles is a scene of no bodies.
  folder_.write("list", "x y z r\n");
  write_particle_scene(list, {}, scene);
  EXPECT_EQ(read_scene(scene).bodies.size() + read_scene(scene).shapes.size(), 0u);
}

}  // namespace
}  // namespace abut::test
