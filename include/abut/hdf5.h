// Large scenes, lists of pairs and contacts in HDF5 files (docs/reference/hdf5-format.md). Host only; links HDF5 where
// the build has it. Everything throws `FileError`, or `InvalidInput` in one line naming file, dataset, place, value and
// what is allowed; in a build without HDF5 that line says so. Files appear under their names only when they are
// complete.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/detect.h"
#include "abut/io.h"

namespace abut {

/// Whether this build reads and writes HDF5 files.
bool hdf5_available();

/// What a conversion could not keep as it was: nothing in most cases.
struct ConvertedScene {
  std::size_t meshes = 0;  ///< that hulls or parts stand for, of which the vertices were written
};

/// Reads a scene, JSON or HDF5, which its content tells, and writes it as HDF5 where `to` ends in .h5 or .hdf5, else as
/// JSON. Every number keeps its bits. Pairs of shapes, and pairs of parts of bodies that have several, cannot be JSON.
ConvertedScene convert_scene(const std::string& from, const std::string& to, int deflate = 0);

/// Writes all fields of a detection's contacts, in its order. `deflate`: 0 for none, to 9.
template <class T>
void write_contacts_hdf5(const Scene& scene, const Detection<T>& detection, const std::string& path, int deflate = 0);

struct QueryFileOptions {
  std::string precision{};                 ///< "f32" or "f64"; empty: the file's, else "f64"
  std::optional<double> alert_distance{};  ///< none: the file's, else infinity: all pairs get their separation
  std::vector<std::string> fields{};       ///< datasets of the result; none: all that there are for these pairs
  int deflate = 0;                         ///< 0 for none, to 9
  std::uint64_t piece = 65536;             ///< pairs that are read, queried and written at a time
  Cpu executor{};
  /// Called after each piece with how many pairs are done, of how many.
  std::function<void(std::uint64_t, std::uint64_t)> progress{};
};

struct QueryFileSummary {
  std::uint64_t pairs = 0;
  std::string precision;
  double alert_distance = 0;
  std::array<std::uint64_t, status_count> status{};
  std::vector<std::string> fields;
  /// Seconds of wall-clock time. Pieces are read and written while others are queried, so these may add up to more than
  /// `total`. `prepare`: shapes and bodies are made of what was read, convex hulls above all; `waited`: how long
  /// queries stood still for reading and writing; `disk`: until all was on the disk, after the last piece.
  double prepare = 0, read = 0, write = 0, query = 0, waited = 0, disk = 0, total = 0;
};

/// Answers every pair of `from`, an HDF5 file with pairs or a JSON scene with pairs, in their order, one row a pair, in
/// `to`, an HDF5 file. Memory holds the shapes and bodies and a few pieces, whatever the number of pairs.
QueryFileSummary query_pair_file(const std::string& from, const std::string& to, const QueryFileOptions& options = {});

}  // namespace abut
