// The line protocol of a peer's program. It is included by each program once, compiled with that program's flags.
//
//   about            NAME WITH VERSION | HOW IT WAS BUILT
//   modes            MODE:SCALAR ...
//   load MODE FILE   ok, or `cannot REASON`
//   run              nanoseconds a query of this thread's processor time, and of wall-clock time
//   answers FILE     writes `Checked` for each pair that the set has a truth for, in the machine's byte order: ok
//   quit
#pragma once

#include <fstream>
#include <sstream>

#include "bench/peers/peer.h"
#include "bench/peers/width.h"

namespace peers {

/// Eleven doubles and the outcome: what the driver reads.
struct Checked {
  double separation, along_normal, normal[3], witness_a[3], witness_b[3];
  std::uint64_t outcome;
};
static_assert(sizeof(Checked) == 96);

class Server {
 public:
  explicit Server(const Description& peer) : description_(peer) {}

  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string command, mode, file;
    words >> command;
    if (command == "load") words >> mode;
    std::getline(words >> std::ws, file);
    if (command == "about") return description_.name + " | " + description_.built;
    if (command == "modes") return modes_line(description_.modes);
    if (command == "load") return load(mode, file);
    if (!peer_) return "cannot: no set is loaded";
    if (command == "run") return run();
    if (command == "answers") return answers(file);
    return "cannot: unknown command " + command;
  }

 private:
  std::string load(const std::string& mode, const std::string& file) {
    peer_.reset();
    set_ = read_set(file);
    peer_ = description_.make(set_, mode);
    return peer_ ? "ok" : "cannot: no answers for this regime";
  }

  std::string run() {
    peer_->prepare();
    const double wall = seconds(CLOCK_MONOTONIC);
    const double thread = seconds(CLOCK_THREAD_CPUTIME_ID);
    peer_->run();
    const double pairs = static_cast<double>(set_.pairs.size());
    std::ostringstream out;
    out << (seconds(CLOCK_THREAD_CPUTIME_ID) - thread) / pairs * 1e9 << ' '
        << (seconds(CLOCK_MONOTONIC) - wall) / pairs * 1e9;
    return out.str();
  }

  std::string answers(const std::string& file) const {
    std::ofstream out(file, std::ios::binary);
    for (std::size_t i = 0; i < set_.truth.size(); ++i) {
      const Record r = peer_->record(i);
      Checked c{};
      c.separation = r.separation;
      c.along_normal = separation_along(set_, set_.pairs[i], r.normal);
      for (int k = 0; k < 3; ++k) {
        c.normal[k] = r.normal[k];
        c.witness_a[k] = r.witness_a[k];
        c.witness_b[k] = r.witness_b[k];
      }
      c.outcome = static_cast<std::uint64_t>(r.outcome);
      out.write(reinterpret_cast<const char*>(&c), sizeof c);
    }
    out.flush();
    return out ? "ok" : "cannot: " + file + " cannot be written";
  }

  const Description& description_;
  Set set_;
  std::unique_ptr<Peer> peer_;
};

/// The body of `main`.
inline int serve(const Description& peer) {
  Server server(peer);
  return serve_lines(server);
}

}  // namespace peers
