// The neighbour list of boxes that move: rows of boxes that are near each other, kept for as long as no box has left
// what it was then, grown by a margin, and filtered at every step by where the boxes are. (Verlet 1967, neighbour
// lists.)
#pragma once

#include <cstdint>
#include <vector>

#include "host/exec/isa/boxes/neighbour_list.h"
#include "host/pairs/pair_search.h"

namespace abut {

/// Every answer is that of `PairSearch` on a new tree. Runs in the calling task arena; answers do not depend on its
/// threads. Memory is kept from step to step: see `capacity`.
class NeighbourList {
 public:
  /// The boxes of a step, one per part; returns the number of pairs. The first call, one with another number of parts
  /// or other masks searches anew, one by which boxes have moved far searches its old tree. Throws as
  /// `PairSearch::find`.
  std::size_t find(const Box<double>* boxes, const PartsView& parts);

  /// Writes what was found last, as `PairSearch::write` does; boxes and parts are those of `find`.
  void write(Pair* out);

  /// Searches anew next time.
  void reset() { fresh_ = true; }

  /// In how many steps the tree has been searched, and how often made, so far.
  std::uint64_t searches() const { return searches_; }
  std::uint64_t builds() const { return builds_; }
  /// Memory held, in bytes.
  std::size_t capacity() const;

 private:
  /// What decides besides the boxes, as it was when the rows were found.
  struct Rules {
    std::vector<std::uint32_t> body, groups, meets;
    std::vector<std::uint8_t> self_contact;
    std::vector<std::int32_t> world;
    bool same(const PartsView& parts) const;
    void take(const PartsView& parts);
  };

  void build(const Box<double>* boxes, const PartsView& parts);
  Motion update(const Box<double>* boxes);
  float choose_margin(float step) const;
  bool keep_rows(const Box<double>* boxes, const PartsView& parts);
  std::size_t search_boxes(const Box<double>* boxes, const PartsView& parts);
  void place_found(std::uint32_t count);
  std::size_t filter_rows(const Box<double>* boxes, const BoxRecord* records);
  void bound_grown(float margin);

  bool fresh_ = true, kept_ = false;
  bool too_dense_ = false;   ///< for rows to be kept in this tree
  float margin_ = 0;         ///< of the kept rows, in the tree's frame
  float moved_ = 0;          ///< since the tree's order was made, at most
  float step_ = 0;           ///< how far boxes move in a step, as seen last
  std::uint32_t steps_ = 0;  ///< since `then_`
  Rules rules_;
  WideBvh tree_;
  Buffer<BoxRecord> now_, then_;
  Buffer<std::uint32_t> found_;  ///< rows of items, each chunk's where `found_begin_` says
  std::vector<std::size_t> found_begin_;
  PairSearch search_;  ///< its rows are of positions where they are kept, of items where not
  std::uint64_t searches_ = 0, builds_ = 0;
};

}  // namespace abut
