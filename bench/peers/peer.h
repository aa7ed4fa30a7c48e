// The interface that every peer of the benchmark stands behind: prepare a set in your own types (not timed), answer all
// its pairs (timed), hand over the answers in common records (not timed). `serve` (serve.h) makes a program of it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/lines.h"
#include "bench/peers/set_file.h"

namespace peers {

inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

enum class Outcome : std::uint8_t {
  answered = 0,
  apart = 1,        ///< says that the shapes do not overlap, and no more
  overlapping = 2,  ///< says that they overlap, and no more
  gave_up = 3,      ///< its own status says that it failed; the numbers may still be good
};

/// One answer, in the world. What a peer does not offer is NaN.
struct Record {
  double separation = none;               ///< > 0 the gap, < 0 minus the depth
  double normal[3] = {none, none, none};  ///< unit, from A to B
  double witness_a[3] = {none, none, none};
  double witness_b[3] = {none, none, none};
  Outcome outcome = Outcome::gave_up;
};

class Peer {
 public:
  virtual ~Peer() = default;
  /// Undoes what the last run has left for the next (not timed).
  virtual void prepare() {}
  /// All pairs of the set that it was made for.
  virtual void run() = 0;
  /// The answer to one pair by the last run.
  virtual Record record(std::size_t pair) const = 0;
};

/// A peer that fills records as it goes.
class RecordingPeer : public Peer {
 public:
  explicit RecordingPeer(const Set& set) : records(set.pairs.size()) {}
  Record record(std::size_t pair) const override { return records[pair]; }

 protected:
  std::vector<Record> records;
};

/// What the program of a peer is made of.
struct Description {
  std::string name;   ///< of the peer, with its version
  std::string built;  ///< where its code comes from and how it was compiled
  std::vector<Mode> modes;
  /// Null where the mode has no answers for this regime. The set outlives the peer.
  std::unique_ptr<Peer> (*make)(const Set& set, const std::string& mode);
};

inline void set3(double (&to)[3], double x, double y, double z) {
  to[0] = x;
  to[1] = y;
  to[2] = z;
}

}  // namespace peers
