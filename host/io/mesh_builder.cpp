#include "host/io/mesh_builder.h"

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/shapes/polygon.h"

namespace abut::io {
namespace {

std::string counted(std::size_t n, const char* one, const char* many) {
  return std::to_string(n) + (n == 1 ? one : many);
}

}  // namespace

void MeshBuilder::reserve(std::uint64_t vertices, std::uint64_t faces) {
  vertices_.reserve(vertices);
  triangles_.reserve(faces);
}

void MeshBuilder::add_vertex(const Vec3<double>& vertex, const BadCoordinate& bad) {
  if (bad.name != nullptr) bad_.push_back({static_cast<std::uint32_t>(vertices_.size()), bad});
  vertices_.push_back(vertex);
}

void MeshBuilder::read_vertex(const Lines& lines, Words& words) {
  BadCoordinate bad;
  Vec3<double> v{};
  v.x = coordinate(lines, words.next(), "x", bad);
  v.y = coordinate(lines, words.next(), "y", bad);
  v.z = coordinate(lines, words.next(), "z", bad);
  add_vertex(v, bad);
}

void MeshBuilder::add_face(std::span<const std::uint32_t> corners) {
  ++faces_;
  if (corners.size() < 3) {
    ++without_area_;
  } else if (corners.size() == 3) {
    triangles_.push_back({corners[0], corners[1], corners[2]});
  } else {
    polygons_.push_back({triangles_.size(), corners_.size()});
    corners_.insert(corners_.end(), corners.begin(), corners.end());
  }
}

LoadedMesh MeshBuilder::finish() {
  if (!bad_.empty()) drop_bad_vertices();
  if (!polygons_.empty()) cut_polygons();
  if (without_area_ > 0) {
    add_note(counted(without_area_, " face", " faces") + " with fewer than three corners passed over");
  }
  return {{std::move(vertices_), std::move(triangles_)}, std::move(notes_)};
}

/// Where there are no faces, all vertices are needed.
void MeshBuilder::drop_bad_vertices() {
  std::vector<bool> needed(vertices_.size(), triangles_.empty() && polygons_.empty());
  for (const auto& t : triangles_) {
    for (const std::uint32_t v : t) needed[v] = true;
  }
  for (const std::uint32_t v : corners_) needed[v] = true;
  for (const BadVertex& b : bad_) {
    if (!needed[b.vertex]) continue;
    const BadCoordinate& bad = b.coordinate;
    if (bad.in_bytes) {
      fail_at_byte(file_, bad.place, bad.name + (" is " + bad.value) + "; only finite numbers are allowed");
    }
    fail_at_line(file_, bad.place, bad.name + (" is " + bad.value) + "; only finite numbers are allowed");
  }
  std::vector<std::uint32_t> number(vertices_.size());
  std::size_t used = 0, next = 0;
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    if (next < bad_.size() && bad_[next].vertex == v) {
      ++next;
      continue;
    }
    number[v] = static_cast<std::uint32_t>(used);
    vertices_[used++] = vertices_[v];
  }
  vertices_.resize(used);
  for (auto& t : triangles_) t = {number[t[0]], number[t[1]], number[t[2]]};
  for (std::uint32_t& v : corners_) v = number[v];
  add_note(counted(bad_.size(), " vertex", " vertices") + " without finite coordinates left out: no face has " +
           (bad_.size() == 1 ? "it" : "them"));
}

/// Triangles stay in the order of their faces.
void MeshBuilder::cut_polygons() {
  std::vector<std::array<std::uint32_t, 3>> all;
  all.reserve(triangles_.size() + corners_.size() - 2 * polygons_.size());
  std::size_t crossing = 0, done = 0;
  Vec3<double> first{0, 0, 0};
  for (std::size_t i = 0; i < polygons_.size(); ++i) {
    const Polygon& polygon = polygons_[i];
    const auto from = triangles_.begin();
    all.insert(all.end(), from + static_cast<std::ptrdiff_t>(done), from + static_cast<std::ptrdiff_t>(polygon.before));
    done = polygon.before;
    const std::size_t end = i + 1 < polygons_.size() ? polygons_[i + 1].begin : corners_.size();
    const auto corners = std::span(corners_).subspan(polygon.begin, end - polygon.begin);
    if (!host::cut_polygon(vertices_, corners, all) && crossing++ == 0) first = vertices_[corners[0]];
  }
  all.insert(all.end(), triangles_.begin() + static_cast<std::ptrdiff_t>(done), triangles_.end());
  triangles_ = std::move(all);
  if (crossing == 0) return;
  add_note(counted(crossing, " face crosses itself", " faces cross themselves") + ", the first near " +
           host::number_text(first.x) + ", " + host::number_text(first.y) + ", " + host::number_text(first.z) +
           ": cut into triangles with the same border, which overlap");
}

}  // namespace abut::io
