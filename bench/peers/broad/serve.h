// The line protocol of a broad-phase peer's program. It is included by each program once, compiled with that program's
// flags.
//
//   about             NAME WITH VERSION | HOW IT WAS BUILT
//   modes             MODE:SCALAR ...
//   load MODE FILE    ok, or `cannot REASON`
//   run               for each timed frame seconds of build or update and of search: of this process's processor time,
//                     then of wall-clock time. Of a scene that moves, the frames after the first are timed.
//   sums              for each frame of the last run the number of pairs and their hash (PairSum)
//   pairs FRAME FILE  runs as far as that frame, writes u64 number of pairs and the pairs (2 u32 each): ok
//   quit
#pragma once

#include <sstream>

#include "bench/peers/broad/peer.h"

namespace broad {

class Server {
 public:
  explicit Server(const Description& peer) : description_(peer) {}

  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string command, argument, file;
    words >> command >> argument;
    std::getline(words >> std::ws, file);
    if (command == "about") return description_.name + " | " + description_.built;
    if (command == "modes") return peers::modes_line(description_.modes);
    if (command == "load") return load(argument, file);
    if (scene_.boxes.empty()) return "cannot: no scene is loaded";
    if (command == "run") return run(scene_.steps);
    if (command == "sums") return sums();
    if (command == "pairs") return write_pairs(std::stoul(argument), file);
    return "cannot: unknown command " + command;
  }

 private:
  struct Clocks {
    double process = peers::seconds(CLOCK_PROCESS_CPUTIME_ID);
    double wall = peers::seconds(CLOCK_MONOTONIC);
  };

  std::string load(const std::string& mode, const std::string& file) {
    peer_.reset();
    mode_ = mode;
    scene_ = read_scene(file);
    peer_ = description_.make(scene_, mode);
    if (peer_) return "ok";
    scene_ = {};
    return "cannot: no answers for this scene";
  }

  std::string run(std::size_t last) {
    std::ostringstream out;
    peer_.reset();
    peer_ = description_.make(scene_, mode_);
    sums_.clear();
    std::vector<Box> boxes = scene_.boxes;
    for (std::size_t frame = 0; frame <= last; ++frame) {
      if (frame > 0) step_boxes(scene_, boxes);
      peer_->take(boxes);
      const Clocks start;
      frame > 0 ? peer_->update() : peer_->build();
      const Clocks middle;
      peer_->search();
      const Clocks end;
      PairSum& sum = sums_.emplace_back();
      for (const Pair p : peer_->pairs()) sum.add(p);
      if (frame == 0 && scene_.steps > 0) continue;
      out << middle.process - start.process << ' ' << end.process - middle.process << ' ' << middle.wall - start.wall
          << ' ' << end.wall - middle.wall << ' ';
    }
    return out.str();
  }

  std::string sums() const {
    std::ostringstream out;
    for (const PairSum& sum : sums_) out << sum.count << ' ' << sum.hash << ' ';
    return out.str();
  }

  std::string write_pairs(std::size_t frame, const std::string& file) {
    run(frame);
    const std::vector<Pair> pairs = peer_->pairs();
    const std::uint64_t count = pairs.size();
    std::string bytes;
    peers::detail::put(bytes, &count, 1);
    peers::detail::put(bytes, pairs.data(), pairs.size());
    peers::detail::store(file, bytes);
    return "ok";
  }

  const Description& description_;
  std::string mode_;
  Scene scene_;
  std::vector<PairSum> sums_;
  std::unique_ptr<Peer> peer_;
};

/// The body of `main`.
inline int serve(const Description& peer) {
  Server server(peer);
  return peers::serve_lines(server);
}

}  // namespace broad
