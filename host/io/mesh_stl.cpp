// STL, text and binary. A binary file may begin with "solid" too: its size tells.
#include <bit>
#include <cmath>

#include "host/io/binary_numbers.h"
#include "host/io/mesh_builder.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

constexpr std::size_t header_bytes = 80;
constexpr std::size_t first_triangle = 84;
constexpr std::size_t triangle_bytes = 50;  ///< normal and three vertices in float, two bytes of attributes

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::uint64_t binary_count(const FileText& file) {
  return number_at<std::uint32_t>(file.bytes, header_bytes, std::endian::little);
}

/// Bytes after the triangles that hold no other: fewer than one takes, or zeros.
bool is_padding(std::string_view bytes) {
  return bytes.size() < triangle_bytes || bytes.find_first_not_of('\0') == std::string_view::npos;
}

LoadedMesh read_binary(const FileText& file) {
  if (file.bytes.size() < first_triangle) {
    fail_at_byte(file, file.bytes.size(), "the file ends in the header; a binary STL has at least 84 bytes");
  }
  const std::uint64_t count = binary_count(file), end = first_triangle + triangle_bytes * count;
  if (end > file.bytes.size() || !is_padding(std::string_view(file.bytes).substr(end))) {
    fail_at_byte(file, header_bytes,
                 "the count is " + std::to_string(count) + ", which needs " + std::to_string(end) +
                     " bytes; the file has " + std::to_string(file.bytes.size()));
  }
  if (3 * count > max_mesh_elements) {
    fail_at_byte(file, header_bytes, "the count is " + std::to_string(count) + "; at most 715827882 are allowed");
  }
  Mesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::uint64_t t = 0; t < count; ++t) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      double xyz[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t offset = first_triangle + triangle_bytes * t + 12 + 12 * corner + 4 * k;
        xyz[k] = static_cast<double>(number_at<float>(file.bytes, offset, std::endian::little));
        if (!std::isfinite(xyz[k])) {
          fail_at_byte(file, offset,
                       "a coordinate is " + host::number_text(xyz[k]) + "; only finite numbers are allowed");
        }
      }
      mesh.vertices.push_back({xyz[0], xyz[1], xyz[2]});
    }
    const auto v = static_cast<std::uint32_t>(3 * t);
    mesh.triangles.push_back({v, v + 1, v + 2});
  }
  LoadedMesh loaded{std::move(mesh), {}};
  if (const std::size_t spare = file.bytes.size() - end; spare > 0) {
    loaded.notes.push_back("passed over " + std::to_string(spare) + " bytes after the last triangle");
  }
  return loaded;
}

class TextStlReader {
 public:
  explicit TextStlReader(const FileText& file) : lines_(file), mesh_(file) {}

  /// One or more solids.
  LoadedMesh read() {
    while (lines_.next_with_words()) {
      words_ = Words(lines_.text());
      expect_word("solid");
      read_solid();
    }
    return mesh_.finish();
  }

 private:
  void read_solid() {
    while (true) {
      if (!lines_.next_with_words()) {
        mesh_.add_note("the file ends without endsolid; it may have been cut off");
        return;
      }
      words_ = Words(lines_.text());
      const std::string keyword = lower(words_.next());
      if (keyword == "endsolid") return;
      if (keyword != "facet") lines_.fail("found " + in_quotes(keyword) + "; facet or endsolid is needed");
      read_facet();  // the normal is not needed: the order of the vertices tells it
    }
  }

  /// Of three vertices, or more.
  void read_facet() {
    next_line("outer loop");
    expect_word("outer");
    expect_word("loop");
    corners_.clear();
    while (true) {
      next_line(corners_.size() < 3 ? "vertex" : "vertex or endloop");
      if (corners_.size() >= 3 && lower(Words(words_).next()) == "endloop") break;
      expect_word(corners_.size() < 3 ? "vertex" : "vertex or endloop", "vertex");
      if (mesh_.vertex_count() == max_mesh_elements) lines_.fail("more than 2147483647 vertices");
      corners_.push_back(static_cast<std::uint32_t>(mesh_.vertex_count()));
      mesh_.read_vertex(lines_, words_);
      pass_over_rest();
    }
    next_line("endfacet");
    expect_word("endfacet");
    mesh_.add_face(corners_);
  }

  void next_line(const char* wanted) {
    if (!lines_.next_with_words()) lines_.fail_at_end(std::string(wanted) + " is needed");
    words_ = Words(lines_.text());
  }
  void expect_word(const char* wanted) { expect_word(wanted, wanted); }
  void expect_word(const char* wanted, std::string_view keyword) {
    const std::string_view word = words_.next();
    if (lower(word) != keyword) lines_.fail("found " + in_quotes(word) + "; " + wanted + " is needed");
  }
  void pass_over_rest() {
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      pass_over_number(lines_, word, "what follows x y z");
    }
  }

  Lines lines_;
  Words words_;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

bool has_size_of_binary_stl(const FileText& file) {
  return file.bytes.size() >= first_triangle &&
         file.bytes.size() == first_triangle + triangle_bytes * binary_count(file);
}

bool looks_like_text_stl(const FileText& file) {
  const std::string_view bytes = file.bytes;
  Lines lines(file);
  if (!lines.next_with_words()) return false;
  Words words(lines.text());
  // A header of a binary file is padded, most often with zero bytes.
  return lower(words.next()) == "solid" && bytes.substr(0, first_triangle).find('\0') == std::string_view::npos;
}

LoadedMesh read_stl(const FileText& file) {
  if (has_size_of_binary_stl(file)) return read_binary(file);
  return looks_like_text_stl(file) ? TextStlReader(file).read() : read_binary(file);
}

}  // namespace abut::io
