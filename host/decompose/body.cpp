#include "host/decompose/body.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "abut/core/error.h"
#include "host/shapes/mass_properties.h"
#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// The smallest shell that a cavity lies in; `shells.size()` if there is none.
std::size_t shell_round(const Mesh& mesh, const Shell& cavity, const std::vector<Shell>& shells) {
  std::size_t best = shells.size();
  for (std::size_t i = 0; i < shells.size(); ++i) {
    const Shell& s = shells[i];
    if (!(s.volume > 0) || !s.box.holds(cavity.box, 0)) continue;
    if (best < shells.size() && shells[best].volume <= s.volume) continue;
    // A corner of the cavity may touch the shell: the one that is deepest says it.
    const ShellDistance distance(mesh.vertices, s.triangles);
    double deepest = infinity;
    for (const Triangle& t : cavity.triangles) deepest = std::min(deepest, distance(mesh.vertices[t[0]]));
    if (deepest < 0) best = i;
  }
  return best;
}

}  // namespace

std::vector<Shell> shells_of(const Mesh& mesh) {
  const auto whole = [](const Triangle& t) { return t[0] != t[1] && t[1] != t[2] && t[2] != t[0]; };
  UnionFind sets(mesh.triangles.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> of_edge;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    if (!whole(t)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [at, first] = of_edge.try_emplace(std::minmax(t[k], t[(k + 1) % 3]), i);
      if (!first) sets.join(at->second, i);
    }
  }
  std::map<std::uint32_t, std::size_t> number;
  std::vector<Shell> shells;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    if (!whole(mesh.triangles[i])) continue;
    const auto [at, first] = number.try_emplace(sets.find(i), shells.size());
    if (first) shells.emplace_back();
    shells[at->second].triangles.push_back(mesh.triangles[i]);
  }
  for (Shell& s : shells) {
    for (const Triangle& t : s.triangles) {
      for (const std::uint32_t v : t) s.box.add(mesh.vertices[v]);
    }
    s.volume = mass_properties(mesh.vertices, s.triangles, s.box.centre()).volume;
  }
  return shells;
}

Body::Body(const Mesh& mesh) : mesh_(mesh) {
  const std::vector<Shell> shells = shells_of(mesh);
  std::vector<std::size_t> solid_of(shells.size());
  for (std::size_t i = 0; i < shells.size(); ++i) {
    volume_ += shells[i].volume;
    box_.add(shells[i].box.lo), box_.add(shells[i].box.hi);
    if (!(shells[i].volume > 0)) continue;
    solid_of[i] = solids_.size();
    solids_.push_back(shells[i].triangles);
  }
  for (const Shell& s : shells) {
    if (s.volume > 0) continue;
    const std::size_t round = shell_round(mesh, s, shells);
    if (round == shells.size()) {
      throw InvalidInput("mesh: a shell of " + std::to_string(s.triangles.size()) +
                         " triangles is inside out and in no other shell");
    }
    auto& solid = solids_[solid_of[round]];
    solid.insert(solid.end(), s.triangles.begin(), s.triangles.end());
  }
  for (const auto& solid : solids_) distances_.emplace_back(mesh_.vertices, solid);
}

double Body::distance(const Vec3<double>& p, double known) const {
  if (distances_.size() == 1) return distances_.front()(p, known);
  double least = infinity;
  for (const ShellDistance& d : distances_) {
    const double squared = d.box().squared_distance(p);
    if (squared > 0 && (least < 0 || squared >= least * least)) continue;
    least = std::min(least, d(p));
  }
  return least;
}

}  // namespace abut::host
