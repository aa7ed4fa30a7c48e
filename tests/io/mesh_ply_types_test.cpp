// Every scalar type of PLY at its limits, in text and in both byte orders, by both of its names; headers as other
// programs end their lines; binary files cut at every byte.
#include <bit>
#include <cmath>
#include <limits>

#include "host/io/mesh_formats.h"
#include "tests/io/mesh_files.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using MeshPlyTypes = MeshFiles;

/// A type by its names, its size, and numbers that it holds.
struct ScalarType {
  const char* name;
  const char* other_name;
  std::size_t bytes;
  std::vector<double> values;
};

const std::vector<ScalarType>& scalar_types() {
  using F = std::numeric_limits<float>;
  using D = std::numeric_limits<double>;
  static const std::vector<ScalarType> all{{"char", "int8", 1, {-128, -1, 0, 127}},
                                           {"uchar", "uint8", 1, {0, 1, 128, 255}},
                                           {"short", "int16", 2, {-32768, -1, 256, 32767}},
                                           {"ushort", "uint16", 2, {0, 256, 32768, 65535}},
                                           {"int", "int32", 4, {-2147483648.0, -1, 65536, 2147483647}},
                                           {"uint", "uint32", 4, {0, 65536, 2147483648.0, 4294967295.0}},
                                           {"float", "float32", 4, {-0.0, F::denorm_min(), F::lowest(), 0.1f}},
                                           {"double", "float64", 8, {-0.0, D::denorm_min(), D::lowest(), 0.1}}};
  return all;
}

void append_number(std::string& bytes, const ScalarType& type, double value, bool big_endian) {
  if (type.values.back() == 0.1) return append_integer(bytes, std::bit_cast<std::uint64_t>(value), big_endian);
  if (type.bytes == 4 && type.name[0] == 'f') return append_float(bytes, static_cast<float>(value), big_endian);
  const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  if (type.bytes == 1) append_integer(bytes, static_cast<std::uint8_t>(bits), big_endian);
  if (type.bytes == 2) append_integer(bytes, static_cast<std::uint16_t>(bits), big_endian);
  if (type.bytes == 4) append_integer(bytes, static_cast<std::uint32_t>(bits), big_endian);
}

std::string format_line(bool big_endian) {
  return std::string("ply\nformat binary_") + (big_endian ? "big" : "little") + "_endian 1.0\n";
}

TEST_F(MeshPlyTypes, CoordinatesOfEveryTypeAreReadToTheBitInBothByteOrders) {
  for (const ScalarType& type : scalar_types()) {
    for (const char* name : {type.name, type.other_name}) {
      for (const bool big : {false, true}) {
        std::string bytes = format_line(big) + "element vertex 4\n";
        for (const char axis : {'x', 'y', 'z'}) bytes += std::string("property ") + name + ' ' + axis + '\n';
        bytes += "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
        for (std::size_t v = 0; v < 4; ++v) {
          for (std::size_t k = 0; k < 3; ++k) append_number(bytes, type, type.values[(v + k) % 4], big);
        }
        append_integer<std::uint8_t>(bytes, 3, big);
        for (const std::uint32_t v : {3u, 0u, 2u}) append_integer(bytes, v, big);
        const Mesh mesh = read("t.ply", bytes);
        ASSERT_EQ(mesh.vertices.size(), 4u) << name;
        for (std::size_t v = 0; v < 4; ++v) {
          const double got[3] = {mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z};
          for (std::size_t k = 0; k < 3; ++k) {
            const double expected = type.values[(v + k) % 4];
            EXPECT_EQ(got[k], expected) << name << (big ? " big" : " little");
            EXPECT_EQ(std::signbit(got[k]), std::signbit(expected)) << name;
          }
        }
        EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{3, 0, 2}));
      }
    }
  }
}

/// Counts and indices of each whole type; a count above 127 in a byte is no negative one.
TEST_F(MeshPlyTypes, CountsAndIndicesMayBeOfEveryWholeType) {
  constexpr std::uint32_t corners = 120;
  for (const ScalarType& count : scalar_types()) {
    for (const ScalarType& index : scalar_types()) {
      if (count.name[0] == 'f' || count.name[0] == 'd' || index.name[0] == 'f' || index.name[0] == 'd') continue;
      const bool big = count.bytes == 2;
      std::string bytes = format_line(big) +
                          "element vertex 120\nproperty float x\nproperty float y\nproperty float z\n"
                          "element face 1\nproperty list " +
                          count.name + ' ' + index.other_name + " vertex_index\nend_header\n";
      for (std::uint32_t v = 0; v < corners; ++v) {
        const double angle = 2 * M_PI * v / corners;
        append_float(bytes, static_cast<float>(std::cos(angle)), big);
        append_float(bytes, static_cast<float>(std::sin(angle)), big);
        append_float(bytes, 0, big);
      }
      append_number(bytes, count, corners, big);
      for (std::uint32_t v = 0; v < corners; ++v) append_number(bytes, index, v, big);
      const Mesh mesh = read("t.ply", bytes);
      EXPECT_EQ(mesh.triangles.size(), corners - 2) << count.name << ' ' << index.name;
      EXPECT_NEAR(examine(mesh).area, M_PI, 2e-3) << count.name << ' ' << index.name;
    }
  }
}

TEST_F(MeshPlyTypes, AByteCountsTo255AndASignedOneTo127) {
  const auto fan = [](const char* count_type) {
    std::string bytes = format_line(false) +
                        "element vertex 255\nproperty short x\nproperty short y\nproperty short z\n"
                        "element face 1\nproperty list " +
                        count_type + " uchar vertex_indices\nend_header\n";
    for (int v = 0; v < 255; ++v) {  // on a parabola: convex
      append_integer(bytes, static_cast<std::int16_t>(v - 127));
      append_integer(bytes, static_cast<std::int16_t>((v - 127) * (v - 127)));
      append_integer(bytes, std::int16_t{0});
    }
    append_integer<std::uint8_t>(bytes, 255);
    for (int v = 0; v < 255; ++v) append_integer(bytes, static_cast<std::uint8_t>(v));
    return bytes;
  };
  EXPECT_EQ(read("t.ply", fan("uchar")).triangles.size(), 253u);
  expect_refused("t.ply", fan("char"), {"byte ", "the number of corners of a face is -1", "room for 0 to 255"});
}

/// Indices that would be valid if their sign or their upper bytes were lost.
TEST_F(MeshPlyTypes, IndicesKeepTheirSignAndAllTheirBytes) {
  struct Wrong {
    const char* type;
    double value;
    const char* shown;
  };
  for (const Wrong& wrong : {Wrong{"char", -1, "-1"}, Wrong{"uchar", 255, "255"}, Wrong{"short", -32768, "-32768"},
                             Wrong{"ushort", 65535, "65535"}, Wrong{"int", -2147483647, "-2147483647"},
                             Wrong{"uint", 4294967295.0, "4294967295"}, Wrong{"uint", 4294967040.0, "4294967040"}}) {
    for (const bool big : {false, true}) {
      std::string bytes = format_line(big) +
                          "element vertex 3\nproperty char x\nproperty char y\nproperty char z\n"
                          "element face 1\nproperty list uchar " +
                          wrong.type + " vertex_indices\nend_header\n" + std::string("\0\0\0\1\0\0\0\1\0", 9);
      const auto* type = &scalar_types()[0];
      while (std::string(type->name) != wrong.type) ++type;
      append_integer<std::uint8_t>(bytes, 3);
      for (const double v : {0.0, 1.0}) append_number(bytes, *type, v, big);
      const std::string place = "byte " + std::to_string(bytes.size());
      append_number(bytes, *type, wrong.value, big);
      const std::string says = std::string("vertex index ") + wrong.shown + "; allowed: 0 to 2";
      expect_refused("t.ply", bytes, {place.c_str(), says.c_str()});
    }
  }
}

/// The bytes after the header are none of its line end, whatever they look like; a whole number of text is no real one.
TEST_F(MeshPlyTypes, TheHeaderEndsAtItsOwnKindOfLineEnd) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    for (const int first : {10, 13, 32}) {
      std::string header;
      for (const char c : format_line(false) +
                              "comment\nelement vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
                              "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n") {
        header += c == '\n' ? std::string(end) : std::string(1, c);
      }
      const std::uint8_t body[] = {static_cast<std::uint8_t>(first), 13, 10, 10, 10, 10, 13, 13, 13, 3, 0, 1, 2};
      const Mesh mesh = read("t.ply", header + std::string(reinterpret_cast<const char*>(body), sizeof body));
      ASSERT_EQ(mesh.vertices.size(), 3u);
      EXPECT_EQ(mesh.vertices[0].x, first);
      EXPECT_EQ(mesh.vertices[0].y, 13);
      EXPECT_EQ(mesh.vertices[2].z, 13);
    }
  }
}

TEST_F(MeshPlyTypes, TextOfAWholeTypeIsAWholeNumber) {
  const auto text = [](const char* x) {
    return std::string(
               "ply\nformat ascii 1.0\nelement vertex 3\nproperty int x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n") +
           x + " 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  };
  EXPECT_EQ(read("t.ply", text("-9223372036854775808")).vertices[0].x, -0x1p63);
  for (const char* x : {"1.5", "1e3", "nan", "9223372036854775808"}) {
    expect_refused("t.ply", text(x), {":10: x is", x, "a whole number is needed"});
  }
}

/// Of a binary file every byte counts: cut anywhere it is refused, at a line of the header or at a byte that is there.
TEST_F(MeshPlyTypes, BinaryFilesCutAtEveryByteAreRefusedWhereTheyEnd) {
  for (const bool big : {false, true}) {
    const std::string whole = tetrahedron_binary_ply(big);
    const std::size_t body = whole.find("end_header\n") + 11;
    for (std::size_t length = 1; length < whole.size(); ++length) {
      try {
        io::read_loaded_mesh({"t.ply", whole.substr(0, length)});
        ADD_FAILURE() << "was read, cut at byte " << length;
      } catch (const InvalidInput& error) {
        const std::string text = std::string(error.what()).substr(5);
        const bool by_line = text.starts_with(":") && !text.starts_with(": byte ");
        if (!by_line) {
          ASSERT_TRUE(text.starts_with(": byte ")) << text;
          const std::size_t byte = std::stoul(text.substr(7));
          EXPECT_GE(byte, body) << text;
          EXPECT_LE(byte, length) << text;
        }
        EXPECT_TRUE(by_line || length >= body) << text;
      }
    }
  }
}

/// One walk reads text and bytes: the same random mesh is the same mesh in all three.
TEST_F(MeshPlyTypes, TheThreeFormatsOfOneMeshAreOneMesh) {
  Random random(3);
  Mesh mesh;
  for (int v = 0; v < 40; ++v) mesh.vertices.push_back(random.in_cube() * random.magnitude(1e-30, 1e30));
  for (int t = 0; t < 60; ++t) mesh.triangles.push_back({random.below(40), random.below(40), random.below(40)});
  const auto file = [&](const std::string& format, bool is_text, bool big) {
    std::string bytes = "ply\nformat " + format +
                        " 1.0\nelement vertex 40\nproperty double x\nproperty uchar red\nproperty double y\n"
                        "property double z\nelement face 60\nproperty short id\n"
                        "property list ushort uint vertex_indices\nend_header\n";
    char text[40];
    const auto real = [&](double value) {
      std::snprintf(text, sizeof text, "%.17g ", value);
      is_text ? static_cast<void>(bytes += text) : append_integer(bytes, std::bit_cast<std::uint64_t>(value), big);
    };
    const auto whole = [&](auto value) {
      is_text ? static_cast<void>(bytes += std::to_string(value) + " ") : append_integer(bytes, value, big);
    };
    for (const Vec3<double>& v : mesh.vertices) {
      real(v.x), whole(std::uint8_t{7}), real(v.y), real(v.z);
      if (is_text) bytes += '\n';
    }
    for (const auto& t : mesh.triangles) {
      whole(std::int16_t{-2}), whole(std::uint16_t{3});
      for (const std::uint32_t v : t) whole(v);
      if (is_text) bytes += '\n';
    }
    return bytes;
  };
  expect_same_mesh(read("t.ply", file("ascii", true, false)), mesh);
  expect_same_mesh(read("t.ply", file("binary_little_endian", false, false)), mesh);
  expect_same_mesh(read("t.ply", file("binary_big_endian", false, true)), mesh);
}

}  // namespace
}  // namespace abut::test
