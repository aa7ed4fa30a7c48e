#include "host/decompose/shell_faults.h"

#include <cstdio>
#include <map>
#include <string>

#include "host/shapes/self_intersections.h"

namespace abut::host {

void find_faults(RepairedMesh& repaired) {
  const Mesh& mesh = repaired.mesh;
  const std::vector<Shell> shells = shells_of(mesh);
  std::map<std::array<std::uint32_t, 3>, std::size_t> shell_of;
  for (std::size_t s = 0; s < shells.size(); ++s) {
    for (const auto& t : shells[s].triangles) shell_of[t] = s;
  }
  std::vector<bool> meets(shells.size(), false);
  for (const auto& [i, j] : self_intersections(mesh.vertices, mesh.triangles, {}, SIZE_MAX)) {
    const auto& t = mesh.triangles[i];
    const Vec3<double> middle = (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) * (1.0 / 3);
    const std::size_t a = shell_of.at(t), b = shell_of.at(mesh.triangles[j]);
    if (a == b) {
      if (repaired.crossings++ == 0) repaired.crossing = middle;
    } else {
      if (repaired.shell_crossings++ == 0) repaired.shell_crossing = middle;
      meets[a] = meets[b] = true;
    }
  }
  const auto round = shells_round(mesh.vertices, shells);
  for (std::size_t s = 0; s < shells.size(); ++s) {
    if (meets[s] || (shells[s].volume > 0) == (round[s].size() % 2 == 0)) continue;
    if (repaired.misnested++ == 0) repaired.misnested_at = mesh.vertices[shells[s].triangles[0][0]];
  }
}

}  // namespace abut::host

namespace abut {

std::vector<std::string> faults_of(const RepairedMesh& mesh) {
  std::vector<std::string> lines;
  const auto tell = [&](const char* what, std::uint64_t count, const char* counted, Vec3<double> at, const char* so) {
    if (count == 0) return;
    char text[256];
    std::snprintf(text, sizeof text, "%s: %llu %s%s, the first near %.6g, %.6g, %.6g; %s", what,
                  static_cast<unsigned long long>(count), counted, count == 1 ? "" : "s", at.x, at.y, at.z, so);
    lines.emplace_back(text);
  };
  tell("facets cross", mesh.crossings, "place", mesh.crossing, "volumes count twice what lies in two folds");
  tell("shells cross or touch", mesh.shell_crossings, "place", mesh.shell_crossing,
       "volumes count twice what lies in two");
  tell("solids in a solid, or cavities in a cavity", mesh.misnested, "shell", mesh.misnested_at,
       "volumes count them twice");
  return lines;
}

}  // namespace abut
