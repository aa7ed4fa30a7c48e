// What every peer's program has in common: its modes, its clocks, and a loop that answers line by line.
#pragma once

#include <time.h>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace peers {

/// One way to ask a peer.
struct Mode {
  const char* name;
  const char* scalar;  ///< f32 or f64
};

inline std::string modes_line(const std::vector<Mode>& modes) {
  std::string out;
  for (const Mode& mode : modes) out += std::string(out.empty() ? "" : " ") + mode.name + ":" + mode.scalar;
  return out;
}

inline double seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Lines on standard input, answers on standard output, until `quit` or the input ends. What `server.answer` throws is
/// an answer, too.
template <class Server>
int serve_lines(Server& server) {
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    try {
      std::cout << server.answer(line) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "cannot: " << error.what() << std::endl;
    }
  }
  return 0;
}

}  // namespace peers
