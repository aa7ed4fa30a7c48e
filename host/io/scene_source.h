// What the readers of scenes share of a source: which datasets are there, and checked access to them.
#pragma once

#include <initializer_list>
#include <string>
#include <unordered_set>
#include <vector>

#include "host/io/dataset.h"
#include "host/io/scene_columns.h"

namespace abut::io {

class SceneSource {
 public:
  /// Reads attributes and names, of which none may be unknown.
  SceneSource(DataSource& source, SceneColumns& columns);

  DataSource& data() { return source_; }
  [[noreturn]] void fail(const std::string& problem) const;
  bool is_there(const std::string& dataset) const { return there_.count(dataset) > 0; }
  bool has_any(const std::string& group) const;
  Dataset required(const char* name, std::initializer_list<std::uint64_t> row, const char* why = "");
  std::vector<Vec3<double>> vectors(const Dataset& set);
  /// Poses of `count` things by datasets that may be missing.
  std::vector<Pose> read_poses(const char* position, const char* rotation, std::uint64_t count, const std::string& as);
  /// Unique, where they are not empty.
  std::vector<std::string> read_names(const char* dataset, std::uint64_t count, const std::string& as,
                                      bool may_be_empty);

 private:
  std::string text_attribute(const std::string& name);
  void read_attributes();
  void read_alert_distance();
  void read_entries();
  void read_rotations(const Dataset& set, std::vector<Pose>& poses);

  DataSource& source_;
  SceneColumns& c_;
  std::unordered_set<std::string> there_;
};

void check_lengths(const Dataset& set, std::span<const double> lengths);

/// "shapes/..." into the columns.
void read_shape_columns(SceneSource& source, SceneColumns& columns);
/// "bodies/...".
void read_body_columns(SceneSource& source, SceneColumns& columns);

}  // namespace abut::io
