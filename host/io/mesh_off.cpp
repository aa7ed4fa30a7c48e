// Object file format (OFF), text; vertices may have normals, colours or texture coordinates, which are passed over.
#include "host/io/mesh_formats.h"
#include "host/io/text_lines.h"

namespace abut::io {
namespace {

/// Splits "STCN4nOFF" words; false if it is none.
struct OffKeyword {
  bool valid = false, plain = false, unsupported = false;
};

OffKeyword off_keyword(std::string_view word) {
  OffKeyword k;
  k.plain = word == "OFF";
  for (const std::string_view prefix : {"ST", "C", "N"}) {
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  }
  for (const std::string_view prefix : {"4", "n"}) {
    if (!word.starts_with(prefix)) continue;
    word.remove_prefix(prefix.size());
    k.unsupported = true;
  }
  k.valid = word == "OFF";
  return k;
}

class OffReader {
 public:
  explicit OffReader(const FileText& file) : lines_(file, '#') {}

  Mesh read() {
    read_counts();
    for (std::uint64_t v = 0; v < vertices_; ++v) read_vertex(v);
    for (std::uint64_t f = 0; f < faces_; ++f) read_face(f);
    if (lines_.next_with_words()) {
      lines_.fail("found " + in_quotes(Words(lines_.text()).next()) + " after the " + std::to_string(faces_) +
                  " faces that were announced; the file should end before it");
    }
    return std::move(mesh_);
  }

 private:
  /// The counts stand on the line of the keyword or on the next.
  void read_counts() {
    lines_.next_with_words();
    Words words(lines_.text());
    const std::string_view keyword = words.next();
    const OffKeyword kind = off_keyword(keyword);
    if (kind.unsupported)
      lines_.fail(in_quotes(keyword) + " is not supported; allowed: OFF, COFF, NOFF, STOFF in text");
    only_positions_ = kind.plain;
    if (words.at_end()) {
      if (!lines_.next_with_words()) lines_.fail_at_end("the numbers of vertices and faces are needed");
      words = Words(lines_.text());
    }
    const std::string_view first = words.next();
    if (first == "BINARY") lines_.fail("binary OFF is not supported; allowed: OFF, COFF, NOFF, STOFF in text");
    vertices_ = count(first, "the number of vertices");
    faces_ = count(words.next(), "the number of faces");
    const std::string_view edges = words.next();
    if (!edges.empty()) whole(lines_, edges, "the number of edges", 0, ~std::uint64_t{0});
    if (!words.at_end()) lines_.fail("found " + in_quotes(words.next()) + "; the line should end before it");
    mesh_.vertices.reserve(vertices_);
    mesh_.triangles.reserve(faces_);
  }

  std::uint64_t count(std::string_view word, const char* what) const {
    const std::uint64_t value = whole(lines_, word, what, 0, max_mesh_elements);
    // A vertex or face has at least three digits, each with a blank or line end; the last line end may be missing.
    const std::uint64_t room = (lines_.bytes_left() + 1) / 6;
    if (value > room) {
      lines_.fail(std::string(what) + " is " + std::to_string(value) + "; the rest of the file has room for " +
                  std::to_string(room));
    }
    return value;
  }

  void read_vertex(std::uint64_t v) {
    if (!lines_.next_with_words()) {
      lines_.fail_at_end("vertex " + std::to_string(v) + " of " + std::to_string(vertices_) + " is needed");
    }
    Words words(lines_.text());
    Vec3<double> p{};
    p.x = real(lines_, words.next(), "x");
    p.y = real(lines_, words.next(), "y");
    p.z = real(lines_, words.next(), "z");
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      if (only_positions_) {
        lines_.fail("found " + in_quotes(word) + " after x y z; allowed in an OFF file: 3 numbers a vertex");
      }
      static_cast<void>(real(lines_, word, "a normal, colour or texture coordinate"));
    }
    mesh_.vertices.push_back(p);
  }

  /// n, n indices, and perhaps a colour.
  void read_face(std::uint64_t f) {
    if (!lines_.next_with_words()) {
      lines_.fail_at_end("face " + std::to_string(f) + " of " + std::to_string(faces_) + " is needed");
    }
    Words words(lines_.text());
    const std::uint64_t corners = whole(lines_, words.next(), "the number of corners of a face", 3, max_mesh_elements);
    std::uint32_t first = 0, previous = 0;
    for (std::uint64_t k = 0; k < corners; ++k) {
      const auto index = static_cast<std::uint32_t>(
          whole(lines_, words.next(), "a vertex index", vertices_ > 0 ? 0 : 1, vertices_ > 0 ? vertices_ - 1 : 0));
      if (k == 0) first = index;
      if (k >= 2) mesh_.triangles.push_back({first, previous, index});
      previous = index;
    }
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      static_cast<void>(real(lines_, word, "a colour"));
    }
  }

  Lines lines_;
  bool only_positions_ = true;
  std::uint64_t vertices_ = 0, faces_ = 0;
  Mesh mesh_;
};

}  // namespace

bool looks_like_off(const FileText& file) {
  Lines lines(file, '#');
  return lines.next_with_words() && off_keyword(Words(lines.text()).next()).valid;
}

Mesh read_off(const FileText& file) { return OffReader(file).read(); }

}  // namespace abut::io
