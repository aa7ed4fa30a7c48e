// Numbers of mesh files at the limits of a double: every text format reads the double that the C library reads, or says
// why it does not; what is written with all digits reads back to the bit.
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

#include "abut/io.h"
#include "tests/io/mesh_files.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

class MeshNumbers : public MeshFiles {
 protected:
  /// A triangle whose first coordinate is a word, in one of the text formats, and the line where that stands.
  struct Format {
    const char* name;
    const char* before;
    const char* after;
    int line;
  };
  static constexpr Format formats[] = {
      {"t.obj", "v ", " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1},
      {"t.off", "OFF\n3 1 0\n", " 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 3},
      {"t.ply",
       "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
       "element face 1\nproperty list uchar int vertex_indices\nend_header\n",
       " 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 10},
      {"t.stl", "solid s\nfacet normal 0 0 1\nouter loop\nvertex ",
       " 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n", 4}};

  void expect_read(const std::string& word) const {
    errno = 0;
    const double expected = std::strtod(word.c_str(), nullptr);
    const bool underflows = errno == ERANGE && expected == 0;
    for (const Format& f : formats) {
      const double got = read(f.name, f.before + word + f.after).vertices.at(0).x;
      EXPECT_EQ(got, expected) << f.name << ' ' << word;
      // Of a number too small for a double the sign is not kept.
      EXPECT_TRUE(underflows || std::signbit(got) == std::signbit(expected)) << f.name << ' ' << word;
    }
  }

  void expect_refused_as(const std::string& word, const char* why) const {
    const std::string shown = "x is \"" + word.substr(0, 40) + (word.size() > 40 ? "..." : "") + "\"";
    for (const Format& f : formats) {
      const std::string line = ":" + std::to_string(f.line) + ": ";
      expect_refused(f.name, f.before + word + f.after, {line.c_str(), shown.c_str(), why});
    }
  }
};

const std::string zeros(400, '0');

TEST_F(MeshNumbers, AtTheLimitsAreThoseOfTheCLibrary) {
  for (const std::string& word : std::vector<std::string>{
           "0", "-0", "-0.0", "+0", "1e308", "1.7976931348623157e308", "-1.7976931348623157E+308",
           "1.7976931348623158e308",                              // rounds to the largest
           "2.2250738585072014e-308", "2.2250738585072011e-308",  // the least normal one, and below it
           "4.9e-324", "-5e-324",
           "2.4703282292062328e-324",                                  // rounds to the least
           "9007199254740993", "9007199254740992.999999999999999999",  // between two doubles
           "0.1000000000000000055511151231257827021181583404541015625", "1" + zeros.substr(0, 308)}) {
    expect_read(word);
  }
}

TEST_F(MeshNumbers, MayBeWrittenInAnyWayOfTheCLanguage) {
  for (const char* word : {".5", "-.5", "+.5", "5.", "-5.e1", "1e0", "1E5", "1e+5", "+1e-5", "007", "1e007", "-00.5"}) {
    expect_read(word);
  }
}

TEST_F(MeshNumbers, OfHundredsOfDigitsAreRoundedOnce) {
  const std::string half = "0.5" + zeros + zeros;
  expect_read(half + "1");
  expect_read("1.00000000000000011102230246251565404236316680908203125" + zeros +
              "1");  // a tie, but for the last digit
  expect_read("1.00000000000000011102230246251565404236316680908203125" + zeros);
  expect_read("-" + std::string(300, '9') + "." + std::string(300, '9'));
}

TEST_F(MeshNumbers, TooSmallForADoubleAreZeroHoweverTheyAreWritten) {
  for (const std::string& word : std::vector<std::string>{
           "0e400", "-0e99999999999999999999", "1e-400", "-1e-400", "2.4703282292062327e-324", "0." + zeros + "1",
           "." + zeros + "1", "-." + zeros + "1", "+." + zeros + "1", "0." + zeros + "1e5",
           "0." + zeros + zeros + "1e+300", "12345e-99999", "1e-99999999999999999999"}) {
    expect_read(word);
  }
}

TEST_F(MeshNumbers, TooLargeForADoubleAreNotFiniteHoweverTheyAreWritten) {
  for (const std::string& word :
       std::vector<std::string>{"1e309", "-1e309", "1.8e308", "1.7976931348623159e308", "1" + zeros,
                                "-1" + zeros + ".5", "1" + zeros + "e-10", "12345" + zeros + "e-91", "0.001e312",
                                "0." + zeros + "1e800", "1e99999999999999999999"}) {
    expect_refused_as(word, "; only finite numbers are allowed");
  }
  for (const char* word : {"inf", "-INF", "Infinity", "nan", "-NaN", "nan(7)", "-nan(ind)"}) {
    expect_refused_as(word, "; only finite numbers are allowed");
  }
}

TEST_F(MeshNumbers, OfOtherLanguagesAreNone) {
  for (const char* word : {"0x10", "0x1p3", "1e",  "1e+",   "e5", "1,5", "1_000", "--1",   "+-1", "++1",
                           "-+1",  "1f",    "1d0", "1.5.2", "-",  "+",   ".",     "1e5.5", "1m",  "\"1\""}) {
    expect_refused_as(word, "; a number is needed");
  }
  expect_refused("t.obj", "v \xef\xbc\x91 0 0\n", {":1: x is \"\\xef\\xbc\\x91\"; a number is needed"});
}

/// Random bits are numbers of every size, one in 2^11 of them below the normal ones; the rest are put there.
double random_double(Random& random, int i) {
  for (;;) {
    std::uint64_t bits = random.bits();
    if (i % 8 == 0) bits &= 0x800fffffffffffffull;
    const double value = std::bit_cast<double>(bits);
    if (std::isfinite(value)) return value;
  }
}

TEST_F(MeshNumbers, AreWrittenSoThatTheyReadBackToTheBit) {
  Random random(11);
  Mesh mesh;
  for (int i = 0; i < 3000; ++i) {
    const double x = random_double(random, i), y = random_double(random, i + 1), z = random_double(random, i + 2);
    mesh.vertices.push_back({x, y, z});
  }
  mesh.vertices.push_back({-0.0, std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::max()});
  for (std::uint32_t v = 0; v + 2 < mesh.vertices.size(); ++v) mesh.triangles.push_back({v, v + 2, v + 1});
  write_obj({mesh}, path("all.obj"));
  const Mesh again = read_mesh(path("all.obj"));
  ASSERT_EQ(again.vertices.size(), mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    for (const auto axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(again.vertices[v].*axis),
                std::bit_cast<std::uint64_t>(mesh.vertices[v].*axis))
          << v << ": " << mesh.vertices[v].*axis;
    }
  }
  EXPECT_EQ(again.triangles, mesh.triangles);
}

/// A float is a double: nothing of it is rounded, and no other is near.
TEST_F(MeshNumbers, FloatsOfABinaryStlAreTakenAsTheyAre) {
  using Limits = std::numeric_limits<float>;
  Random random(12);
  std::vector<float> floats = {-0.0f,
                               0.1f,
                               Limits::denorm_min(),
                               -Limits::denorm_min(),
                               Limits::min(),
                               Limits::max(),
                               Limits::lowest(),
                               16777216.0f,
                               std::bit_cast<float>(0x007fffffu)};
  while (floats.size() < 9 * 50) {
    const float f = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    if (std::isfinite(f)) floats.push_back(f);
  }
  std::string bytes(80, ' ');
  append_integer<std::uint32_t>(bytes, 50);
  for (std::size_t t = 0; t < 50; ++t) {
    for (int k = 0; k < 3; ++k) append_float(bytes, Limits::quiet_NaN());  // a normal that nobody needs
    for (std::size_t k = 0; k < 9; ++k) append_float(bytes, floats[9 * t + k]);
    append_integer<std::uint16_t>(bytes, 0xffff);
  }
  const Mesh mesh = read("t.stl", bytes);
  ASSERT_EQ(mesh.vertices.size(), 150u);
  for (std::size_t i = 0; i < floats.size(); ++i) {
    const Vec3<double>& v = mesh.vertices[i / 3];
    const double got = i % 3 == 0 ? v.x : i % 3 == 1 ? v.y : v.z;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(static_cast<double>(floats[i]))) << i;
  }
}

/// Indices are numbers too: whole ones in 32 bits, of vertices that are there.
TEST_F(MeshNumbers, IndicesBeyondAnyVertexAreRefusedAtTheirLine) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", off = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n",
                    ply = std::string(formats[2].before) + "0 0 0\n1 0 0\n0 1 0\n";
  for (const char* index :
       {"4", "2147483647", "2147483648", "4294967297", "4294967299", "9223372036854775807", "9223372036854775808",
        "18446744073709551617", "-4", "-2147483648", "-4294967295", "-9223372036854775808", "-9223372036854775809"}) {
    expect_refused("t.obj", v + "f 1 2 " + index + "\n", {":4: vertex index", index, "1 to 3 or -3 to -1"});
    expect_refused("t.obj", v + "f 1/1 2/1 " + index + "/1\n", {":4: vertex index", index, "1 to 3 or -3 to -1"});
    expect_refused("t.off", off + "3 0 1 " + index + "\n", {":6: a vertex index is", index, "0 to 2"});
    expect_refused("t.ply", ply + "3 0 1 " + index + "\n", {":13: ", "vertex index", index});
  }
  for (const char* index : {"1.0", "1e0", "0x1", "one", "1,", "+-1", "- 1"}) {
    expect_refused("t.obj", v + "f 1 2 " + index + "\n", {":4: a face corner is", "a vertex index is needed"});
    expect_refused("t.off", off + "3 0 1 " + index + "\n", {":6: a vertex index is", "0 to 2"});
    expect_refused("t.ply", ply + "3 0 1 " + index + "\n", {":13: a vertex index is", "a whole number is needed"});
  }
}

}  // namespace
}  // namespace abut::test
