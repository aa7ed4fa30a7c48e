// 10,000,000 points of each body's surface, each looked for in the parts that are certified to cover it: as a point, by
// the planes of the parts' triangles, and as a ray that is clipped by them. ABUT_COVER_SAMPLES sets another number,
// ABUT_COVER_MESHES names a folder whose meshes are all tested too.
#include <gtest/gtest.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "abut/core/contact.h"
#include "abut/core/error.h"
#include "abut/decompose.h"
#include "abut/io.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

constexpr double rounding = 1e-14;  // of a sample's place, relative to the body's size
constexpr std::size_t block = 4096;

struct Wall {
  Vec3<double> normal;
  double offset;
};

/// A convex part by the planes of its triangles, and its box.
struct Solid {
  std::vector<Wall> walls;
  Vec3<double> lo, hi;
};

Solid solid_of(const Mesh& part) {
  Solid s{{}, part.vertices[0], part.vertices[0]};
  for (const Vec3<double>& v : part.vertices) {
    s.lo = {std::min(s.lo.x, v.x), std::min(s.lo.y, v.y), std::min(s.lo.z, v.z)};
    s.hi = {std::max(s.hi.x, v.x), std::max(s.hi.y, v.y), std::max(s.hi.z, v.z)};
  }
  for (const auto& t : part.triangles) {
    const Vec3<double> a = part.vertices[t[0]], n = cross(part.vertices[t[1]] - a, part.vertices[t[2]] - a);
    const double size = length(n);
    if (!(size > 0)) continue;
    const Vec3<double> unit = n * (1 / size);
    s.walls.push_back({unit, dot(unit, a)});
  }
  return s;
}

bool holds(const Solid& s, const Vec3<double>& p, double slack) {
  for (const Wall& w : s.walls) {
    if (dot(w.normal, p) - w.offset > slack) return false;
  }
  return true;
}

/// Whether what a ray through `p` has in common with the part holds `p`.
bool ray_holds(const Solid& s, const Vec3<double>& p, const Vec3<double>& along, double slack) {
  double from = -1e300, to = 1e300;
  for (const Wall& w : s.walls) {
    const double height = dot(w.normal, p) - w.offset, slope = dot(w.normal, along);
    if (std::fabs(slope) < 1e-3) {  // nearly along the wall: the way to it would be long, and inexact
      if (height > slack) return false;
      continue;
    }
    const double way = -height / slope, late = slack / std::fabs(slope);
    if (slope > 0) to = std::min(to, way + late);
    if (slope < 0) from = std::max(from, way - late);
  }
  return from <= 0 && to >= 0;
}

double uniform(std::uint64_t& state) {
  return static_cast<double>(mix64(state += 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53;
}

struct Missed {
  std::size_t points = 0, rays = 0;
};

Missed sample(const Mesh& mesh, const std::vector<Mesh>& parts, std::size_t samples) {
  std::vector<Solid> solids;
  for (const Mesh& p : parts) solids.push_back(solid_of(p));
  std::vector<double> up_to{0};
  double size = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.vertices[t[0]];
    up_to.push_back(up_to.back() + length(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a)));
    size = std::max({size, std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
  }
  const double slack = rounding * size;
  std::atomic<std::size_t> points{0}, rays{0};
  tbb::parallel_for(std::size_t{0}, (samples + block - 1) / block, [&](std::size_t b) {
    std::uint64_t state = mix64(b + 1);
    std::size_t last = 0;
    for (std::size_t i = 0; i < std::min(block, samples - b * block); ++i) {
      const double at = uniform(state) * up_to.back();
      const auto above = std::upper_bound(up_to.begin() + 1, up_to.end() - 1, at);
      const auto& t = mesh.triangles[static_cast<std::size_t>(above - up_to.begin() - 1)];
      double u = uniform(state), v = uniform(state);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3<double> a = mesh.vertices[t[0]];
      const Vec3<double> p = a + (mesh.vertices[t[1]] - a) * u + (mesh.vertices[t[2]] - a) * v;
      const Vec3<double> d{uniform(state) - 0.5, uniform(state) - 0.5, uniform(state) - 0.5};
      const Vec3<double> along = d * (1 / std::max(length(d), 1e-6));
      bool point = false, ray = false;
      for (std::size_t k = 0; k < solids.size() && !(point && ray); ++k) {
        const std::size_t which = (last + k) % solids.size();
        const Solid& s = solids[which];
        if (p.x < s.lo.x - slack || p.y < s.lo.y - slack || p.z < s.lo.z - slack) continue;
        if (p.x > s.hi.x + slack || p.y > s.hi.y + slack || p.z > s.hi.z + slack) continue;
        const bool held = holds(s, p, slack);
        point = point || held;
        ray = ray || ray_holds(s, p, along, slack);
        if (held) last = which;
      }
      if (!point) ++points;
      if (!ray) ++rays;
    }
  });
  return {points, rays};
}

std::size_t samples_of_a_mesh() {
  const char* const given = std::getenv("ABUT_COVER_SAMPLES");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 10000000;
}

void expect_covered(const std::string& name, const Mesh& mesh) {
  for (const bool cuts : {true, false}) {
    DecomposeOptions options;
    options.cuts = cuts;
    std::vector<Mesh> parts = decompose(mesh, options);
    EXPECT_TRUE(measure_parts(mesh, parts).covers) << name;
    const Missed missed = sample(mesh, parts, samples_of_a_mesh());
    EXPECT_EQ(missed.points, 0u) << name << (cuts ? "" : ", no cuts");
    EXPECT_EQ(missed.rays, 0u) << name << (cuts ? "" : ", no cuts");
    if (parts.size() < 2) continue;
    parts.pop_back();
    const Missed without = sample(mesh, parts, 100000);
    EXPECT_GT(without.points, 0u) << name << ": a part that nothing needs";
    EXPECT_GT(without.rays, 0u) << name;
  }
}

/// Those of a folder that are, or can be mended to, a solid; of which the numbers are printed.
TEST(CoverLong, NoPointOfAnyMeshInAFolderIsOutside) {
  const char* const folder = std::getenv("ABUT_COVER_MESHES");
  if (folder == nullptr) GTEST_SKIP() << "ABUT_COVER_MESHES names no folder";
  std::set<std::filesystem::path> files;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (is_mesh_path(file.path().string())) files.insert(file.path());
  }
  std::size_t solids = 0;
  for (const auto& file : files) {
    RepairedMesh body;
    try {
      body = repair_mesh(read_mesh(file.string()));
    } catch (const InvalidInput& error) {
      body.refusal = error.what();
    }
    if (!body.refusal.empty()) {
      std::printf("%s: no solid: %s\n", file.filename().c_str(), body.refusal.c_str());
      continue;
    }
    ++solids;
    const std::vector<Mesh> parts = decompose(body.mesh, {});
    EXPECT_TRUE(measure_parts(body.mesh, parts).covers) << file;
    const Missed missed = sample(body.mesh, parts, samples_of_a_mesh());
    EXPECT_EQ(missed.points, 0u) << file;
    EXPECT_EQ(missed.rays, 0u) << file;
    std::printf("%s: %zu parts, %zu samples, outside %zu points and %zu rays\n", file.filename().c_str(), parts.size(),
                samples_of_a_mesh(), missed.points, missed.rays);
    std::fflush(stdout);
  }
  std::printf("%zu meshes, of which %zu are solids\n", files.size(), solids);
  EXPECT_GT(solids, 0u);
}

TEST(CoverLong, NoPointOfAGrainIsOutside) {
  std::size_t grains = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(ABUT_EXAMPLE_DATA) / "grains")) {
    if (file.path().extension() != ".ply") continue;
    expect_covered(file.path().filename().string(), read_mesh(file.path().string()));
    ++grains;
  }
  EXPECT_EQ(grains, 12u);
}

TEST(CoverLong, NoPointOfASolidWithHolesIsOutside) {
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {-1, -1, -1}, {1, 1, 1}, true);
  expect_covered("hollow box", hollow);
  expect_covered("angle", test::angle_mesh());
  expect_covered("torus", test::torus_mesh(1, 0.3, 48, 24));
  expect_covered("tube", test::tube_mesh(0.8, 1, 1.5, 48));
}

}  // namespace
}  // namespace abut
