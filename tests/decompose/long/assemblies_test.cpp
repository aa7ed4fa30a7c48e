// Pegs, holes, rings and cavities of published assemblies, whose meshes are not in this repository:
// ABUT_COVER_MESHES names a folder that has them, at the places that the tests name. Sources: IsaacGymEnvs (NVIDIA) and
// V-HACD (BSD-3-Clause).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/decompose/passages.h"

namespace abut::test {
namespace {

class AssembliesLong : public testing::Test {
 protected:
  void SetUp() override {
    const char* const folder = std::getenv("ABUT_COVER_MESHES");
    if (folder == nullptr) GTEST_SKIP() << "ABUT_COVER_MESHES names no folder";
    folder_ = folder;
  }

  /// Empty where the folder has none.
  Mesh mesh(const std::string& name) const {
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder_)) {
      if (!file.path().string().ends_with("/" + name)) continue;
      const Mesh raw = read_mesh(file.path().string());
      const RepairedMesh solid = repair_mesh(raw);
      return solid.refusal.empty() ? solid.mesh : raw;
    }
    return {};
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(AssembliesLong, PegsPassIntoTheirHoles) {
  const struct {
    const char *hole, *peg;
  } assemblies[] = {{"assembly/factory_round_hole_8mm_subdiv_3x.obj", "assembly/factory_round_peg_8mm_tight.obj"},
                    {"assembly/factory_rectangular_hole_8mm_subdiv_3x.obj",
                     "assembly/factory_rectangular_peg_8mm_tight_subdiv_3x.obj"}};
  for (const auto& [hole_name, peg_name] : assemblies) {
    SCOPED_TRACE(hole_name);
    const Mesh hole = mesh(hole_name), peg = mesh(peg_name);
    if (hole.triangles.empty() || peg.triangles.empty()) GTEST_SKIP() << "not in the folder";
    for (const double concavity : {0.02, 0.005}) {
      DecomposeOptions options;
      options.concavity = concavity;
      const std::vector<Mesh> block = decompose(hole, options), pegs = decompose(peg, options);
      const PartsReport report = measure_parts(hole, block), of_peg = measure_parts(peg, pegs);
      EXPECT_TRUE(report.covers);
      EXPECT_LE(report.least_relative_concavity, concavity);
      const double open = opening_about_z(hole) - report.concavity;
      ASSERT_GT(open, 0);
      EXPECT_GT(gap_beside(block, {open, 0.1}, {0, 0, 0}), -1e-12);
      // Their frames are those of the assembled pose: the peg stands in the hole. It is then pulled out.
      for (const double z : {0.0, 0.002, 0.006, 0.012}) {
        const double gap = gap_of(block, pegs, {{0, 0, z}, Pose{}.rotation});
        EXPECT_GT(gap, -report.concavity - of_peg.concavity) << z;
        std::printf("%s, concavity %g, %g pulled out: parts overlap by %.3g mm, those of the hole reach %.3g mm\n",
                    hole_name, concavity, z, -1e3 * gap, 1e3 * report.concavity);
      }
    }
  }
}

TEST_F(AssembliesLong, RingsAndCavitiesStayOpen) {
  for (const char* const name : {"vhacd/torus1.obj", "vhacd/cup.obj"}) {
    SCOPED_TRACE(name);
    const Mesh body = mesh(name);
    if (body.triangles.empty()) GTEST_SKIP() << "not in the folder";
    DecomposeOptions options;
    options.concavity = 0.02;
    const std::vector<Mesh> parts = decompose(body, options);
    const double reach = measure_parts(body, parts).concavity;
    const MeshReport report = examine(body);
    // Places of a grid in the box that lie outside of the body, by the winding of its facets about them.
    std::size_t open = 0;
    for (int k = 0; k < 9 * 9 * 9; ++k) {
      const Vec3<double> size = report.box_max - report.box_min;
      const Vec3<double> p{report.box_min.x + size.x * (k % 9 + 0.5) / 9,
                           report.box_min.y + size.y * (k / 9 % 9 + 0.5) / 9,
                           report.box_min.z + size.z * (k / 81 + 0.5) / 9};
      double angle = 0;  // van Oosterom and Strackee 1983
      for (const auto& t : body.triangles) {
        const Vec3<double> a = body.vertices[t[0]] - p, b = body.vertices[t[1]] - p, c = body.vertices[t[2]] - p;
        const double la = length(a), lb = length(b), lc = length(c);
        angle += 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
      }
      if (std::fabs(angle) > 2 * M_PI) continue;
      const double radius = distance_of(body, p) - reach;
      if (radius <= 0) continue;
      ++open;
      EXPECT_GT(gap_beside(parts, {radius}, p), -1e-9 * report.size) << p.x << " " << p.y << " " << p.z;
    }
    EXPECT_GT(open, 50u);
    std::printf("%s: %zu parts, balls at %zu places touch none\n", name, parts.size(), open);
  }
}

}  // namespace
}  // namespace abut::test
