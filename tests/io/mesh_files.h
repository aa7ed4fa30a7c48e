// Small mesh files for the reader tests, each written to a fresh temporary directory.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"

namespace abut::test {

/// A directory of its own, removed at the end.
class MeshFiles : public testing::Test {
 protected:
  MeshFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "abut_mesh_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory " + pattern);
    directory_ = pattern;
  }
  ~MeshFiles() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  Mesh read(const std::string& name, const std::string& bytes) const { return read_mesh(write(name, bytes)); }

  /// The file is refused with one line that has the path and all of `parts`.
  void expect_refused(const std::string& name, const std::string& bytes,
                      std::initializer_list<const char*> parts) const {
    const std::string file = write(name, bytes);
    try {
      read_mesh(file);
      ADD_FAILURE() << "was read: " << bytes.substr(0, 200);
    } catch (const InvalidInput& e) {
      const std::string text = e.what();
      EXPECT_EQ(text.find(file), 0u) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
    }
  }

 private:
  std::filesystem::path directory_;
};

inline void append_float(std::string& bytes, float value, bool big_endian = false) {
  char raw[4];
  std::memcpy(raw, &value, 4);
  for (int k = 0; k < 4; ++k) bytes += raw[big_endian ? 3 - k : k];
}

template <class Integer>
void append_integer(std::string& bytes, Integer value, bool big_endian = false) {
  for (std::size_t k = 0; k < sizeof(Integer); ++k) {
    const std::size_t place = big_endian ? sizeof(Integer) - 1 - k : k;
    bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * place));
  }
}

/// The tetrahedron of the unit corners, outward.
inline const Mesh& tetrahedron() {
  static const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  return mesh;
}

inline std::string tetrahedron_obj() {
  return "# a tetrahedron\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
}

inline std::string tetrahedron_off() {
  return "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
}

inline std::string tetrahedron_stl() {
  std::string text = "solid tetra\n";
  for (const auto& t : tetrahedron().triangles) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const std::uint32_t v : t) {
      const Vec3<double> p = tetrahedron().vertices[v];
      text += "   vertex " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid tetra\n";
}

inline std::string tetrahedron_binary_stl(const std::string& header = "made by hand") {
  std::string bytes = header;
  bytes.resize(80, ' ');
  append_integer<std::uint32_t>(bytes, 4);
  for (const auto& t : tetrahedron().triangles) {
    for (int k = 0; k < 3; ++k) append_float(bytes, 0);
    for (const std::uint32_t v : t) {
      const Vec3<double> p = tetrahedron().vertices[v];
      for (const double c : {p.x, p.y, p.z}) append_float(bytes, static_cast<float>(c));
    }
    append_integer<std::uint16_t>(bytes, 0);
  }
  return bytes;
}

inline std::string tetrahedron_ply() {
  return "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty float x\nproperty float y\n"
         "property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
         "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
}

/// With properties and elements that a reader has to pass over.
inline std::string tetrahedron_binary_ply(bool big_endian) {
  std::string bytes =
      std::string("ply\nformat binary_") + (big_endian ? "big" : "little") +
      "_endian 1.0\nobj_info by hand\nelement camera 2\nproperty double f\nproperty list ushort short l\n"
      "element vertex 4\nproperty uchar red\nproperty float x\nproperty short y\nproperty double z\n"
      "element face 4\nproperty list int uint vertex_index\nproperty list uchar float uv\nend_header\n";
  for (int k = 0; k < 2; ++k) {
    append_integer<std::uint64_t>(bytes, 0, big_endian);
    append_integer<std::uint16_t>(bytes, static_cast<std::uint16_t>(k), big_endian);
    for (int i = 0; i < k; ++i) append_integer<std::int16_t>(bytes, -1, big_endian);
  }
  for (const Vec3<double>& v : tetrahedron().vertices) {
    append_integer<std::uint8_t>(bytes, 200, big_endian);
    append_float(bytes, static_cast<float>(v.x), big_endian);
    append_integer<std::int16_t>(bytes, static_cast<std::int16_t>(v.y), big_endian);
    std::uint64_t z;
    std::memcpy(&z, &v.z, 8);
    append_integer<std::uint64_t>(bytes, z, big_endian);
  }
  for (const auto& t : tetrahedron().triangles) {
    append_integer<std::int32_t>(bytes, 3, big_endian);
    for (const std::uint32_t v : t) append_integer<std::uint32_t>(bytes, v, big_endian);
    append_integer<std::uint8_t>(bytes, 2, big_endian);
    for (int k = 0; k < 2; ++k) append_float(bytes, 0.5f, big_endian);
  }
  return bytes;
}

inline void expect_same_mesh(const Mesh& mesh, const Mesh& expected) {
  ASSERT_EQ(mesh.vertices.size(), expected.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    EXPECT_EQ(mesh.vertices[v].x, expected.vertices[v].x) << v;
    EXPECT_EQ(mesh.vertices[v].y, expected.vertices[v].y) << v;
    EXPECT_EQ(mesh.vertices[v].z, expected.vertices[v].z) << v;
  }
  EXPECT_EQ(mesh.triangles, expected.triangles);
}

inline std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

}  // namespace abut::test
