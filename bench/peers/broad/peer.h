// The interface that every peer of the broad-phase benchmark stands behind: take the boxes of a frame in your own types
// (not timed), make or bring up to date what finds pairs, find all pairs (each timed), hand them over (not timed).
// `serve` (serve.h) makes a program of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/peers/broad/scene_file.h"
#include "bench/peers/lines.h"

namespace broad {

class Peer {
 public:
  virtual ~Peer() = default;
  /// The boxes of the next frame; the list outlives the frame.
  virtual void take(const std::vector<Box>& boxes) = 0;
  /// From nothing, once, after the first frame's boxes.
  virtual void build() = 0;
  /// After every further frame's boxes.
  virtual void update() = 0;
  /// All pairs of the boxes taken last.
  virtual void search() = 0;
  /// Those of the last search, in any order.
  virtual std::vector<Pair> pairs() const = 0;
};

/// A peer that is handed its pairs one by one. It has room for most of them from the start.
class CollectingPeer : public Peer {
 public:
  explicit CollectingPeer(const Scene& scene) { found.reserve(8 * scene.boxes.size()); }
  std::vector<Pair> pairs() const override { return found; }

 protected:
  std::vector<Pair> found;
};

struct Description {
  std::string name;   ///< of the peer, with its version
  std::string built;  ///< where its code comes from and how it was compiled
  std::vector<peers::Mode> modes;
  /// Null where the mode is not for this scene. The scene outlives the peer.
  std::unique_ptr<Peer> (*make)(const Scene& scene, const std::string& mode);
};

}  // namespace broad
