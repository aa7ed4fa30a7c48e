#include "examples/fem/grain_mesh.h"

#include <utility>

#include "abut/core/error.h"
#include "examples/dem/remeshed.h"

namespace fem {

namespace {

/// Between a triangle and the one `below` it in the next layer, whose nodes have numbers higher by `layer`. The
/// diagonal of a side goes from the lower one of the two upper nodes downwards, so that neighbours fit.
void add_prism(const Triangle& upper, std::uint32_t layer, SolidMesh& out) {
  Triangle t = upper;
  bool turned = false;  // whether i, j, k run clockwise
  const auto order = [&](std::size_t a, std::size_t b) {
    if (t[a] > t[b]) std::swap(t[a], t[b]), turned = !turned;
  };
  order(0, 1), order(1, 2), order(0, 1);
  const auto [i, j, k] = t;
  const std::uint32_t i1 = i + layer, j1 = j + layer, k1 = k + layer;
  std::array<std::array<std::uint32_t, 4>, 3> cuts{{{j, i, k, k1}, {i, j, j1, k1}, {i1, i, j1, k1}}};
  for (auto& c : cuts) {
    if (turned) std::swap(c[0], c[1]);
    out.tetrahedra.push_back(c);
  }
}

}  // namespace

SolidMesh filled(const abut::Mesh& surface, Vector middle, int layers) {
  if (layers < 0) throw abut::InvalidInput("layers are " + std::to_string(layers) + ", allowed are 0 or more");
  SolidMesh out;
  for (int k = 0; k <= layers; ++k) {
    const double part = static_cast<double>(layers + 1 - k) / (layers + 1);
    for (const Vector& v : surface.vertices) out.nodes.push_back(k == 0 ? v : middle + (v - middle) * part);
  }
  const auto layer = static_cast<std::uint32_t>(surface.vertices.size());
  const auto last = static_cast<std::uint32_t>(out.nodes.size());
  out.nodes.push_back(middle);
  for (const Triangle& t : surface.triangles) {
    Triangle upper = t;
    for (int k = 0; k < layers; ++k) {
      add_prism(upper, layer, out);
      for (std::uint32_t& node : upper) node += layer;
    }
    out.tetrahedra.push_back({upper[1], upper[0], upper[2], last});
  }
  return out;
}

GrainMesh grain_mesh(const abut::Mesh& solid, int level, int layers, double radius) {
  GrainMesh out;
  out.surface = dem::remeshed(solid, level);
  const auto place = dem::sized(out.surface, radius);
  for (Vector& v : out.surface.vertices) v = place(v);
  out.mesh = filled(out.surface, place(abut::mass_properties(solid).centre), layers);
  return out;
}

}  // namespace fem
