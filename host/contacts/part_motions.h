// Where all parts are, and how each has moved since the step before.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstdint>

#include "abut/contacts/clearance.h"
#include "host/exec/buffer.h"

namespace abut::host {

class PartMotions {
 public:
  /// Of a part that was not there the step before nothing is known. Runs in the calling task arena.
  void update(const ShapeHeader* headers, const PartsView& parts) {
    places_.reserve(parts.count, known_);
    places_.resize(parts.count);
    motions_.resize(parts.count);
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, parts.count, 1024), [&](const auto& range) {
      for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
        const PartPlace place = part_place(headers, parts, i);
        motions_[i] = i < known_ ? part_motion(headers[place.shape], places_[i], place) : unknown_motion;
        places_[i] = place;
      }
    });
    known_ = parts.count;
  }
  void forget() { known_ = 0; }

  /// No point of one part has moved farther towards a point of the other.
  double between(Pair pair) const { return motion_between(motions_[pair.a], motions_[pair.b]); }
  /// Of both shapes from their frames' origins.
  double reach(Pair pair) const { return places_[pair.a].reach + places_[pair.b].reach; }

 private:
  Buffer<PartPlace> places_;
  Buffer<PartMotion> motions_;
  std::uint32_t known_ = 0;  ///< parts of the step before
};

}  // namespace abut::host
