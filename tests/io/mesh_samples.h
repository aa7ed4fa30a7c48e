// One small mesh in every format, as text or bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "abut/shapes/mesh.h"

namespace abut::test {

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

}  // namespace abut::test
