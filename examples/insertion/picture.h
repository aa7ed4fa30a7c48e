// The four phases as sections through the axes, an SVG: a state of each, its contacts, and one of them enlarged.
#pragma once

#include <array>
#include <string>

#include "examples/insertion/play.h"

namespace insertion {

class Picture {
 public:
  /// The task has to live as long.
  explicit Picture(const Task& task) : task_(task) {}

  /// Keeps of each phase the state that tells most: while it approaches the first one, of the others one that touches.
  void see(Phase phase, const time_stepping::TimeStepper& stepper);

  /// Throws `FileError`.
  void write(const std::string& path) const;

 private:
  struct Frame {
    bool seen = false;
    double time = 0;
    Axis axis;
    time_stepping::FoundContacts found;
    std::vector<time_stepping::Vector> impulses;
  };
  std::string panel(std::size_t phase) const;

  const Task& task_;
  std::array<Frame, phases> frames_;
};

}  // namespace insertion
