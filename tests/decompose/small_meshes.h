// Small closed meshes as wicked as a few bytes make them: facets that cross, fold back, touch and are doubled; and what
// `decompose` promises of any of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "abut/core/error.h"
#include "abut/decompose.h"
#include "host/decompose/promises.h"
#include "tests/decompose/solids.h"

namespace abut::test {

/// The next of some bytes, any number of them.
using NextByte = std::function<std::uint8_t()>;

inline Vec3<double> lattice_point(const NextByte& next) {
  const auto number = [&] { return static_cast<double>(next() % 5); };
  const double x = number(), y = number();
  return {x, y, number()};
}

/// Over a polygon with corners on a lattice, which may cross itself; lids are fans, from a corner that need not see the
/// others.
inline void add_prism(Mesh& mesh, const NextByte& next) {
  const std::uint32_t n = 3 + next() % 5, first = static_cast<std::uint32_t>(mesh.vertices.size());
  const std::uint32_t from = next() % n;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double x = next() % 5, y = next() % 5;
    mesh.vertices.push_back({x, y, 0});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    mesh.vertices.push_back(mesh.vertices[first + i] + Vec3<double>{0, 0, 1.0 + next() % 3});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t a = first + i, b = first + (i + 1) % n;
    mesh.triangles.push_back({a, b, b + n});
    mesh.triangles.push_back({a, b + n, a + n});
  }
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    const std::uint32_t a = first + from, b = first + (from + i) % n, c = first + (from + i + 1) % n;
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + n, b + n, c + n});
  }
}

/// A box or a coarse ring, some of whose corners are somewhere else.
inline void add_crumpled(Mesh& mesh, const NextByte& next) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  if (next() % 2 == 0) {
    add_box(mesh, {1, 1, 1}, {3, 3, 3});
  } else {
    const Mesh ring = torus_mesh(2, 1, 3 + next() % 3, 3);
    for (const Vec3<double>& v : ring.vertices) mesh.vertices.push_back(v);
    for (const auto& t : ring.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  for (std::uint32_t moved = next() % 4; moved > 0; --moved) {
    const std::size_t count = mesh.vertices.size() - first;
    mesh.vertices[first + next() % count] = lattice_point(next);
  }
}

inline Mesh small_mesh(const NextByte& next) {
  Mesh mesh;
  for (std::uint32_t solids = 1 + next() % 2; solids > 0; --solids) {
    if (next() % 2 == 0) {
      add_prism(mesh, next);
    } else {
      add_crumpled(mesh, next);
    }
  }
  const std::size_t count = mesh.triangles.size();
  switch (next() % 4) {
    case 0:  // doubled, one way or the other
      for (std::uint32_t k = next() % 4; k > 0; --k) {
        auto t = mesh.triangles[next() % count];
        if (next() % 2 == 0) std::swap(t[1], t[2]);
        mesh.triangles.push_back(t);
      }
      break;
    case 1: mesh.triangles.erase(mesh.triangles.begin() + next() % count); break;  // open
    default: break;
  }
  return mesh;
}

/// Empty where a mesh is refused, or its parts keep what they promise.
inline std::string finding_of(const Mesh& mesh, const DecomposeOptions& options) {
  const RepairedMesh body = repair_mesh(mesh);
  if (!body.refusal.empty()) return "";
  std::vector<std::string> notes;
  std::vector<Mesh> parts;
  try {
    parts = decompose(body.mesh, options, &notes);
  } catch (const InvalidInput&) {  // a cavity in no solid
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  if (!notes.empty()) return "";  // it is said what is not kept
  return host::broken_promise(body.mesh, parts, options);
}

}  // namespace abut::test
