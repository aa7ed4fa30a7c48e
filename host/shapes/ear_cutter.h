// Cuts ears off a polygon in a plane, by exact signs.
#pragma once

#include <array>
#include <cstdint>
#include <queue>
#include <vector>

#include "abut/core/vec3.h"
#include "host/shapes/corner_grid.h"

namespace abut::host {

double squared_distance(const Vec3<double>& a, const Vec3<double>& b);

/// Whether corner b is so near to the line a c that the triangle's normal would be made of roundings: an ear like that
/// is cut last.
bool is_sliver(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c);

/// An ear is a corner whose neighbours see each other inside the polygon. The polygon is simple, or weakly so: an edge
/// may be run through there and back, and it may come by a corner again, but it does not cross itself.
class EarCutter {
 public:
  using Index = std::uint32_t;

  /// `flat`: the corners seen so that they run counter-clockwise; `points`: the same in space.
  EarCutter(std::vector<FlatPoint> flat, std::vector<Vec3<double>> points);

  /// Triangles of corners by number, in the order of the polygon.
  std::vector<std::array<Index, 3>> cut();

  /// How many triangles were cut although something is in their way: 0 unless the polygon crosses itself.
  std::size_t forced() const { return forced_; }

 private:
  static constexpr Index none = ~Index{0};
  /// To be tried: those that are no slivers first, of these the shortest.
  struct Candidate {
    bool sliver;
    double length;
    Index corner, stamp;
    bool operator<(const Candidate& other) const;
  };
  struct Waiting {
    Index corner, stamp;
  };

  int turn(Index a, Index b, Index c) const;
  bool coincide(Index a, Index b) const;
  bool equal(Index a, Index b) const;
  void find_twins();
  void take_out(Index i);
  Index without_spikes(Index i);
  void changed(Index i);
  void offer(Index i);
  Index in_the_way(Index b);
  bool opens_at_ends(Index a, Index b, Index c) const;
  Index twin_between(Index at, Index from, Index to) const;
  bool lies_in(Index p, Index a, Index b, Index c) const;
  void cut_off(Index b);
  bool look_again();
  Index flat_corner();
  Index any_corner();
  void add(Index a, Index b, Index c);

  std::vector<FlatPoint> flat_;
  std::vector<Vec3<double>> points_;
  std::vector<Index> next_, last_, twin_;  ///< twin_: the next corner at the same place of the plane, in a ring
  std::vector<Index> stamp_;               ///< goes up when a corner gets another neighbour, or goes
  std::vector<std::int8_t> turn_;          ///< 1 left, 0 straight on or back, -1 right
  std::vector<std::uint8_t> gone_;
  std::vector<std::vector<Waiting>> waiting_;  ///< for a corner that is in their way
  std::priority_queue<Candidate> queue_;
  CornerGrid grid_;
  std::size_t remaining_, forced_ = 0;
  Index at_ = 0;  ///< a corner that is left
  std::vector<std::array<Index, 3>> triangles_;
};

}  // namespace abut::host
