#include "host/decompose/body.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>

#include "abut/core/error.h"
#include "host/shapes/mass_properties.h"
#include "host/shapes/self_intersections.h"
#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Whether a corner of a shell is inside of another one.
bool lies_in(const std::vector<Vec3<double>>& vertices, const Shell& shell, const Shell& other,
             const ShellDistance& distance) {
  const double slack = 1e-12 * distance.box().longest(), side = other.volume > 0 ? 1 : -1;
  return std::any_of(shell.triangles.begin(), shell.triangles.end(),
                     [&](const Triangle& t) { return side * distance(vertices[t[0]]) < -slack; });
}

/// For each triangle whether others go through it; empty if that is so for none.
std::vector<std::uint8_t> crossed_facets(const std::vector<Vec3<double>>& vertices,
                                         const std::vector<Triangle>& triangles) {
  std::vector<std::uint8_t> crossed;
  for (const auto& pair : self_intersections(vertices, triangles, {}, SIZE_MAX)) {
    crossed.resize(triangles.size(), 0);
    crossed[pair[0]] = crossed[pair[1]] = 1;
  }
  return crossed;
}

}  // namespace

Mesh scaled(Mesh mesh, double by) {
  for (Vec3<double>& v : mesh.vertices) v = v * by;
  return mesh;
}

double scale_of(const Mesh& mesh) {
  Box box;
  for (const Vec3<double>& v : mesh.vertices) box.add(v);
  return scale_of(box);
}

std::vector<std::vector<std::size_t>> shells_round(const std::vector<Vec3<double>>& vertices,
                                                   const std::vector<Shell>& shells) {
  Box box;
  for (const Shell& s : shells) box.add(s.box.lo), box.add(s.box.hi);
  const double scale = scale_of(box);
  std::vector<Vec3<double>> scaled;
  for (const Vec3<double>& v : vertices) scaled.push_back(v * scale);
  std::vector<std::vector<std::size_t>> round(shells.size());
  for (std::size_t o = 0; o < shells.size(); ++o) {
    std::unique_ptr<ShellDistance> distance;  // one tree for all that may lie in it
    for (std::size_t s = 0; s < shells.size(); ++s) {
      if (s == o || !shells[o].box.holds(shells[s].box, 0)) continue;
      if (!distance) distance = std::make_unique<ShellDistance>(scaled, shells[o].triangles);
      if (lies_in(scaled, shells[s], shells[o], *distance)) round[s].push_back(o);
    }
  }
  return round;
}

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
  const auto rounds = shells_round(mesh.vertices, shells);
  for (std::size_t i = 0; i < shells.size(); ++i) {
    if (shells[i].volume > 0) continue;
    std::size_t round = shells.size();  // the smallest
    for (const std::size_t o : rounds[i]) {
      if (shells[o].volume > 0 && (round == shells.size() || shells[o].volume < shells[round].volume)) round = o;
    }
    if (round == shells.size()) {
      throw InvalidInput("mesh: a shell of " + std::to_string(shells[i].triangles.size()) +
                         " triangles is inside out and in no other shell");
    }
    auto& solid = solids_[solid_of[round]];
    solid.insert(solid.end(), shells[i].triangles.begin(), shells[i].triangles.end());
  }
  for (const auto& solid : solids_) {
    const std::vector<std::uint8_t> crossed = crossed_facets(mesh_.vertices, solid);
    crossed_ = crossed_ || !crossed.empty();
    distances_.emplace_back(mesh_.vertices, solid, crossed);
  }
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
