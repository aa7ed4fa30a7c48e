// One cell: the box, cut by bisectors one after another.
#pragma once

#include "examples/polycrystal/exact_side.h"

namespace polycrystal {

/// A polyhedron that gets smaller. Corners are kept as the three faces that meet there.
class Cutter {
 public:
  /// The box, about seed `i`. Box and seeds must live as long.
  Cutter(const Box& box, std::span<const Seed> seeds, std::uint32_t i);

  /// Takes away what lies beyond the bisector towards seed `j`.
  void cut(std::uint32_t j);

  bool empty() const { return faces_.empty(); }
  /// Of the corner farthest from the seed, from above.
  double reach() const;
  /// In the frame of the seeds.
  Cell cell() const;

 private:
  struct Split {
    std::uint32_t from, to, corner;
  };
  bool classify(Side beyond);
  std::uint32_t on_edge(std::uint32_t from, std::uint32_t to, Side face, Side beyond);
  Cell::Face cut_face(const Cell::Face& face, Side beyond);
  void close(Side beyond);
  void forget_unused();
  Meeting meeting_at(const Corner& corner) const;

  const Box& box_;
  std::span<const Seed> seeds_;
  std::uint32_t i_;
  std::vector<Corner> corners_;
  std::vector<Meeting> meetings_;
  std::vector<Cell::Face> faces_;
  std::vector<int> sides_;                                    ///< of the corners, of the cut that is made
  std::vector<Split> splits_;                                 ///< new corners, by the edge that they lie on
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rim_;  ///< edges of the new face
};

}  // namespace polycrystal
