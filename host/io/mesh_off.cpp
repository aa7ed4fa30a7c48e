// Object file format (OFF), text; vertices may have normals, colours or texture coordinates, which are passed over.
#include <algorithm>
#include <vector>

#include "host/io/mesh_builder.h"

namespace abut::io {
namespace {

/// The word that a file begins with, as "STCN4nOFF". Data only.
struct OffKeyword {
  bool valid = false, unsupported = false;
  std::size_t length = 0;  ///< the first count may follow at once
};

OffKeyword off_keyword(std::string_view word) {
  const std::size_t name = std::min(word.find("OFF"), word.find("off"));
  if (name == std::string_view::npos) return {};
  OffKeyword k;
  k.length = name + 3;
  std::string_view prefix = word.substr(0, name);
  while (!prefix.empty()) {
    const std::size_t length = prefix.starts_with("ST") ? 2 : 1;
    if (length == 1 && std::string_view("CN4n").find(prefix[0]) == std::string_view::npos) return {};
    k.unsupported = k.unsupported || prefix[0] == '4' || prefix[0] == 'n';
    prefix.remove_prefix(length);
  }
  k.valid = k.length == word.size() || (word[k.length] >= '0' && word[k.length] <= '9');
  return k;
}

class OffReader {
 public:
  explicit OffReader(const FileText& file) : lines_(file, '#'), mesh_(file) {}

  LoadedMesh read() {
    read_counts();
    for (std::uint64_t v = 0; v < vertices_; ++v) read_vertex(v);
    for (std::uint64_t f = 0; f < faces_; ++f) read_face(f);
    if (lines_.next_with_words()) {
      lines_.fail("found " + in_quotes(Words(lines_.text()).next()) + " after the " + std::to_string(faces_) +
                  " faces that were announced; the file should end before it");
    }
    return mesh_.finish();
  }

 private:
  /// The counts stand beside the keyword, which may be missing, or on the next line. That of the edges and what follows
  /// it tell nothing.
  void read_counts() {
    lines_.next_with_words();
    Words words(lines_.text());
    const std::string_view keyword = words.next();
    const OffKeyword kind = off_keyword(keyword);
    if (kind.unsupported)
      lines_.fail(in_quotes(keyword) + " is not supported; allowed: OFF, COFF, NOFF, STOFF in text");
    std::string_view first = kind.valid ? keyword.substr(kind.length) : keyword;
    if (first.empty()) first = words.next();
    if (first.empty()) {
      if (!lines_.next_with_words()) lines_.fail_at_end("the numbers of vertices and faces are needed");
      words = Words(lines_.text());
      first = words.next();
    }
    if (first == "BINARY") lines_.fail("binary OFF is not supported; allowed: OFF, COFF, NOFF, STOFF in text");
    vertices_ = count(first, "the number of vertices", least_vertex);
    faces_ = count(words.next(), "the number of faces", least_face);
    mesh_.reserve(vertices_, faces_);
  }

  // Characters of a line: three digits, each with a blank or line end; the number of corners alone.
  static constexpr std::uint64_t least_vertex = 6, least_face = 2;

  std::uint64_t count(std::string_view word, const char* what, std::uint64_t least) const {
    const std::uint64_t value = whole(lines_, word, what, 0, max_mesh_elements);
    const std::uint64_t most = (lines_.remaining_bytes() + 1) / least;  // the last line end may be missing
    if (value > most) {
      lines_.fail(std::string(what) + " is " + std::to_string(value) + "; the rest of the file has room for " +
                  std::to_string(most));
    }
    return value;
  }

  /// x y z, and perhaps a normal, a colour, texture coordinates, whatever the keyword says.
  void read_vertex(std::uint64_t v) {
    if (!lines_.next_with_words()) {
      lines_.fail_at_end("vertex " + std::to_string(v) + " of " + std::to_string(vertices_) + " is needed");
    }
    Words words(lines_.text());
    mesh_.read_vertex(lines_, words);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      pass_over_number(lines_, word, "a normal, colour or texture coordinate");
    }
  }

  /// n, n indices, and perhaps a colour.
  void read_face(std::uint64_t f) {
    if (!lines_.next_with_words()) {
      lines_.fail_at_end("face " + std::to_string(f) + " of " + std::to_string(faces_) + " is needed");
    }
    Words words(lines_.text());
    const std::uint64_t corners = whole(lines_, words.next(), "the number of corners of a face", 0, max_mesh_elements);
    corners_.clear();
    for (std::uint64_t k = 0; k < corners; ++k) {
      corners_.push_back(static_cast<std::uint32_t>(
          whole(lines_, words.next(), "a vertex index", vertices_ > 0 ? 0 : 1, vertices_ > 0 ? vertices_ - 1 : 0)));
    }
    mesh_.add_face(corners_);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      pass_over_number(lines_, word, "a colour");
    }
  }

  Lines lines_;
  std::uint64_t vertices_ = 0, faces_ = 0;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

bool looks_like_off(const FileText& file) {
  Lines lines(file, '#');
  return lines.next_with_words() && off_keyword(Words(lines.text()).next()).valid;
}

LoadedMesh read_off(const FileText& file) { return OffReader(file).read(); }

}  // namespace abut::io
