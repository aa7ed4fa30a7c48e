#include "examples/fem/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace fem {

namespace {

/// Corners of an element's face, of three or four. Data only.
struct Face {
  std::array<std::uint32_t, 4> corner;
  std::uint32_t corners;
};

constexpr std::array<std::array<int, 3>, 4> tetrahedron_faces{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
constexpr std::array<std::array<int, 4>, 6> hexahedron_faces{
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
constexpr std::array<std::array<int, 4>, 6> hexahedron_cuts{
    {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}}};

template <std::size_t N, std::size_t F, std::size_t C>
void add_faces(const std::vector<std::array<std::uint32_t, N>>& elements,
               const std::array<std::array<int, C>, F>& faces, std::vector<Face>& out) {
  for (const auto& e : elements) {
    for (const auto& f : faces) {
      Face face{{}, C};
      for (std::size_t k = 0; k < C; ++k) face.corner[k] = e[static_cast<std::size_t>(f[k])];
      out.push_back(face);
    }
  }
}

/// The same whichever way a face is run through.
std::array<std::uint32_t, 4> key_of(const Face& face) {
  std::array<std::uint32_t, 4> key = face.corner;
  if (face.corners == 3) key[3] = ~0u;
  std::sort(key.begin(), key.end());
  return key;
}

template <std::size_t N>
void check_corners(const std::vector<std::array<std::uint32_t, N>>& elements, std::size_t nodes,
                   const std::string& what) {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    for (const std::uint32_t k : elements[e]) {
      if (k < nodes) continue;
      throw abut::InvalidInput(what + " " + std::to_string(e) + " has node " + std::to_string(k) +
                               ", allowed is below " + std::to_string(nodes));
    }
  }
}

}  // namespace

void check(const SolidMesh& mesh, const std::string& name) {
  if (mesh.tetrahedra.empty() && mesh.hexahedra.empty()) {
    throw abut::InvalidInput(name + " has 0 elements, allowed is 1 or more");
  }
  check_corners(mesh.tetrahedra, mesh.nodes.size(), name + ": tetrahedron");
  check_corners(mesh.hexahedra, mesh.nodes.size(), name + ": hexahedron");
  for (std::size_t k = 0; k < mesh.nodes.size(); ++k) {
    const Vector& p = mesh.nodes[k];
    if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) continue;
    throw abut::InvalidInput(name + ": node " + std::to_string(k) + " is (" + dem::text_of(p.x) + ", " +
                             dem::text_of(p.y) + ", " + dem::text_of(p.z) + "), allowed are finite numbers");
  }
}

Surface boundary(const SolidMesh& mesh) {
  std::vector<Face> faces;
  add_faces(mesh.tetrahedra, tetrahedron_faces, faces);
  add_faces(mesh.hexahedra, hexahedron_faces, faces);
  std::map<std::array<std::uint32_t, 4>, int> seen;
  for (const Face& face : faces) ++seen[key_of(face)];
  Surface out;
  for (const Face& face : faces) {
    if (seen[key_of(face)] != 1) continue;
    if (face.corners == 3) {
      out.triangles.push_back({face.corner[0], face.corner[1], face.corner[2]});
      continue;
    }
    const auto middle = static_cast<std::uint32_t>(mesh.nodes.size() + out.middles.size());
    out.middles.push_back(face.corner);
    for (std::size_t k = 0; k < 4; ++k) out.triangles.push_back({face.corner[k], face.corner[(k + 1) % 4], middle});
  }
  return out;
}

SolidMesh brick(Vector low, Vector high, std::array<std::uint32_t, 3> cells) {
  SolidMesh out;
  const std::uint32_t row = cells[0] + 1, layer = row * (cells[1] + 1);
  const auto along = [](double a, double b, std::uint32_t k, std::uint32_t of) {
    return k == of ? b : a + (b - a) * k / of;
  };
  for (std::uint32_t z = 0; z <= cells[2]; ++z) {
    for (std::uint32_t y = 0; y <= cells[1]; ++y) {
      for (std::uint32_t x = 0; x <= cells[0]; ++x) {
        out.nodes.push_back(
            {along(low.x, high.x, x, cells[0]), along(low.y, high.y, y, cells[1]), along(low.z, high.z, z, cells[2])});
      }
    }
  }
  for (std::uint32_t z = 0; z < cells[2]; ++z) {
    for (std::uint32_t y = 0; y < cells[1]; ++y) {
      for (std::uint32_t x = 0; x < cells[0]; ++x) {
        const std::uint32_t n = z * layer + y * row + x, m = n + layer;
        out.hexahedra.push_back({n, n + 1, n + row + 1, n + row, m, m + 1, m + row + 1, m + row});
      }
    }
  }
  return out;
}

SolidMesh cut_into_tetrahedra(const SolidMesh& mesh) {
  SolidMesh out{mesh.nodes, mesh.tetrahedra, {}};
  for (const auto& h : mesh.hexahedra) {
    for (const auto& cut : hexahedron_cuts) {
      std::array<std::uint32_t, 4> t;
      for (std::size_t k = 0; k < 4; ++k) t[k] = h[static_cast<std::size_t>(cut[k])];
      out.tetrahedra.push_back(t);
    }
  }
  return out;
}

SolidMesh tetrahedron(Vector a, Vector b, Vector c, Vector d) { return {{a, b, c, d}, {{0, 1, 2, 3}}, {}}; }

void append(const SolidMesh& more, SolidMesh& to) {
  const auto first = static_cast<std::uint32_t>(to.nodes.size());
  const auto behind = [&](auto corners) {
    for (std::uint32_t& k : corners) k += first;
    return corners;
  };
  to.nodes.insert(to.nodes.end(), more.nodes.begin(), more.nodes.end());
  for (const auto& t : more.tetrahedra) to.tetrahedra.push_back(behind(t));
  for (const auto& h : more.hexahedra) to.hexahedra.push_back(behind(h));
}

SolidMesh moved(SolidMesh mesh, const std::function<Vector(Vector)>& motion) {
  for (Vector& p : mesh.nodes) p = motion(p);
  return mesh;
}

}  // namespace fem
