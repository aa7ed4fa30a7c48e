// PLY, text and binary of both byte orders: any scalar types, elements and properties in any order, the unknown ones
// passed over. One walk over the elements serves all three; a source of values is what differs.
#include <algorithm>
#include <bit>

#include "host/io/mesh_builder.h"
#include "host/io/ply_sources.h"

namespace abut::io {
namespace {

template <class Source>
class PlyBody {
 public:
  PlyBody(const FileText& file, const PlyHeader& header, Source source)
      : file_(file), header_(header), source_(std::move(source)), mesh_(file) {}

  LoadedMesh read() {
    find_elements();
    for (const PlyElement& element : header_.elements) {
      // Elements without properties take no room: nothing to read, however many there are.
      if (element.properties.empty()) continue;
      check_count(element);
      if (&element == vertices_) {
        read_vertices(element);
      } else if (&element == faces_) {
        read_faces(element);
      } else {
        for (std::uint64_t k = 0; k < element.count; ++k) {
          for (const PlyProperty& p : element.properties) skip(p);
        }
      }
    }
    if (const std::size_t spare = source_.finish(least_bytes()); spare > 0) {
      mesh_.add_note("passed over " + std::to_string(spare) + " bytes after all elements");
    }
    return mesh_.finish();
  }

 private:
  void find_elements() {
    for (const PlyElement& element : header_.elements) {
      const bool vertex = element.name == "vertex";
      if (element.name == "tristrips" && element.count > 0) {
        fail_at_line(file_, element.line, "strips of triangles are not supported; allowed are faces");
      }
      if (!vertex && element.name != "face") continue;
      const PlyElement*& place = vertex ? vertices_ : faces_;
      if (place != nullptr) fail_at_line(file_, element.line, "a second element " + in_quotes(element.name));
      place = &element;
    }
    // Vertices alone serve as a hull, but lists of something else may be faces by another name.
    const bool lists = std::any_of(header_.elements.begin(), header_.elements.end(), [&](const PlyElement& e) {
      return &e != vertices_ && e.count > 0 &&
             std::any_of(e.properties.begin(), e.properties.end(), [](const PlyProperty& p) { return p.is_list; });
    });
    if (vertices_ == nullptr || (faces_ == nullptr && lists)) {
      fail_at_line(file_, 1,
                   std::string("the header announces no element ") + (vertices_ == nullptr ? "vertex" : "face") +
                       "; both vertex and face are needed");
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const char* const name[] = {"x", "y", "z"};
      xyz_[k] = vertices_->find(name[k]);
      if (xyz_[k] == vertices_->properties.size() || vertices_->properties[xyz_[k]].is_list) {
        fail_at_line(file_, vertices_->line,
                     "element vertex has no number " + in_quotes(name[k]) + "; x, y and z are needed");
      }
    }
    if (faces_ != nullptr) find_indices();
  }

  void find_indices() {
    indices_ = faces_->find("vertex_indices");
    if (indices_ == faces_->properties.size()) indices_ = faces_->find("vertex_index");
    const bool found = indices_ < faces_->properties.size() && faces_->properties[indices_].is_list &&
                       ply_is_integer(faces_->properties[indices_].type);
    if (!found && faces_->count > 0) {
      fail_at_line(file_, faces_->line, "element face has no list of whole numbers vertex_indices or vertex_index");
    }
  }

  /// Of a triangle, or where there are none of a vertex.
  std::size_t least_bytes() const {
    if (faces_ == nullptr || indices_ == faces_->properties.size()) return 1;
    const PlyProperty& p = faces_->properties[indices_];
    return ply_size(p.count_type) + 3 * ply_size(p.type);
  }

  void check_count(const PlyElement& element) const {
    const std::uint64_t most = source_.most_elements(element);
    const bool in_mesh = &element == vertices_ || &element == faces_;
    if (element.count <= most && (!in_mesh || element.count <= max_mesh_elements)) return;
    fail_at_line(file_, element.line,
                 "element " + in_quotes(element.name) + " has the count " + std::to_string(element.count) +
                     "; the rest of the file has room for " + std::to_string(most) +
                     (in_mesh ? ", and at most 2147483647 are allowed" : ""));
  }

  void read_vertices(const PlyElement& element) {
    mesh_.reserve(element.count, 0);
    for (std::uint64_t v = 0; v < element.count; ++v) {
      Vec3<double> vertex{};
      BadCoordinate bad;
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const PlyProperty& p = element.properties[k];
        if (k == xyz_[0]) {
          vertex.x = source_.coordinate(p.type, "x", bad);
        } else if (k == xyz_[1]) {
          vertex.y = source_.coordinate(p.type, "y", bad);
        } else if (k == xyz_[2]) {
          vertex.z = source_.coordinate(p.type, "z", bad);
        } else {
          skip(p);
        }
      }
      mesh_.add_vertex(vertex, bad);
    }
  }

  void read_faces(const PlyElement& element) {
    mesh_.reserve(0, element.count);
    for (std::uint64_t f = 0; f < element.count; ++f) {
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        if (k == indices_) {
          read_polygon(element.properties[k]);
        } else {
          skip(element.properties[k]);
        }
      }
    }
  }

  void read_polygon(const PlyProperty& p) {
    const std::uint64_t corners = list_count(p, "the number of corners of a face");
    corners_.clear();
    for (std::uint64_t k = 0; k < corners; ++k) {
      const std::int64_t index = source_.whole(p.type, "a vertex index");
      if (index < 0 || static_cast<std::uint64_t>(index) >= vertices_->count) {
        source_.fail(
            "vertex index " + std::to_string(index) + "; allowed: " +
            (vertices_->count == 0 ? "none, there are no vertices" : "0 to " + std::to_string(vertices_->count - 1)));
      }
      corners_.push_back(static_cast<std::uint32_t>(index));
    }
    mesh_.add_face(corners_);
  }

  void skip(const PlyProperty& p) { source_.skip(p.type, p.is_list ? list_count(p, "the count of a list") : 1); }

  std::uint64_t list_count(const PlyProperty& p, const char* what) {
    const std::int64_t count = source_.whole(p.count_type, what);
    if (count < 0 || static_cast<std::uint64_t>(count) > source_.most_values(p.type)) {
      source_.fail(std::string(what) + " is " + std::to_string(count) + "; the rest of the file has room for 0 to " +
                   std::to_string(source_.most_values(p.type)));
    }
    return static_cast<std::uint64_t>(count);
  }

  const FileText& file_;
  const PlyHeader& header_;
  Source source_;
  const PlyElement* vertices_ = nullptr;
  const PlyElement* faces_ = nullptr;
  std::size_t xyz_[3] = {};
  std::size_t indices_ = 0;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

bool looks_like_ply(const FileText& file) {
  const std::string_view bytes = file.bytes;
  if (!bytes.starts_with("ply")) return false;
  const std::size_t end = bytes.find_first_not_of(" \t", 3);
  return end != std::string_view::npos && (bytes[end] == '\n' || bytes[end] == '\r');
}

LoadedMesh read_ply(const FileText& file) {
  // What a binary body holds tells nothing of how lines end.
  const std::size_t end = file.bytes.find_first_of("\r\n");
  const bool old = end != std::string::npos && file.bytes[end] == '\r' && file.bytes.substr(end + 1, 1) != "\n";
  Lines lines(file, '\0', old ? '\r' : '\n');
  const PlyHeader header = read_ply_header(lines);
  if (header.format == PlyFormat::ascii) return PlyBody(file, header, TextSource(file, lines)).read();
  const std::endian order = header.format == PlyFormat::little_endian ? std::endian::little : std::endian::big;
  return PlyBody(file, header, BinarySource(file, lines, order)).read();
}

}  // namespace abut::io
