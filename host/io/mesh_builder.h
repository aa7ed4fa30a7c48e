// What a mesh reader finds, made a mesh at the end: faces may come before their vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/io/text_lines.h"

namespace abut::io {

/// A coordinate that is no finite number. It is told if a face needs it: scanners write such vertices where they saw
/// nothing. Data only.
struct BadCoordinate {
  const char* name = nullptr;  ///< null: there is none
  std::string value;
  std::uint64_t place = 0;  ///< a line, or a byte
  bool in_bytes = false;
};

/// The word as a coordinate. Throws `InvalidInput` where it is no number at all.
inline double coordinate(const Lines& lines, std::string_view word, const char* name, BadCoordinate& bad) {
  double value = 0;
  const Parsed parsed = parse_real(word, value);
  if (word.empty() || parsed == Parsed::good || parsed == Parsed::not_a_number) return real(lines, word, name);
  if (bad.name == nullptr) bad = {name, in_quotes(word), lines.number(), false};
  return 0;
}

class MeshBuilder {
 public:
  explicit MeshBuilder(const FileText& file) : file_(file) {}

  void reserve(std::uint64_t vertices, std::uint64_t faces);
  std::size_t vertex_count() const { return vertices_.size(); }
  std::size_t face_count() const { return faces_; }
  void add_vertex(const Vec3<double>& vertex, const BadCoordinate& bad = {});
  /// x y z, the next words.
  void read_vertex(const Lines& lines, Words& words);
  /// The vertices may come later. Faces with fewer than three corners have no area: they are passed over.
  void add_face(std::span<const std::uint32_t> corners);
  /// A line for what was passed over.
  void add_note(std::string note) { notes_.push_back(std::move(note)); }

  /// All corners of faces have to be vertices by now. Throws `InvalidInput` for coordinates that are needed and bad.
  LoadedMesh finish();

 private:
  struct BadVertex {
    std::uint32_t vertex;
    BadCoordinate coordinate;
  };
  struct Polygon {
    std::size_t before;  ///< triangles that come before it
    std::size_t begin;   ///< in `corners_`
  };

  void drop_bad_vertices();
  void cut_polygons();

  const FileText& file_;
  std::vector<Vec3<double>> vertices_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<Polygon> polygons_;
  std::vector<std::uint32_t> corners_;  ///< of the polygons
  std::vector<BadVertex> bad_;
  std::vector<std::string> notes_;
  std::size_t faces_ = 0, without_area_ = 0;
};

}  // namespace abut::io
