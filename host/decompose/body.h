// A body as a solid: closed shells, those that run clockwise being cavities of the shell round them.
#pragma once

#include <vector>

#include "abut/shapes/mesh.h"
#include "host/decompose/shell_distance.h"

namespace abut::host {

/// What no edge joins. `triangles` name the mesh's vertices. Data only.
struct Shell {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Box box;
  double volume;
};

Mesh scaled(Mesh mesh, double by);
/// Of `scale_of`, for all vertices.
double scale_of(const Mesh& mesh);

/// Triangles with two equal corners are left out.
std::vector<Shell> shells_of(const Mesh& mesh);

/// For each shell those that it lies in, whichever way they face: a corner of it does, beyond rounding error, since
/// others may touch the wall, and its box lies in theirs.
std::vector<std::vector<std::size_t>> shells_round(const std::vector<Vec3<double>>& vertices,
                                                   const std::vector<Shell>& shells);

/// The union of solids, each a shell less its cavities. Where a shell goes through itself or its cavities, the solid is
/// what it runs round more often one way than the other: once or more, counted with signs. So what of a cavity lies
/// beyond the wall is outside.
class Body {
 public:
  /// Welded, closed, consistently oriented, outward. Throws `InvalidInput` for a cavity outside of all shells.
  explicit Body(const Mesh& mesh);

  /// The largest distance from the box's middle to a face of it: what lengths are relative to.
  double half_extent() const { return box_.longest() / 2; }
  const Box& box() const { return box_; }
  double volume() const { return volume_; }
  const Mesh& mesh() const { return mesh_; }
  /// Triangles of each solid: its shell's, then those of its cavities.
  const std::vector<std::vector<std::array<std::uint32_t, 3>>>& solids() const { return solids_; }

  /// Of a point from the solid, below 0 inside it. `known`: the surface is known to be no farther than this.
  double distance(const Vec3<double>& p, double known = infinity) const;
  const std::vector<ShellDistance>& distances() const { return distances_; }
  /// Whether facets of a solid go through others of it.
  bool crossed() const { return crossed_; }

 private:
  Mesh mesh_;
  Box box_;
  double volume_ = 0;
  std::vector<std::vector<std::array<std::uint32_t, 3>>> solids_;
  std::vector<ShellDistance> distances_;
  bool crossed_ = false;
};

}  // namespace abut::host
