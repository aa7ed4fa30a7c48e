// Normals of a triangle surface's faces, edges and vertices, the last weighted by angles (Baerentzen & Aanaes 2005).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "host/decompose/plain.h"

namespace abut::host {

/// Thin triangles, whose normals rounding makes, have none, nor has what lies at them: 0.
class SurfaceNormals {
 public:
  using Triangles = std::vector<std::array<std::uint32_t, 3>>;

  /// Keeps a reference to the triangles.
  SurfaceNormals(std::span<const Vec3<double>> vertices, const Triangles& triangles);

  Vec3<double> face(std::size_t i) const { return of_face_[i]; }
  Vec3<double> edge(std::uint32_t a, std::uint32_t b) const;
  Vec3<double> corner(std::uint32_t v) const { return by_thin_[v] ? Vec3<double>{0, 0, 0} : of_vertex_[v]; }
  bool is_thin(std::size_t i) const { return thin_[i]; }
  bool any_thin() const { return any_thin_; }
  /// See `ShellDistance`.
  double over_height(std::size_t i) const;
  double over_slack(std::size_t i) const;

 private:
  struct Edge {
    Vec3<double> sum{0, 0, 0};
    bool by_thin = false;
  };

  void add_faces(std::span<const Vec3<double>> vertices);
  template <class Set>
  std::vector<double> bluntness(const std::vector<Vec3<double>>& along, const Set& set_of) const;
  void join_at_thin();
  void bound_cones();

  const Triangles& triangles_;
  std::vector<Vec3<double>> of_vertex_, of_face_;
  std::vector<bool> by_thin_, thin_;
  bool any_thin_ = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Edge> of_edge_;
  std::vector<double> blunt_, blunt_joined_;  ///< by vertex; joined: over what thin triangles join it to
  std::vector<double> cone_;                  ///< by vertex: most that weights of a unit way in its cone come to
};

}  // namespace abut::host
