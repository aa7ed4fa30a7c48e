// A tessellation as vertices, faces and cells that share them: what is regularised and written to files.
//
// Regularisation: Montanari 2017, section 6.3.2. The ends of a short edge become one vertex, at the place of least
// O = sqrt(sum of d_i^2), eq. 6.6, with d_i the distances to the planes of the faces of either end as they were first.
#pragma once

#include <string>

#include "examples/polycrystal/laguerre.h"

namespace polycrystal {

/// Data only. Each face is stored once: its loop runs counter-clockwise seen from outside of `cell`.
struct Network {
  struct Face {
    std::vector<std::uint32_t> loop;
    std::uint32_t cell = 0;
    Side beyond = 0;
    Vector normal{0, 0, 0};  ///< out of `cell`, of length 1, and
    double offset = 0;       ///< normal . x, of the face before it was regularised
  };
  Box box;
  std::vector<Seed> seeds;
  std::vector<Vector> vertices;
  std::vector<Face> faces;
  std::vector<std::vector<std::uint32_t>> cells;  ///< faces of each
};

using Edge = std::array<std::uint32_t, 2>;

/// Vertices that cells have in common are one: told by their faces, and by exact predicates where several places fall
/// together. Throws `InvalidInput` that names the seeds without a cell.
Network network_of(const Tessellation& tessellation);

/// Edges, each once, the lower vertex first, ascending.
std::vector<Edge> edges_of(const Network& network);
double length_of(const Network& network, const Edge& edge);

/// The plane of least squares through a loop's middle, by its area vector.
void set_plane(const Network& network, Network::Face& face);

/// Nothing where each cell is closed by its faces, each edge of it between two of them, with Euler's number 2; else a
/// line that says what is not.
std::string fault_of(const Network& network);

/// Data only.
struct Regularisation {
  std::uint64_t short_before = 0, merged = 0;
  std::uint64_t short_after = 0;  ///< left, since merging would spoil a cell or bend a face
  double largest = 0;             ///< of O over the merges, a length
};

/// Merges the ends of edges shorter than `length`, the shortest first. No face is bent by more than `degrees`; vertices
/// stay on the sides, edges and corners of the box that they are on, and move by `length` at most a merge. Throws
/// `InvalidInput` for a length that is not finite or below 0, and degrees beyond 0 to 90.
Regularisation regularise(Network& network, double length, double degrees = 20);

}  // namespace polycrystal
