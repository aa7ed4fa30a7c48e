// A closed surface of convex polygons, and its cut by a plane.
//
// Polygons share their corners by number, and a cut gives each edge one new corner: so what a cut leaves is closed
// wherever it was, whatever rounding does. Caps are triangles between the corners of the cut; where a cap's outline is
// not simple its triangles may overlap, and cancel out in every sum.
#pragma once

#include <cstdint>
#include <vector>

#include "host/decompose/body.h"

namespace abut::host {

struct Piece {
  std::vector<Vec3<double>> points;  ///< each is a corner
  std::vector<std::uint32_t> begin{0};
  std::vector<std::uint32_t> corners;  ///< of polygon i: from begin[i] to begin[i + 1], counter-clockwise from outside

  std::size_t size() const { return begin.size() - 1; }
  void add(std::initializer_list<std::uint32_t> polygon) {
    corners.insert(corners.end(), polygon);
    end_polygon();
  }
  void end_polygon() { begin.push_back(static_cast<std::uint32_t>(corners.size())); }
};

Piece piece_of(const std::vector<Vec3<double>>& vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles);
double volume_of(const Piece& piece);

/// What lies below the plane, and above it; either may be empty. Corners nearer than `snap` count as on the plane.
struct Halves {
  Piece below, above;
};
Halves cut(const Piece& piece, const Plane& plane, double snap);

/// Where an edge that runs from one side to the other meets the plane: the same from either end.
Vec3<double> crossing(const Vec3<double>& a, const Vec3<double>& b, const Plane& plane);

/// Parts that no edge joins; a cavity stays with what it is in.
std::vector<Piece> components(const Piece& piece);

/// Adds triangles that close a surface whose open edges lie in a plane, between corners `in_plane` (one for each).
/// `normal`: outwards.
void cap(Piece& piece, const std::vector<std::uint8_t>& in_plane, const Vec3<double>& normal);

/// Rings of corners whose open edges a cap would close, each running as the cap's border does. `among`: whether an open
/// edge may end at a corner; if it is empty, all.
std::vector<std::vector<std::uint32_t>> open_rings(const Piece& piece, const std::vector<std::uint8_t>& among = {});

/// Edges of all polygons in the order of their corners, whichever way they run. Data only.
struct PieceEdge {
  std::uint32_t low, high;
  std::uint32_t polygon;
};
std::vector<PieceEdge> edges_in_order(const Piece& piece);

/// Closes one ring with triangles, seen along its own normal.
void fill_ring(Piece& piece, const std::vector<std::uint32_t>& ring);

}  // namespace abut::host
