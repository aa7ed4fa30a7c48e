// CoACD's parts of a mesh, or why there are none, in a file: so that they need not be made again.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "host/decompose/coacd.h"

namespace abut::bench {

/// Data only.
struct OtherParts {
  host::CoacdParts parts;
  std::string failure;  ///< why there are none; empty where there are
};

inline bool read_kept(const std::filesystem::path& path, OtherParts& kept) {
  std::ifstream file(path);
  std::size_t count = 0;
  if (!(file >> kept.parts.seconds >> count)) return false;
  file.ignore();
  if (count == 0) return static_cast<bool>(std::getline(file, kept.failure));
  kept.parts.points.resize(count);
  for (auto& part : kept.parts.points) {
    file >> count;
    part.resize(file ? count : 0);
    for (auto& p : part) file >> p.x >> p.y >> p.z;
  }
  return static_cast<bool>(file);
}

/// Whole or not at all: a run that is stopped leaves no half of it.
inline void keep(const std::filesystem::path& path, const OtherParts& made) {
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  std::ofstream file(unfinished);
  file.precision(17);
  file << made.parts.seconds << ' ' << made.parts.points.size() << '\n';
  if (made.parts.points.empty()) file << made.failure << '\n';
  for (const auto& part : made.parts.points) {
    file << part.size() << '\n';
    for (const auto& p : part) file << p.x << ' ' << p.y << ' ' << p.z << '\n';
  }
  file.close();
  std::filesystem::rename(unfinished, path);
}

}  // namespace abut::bench
