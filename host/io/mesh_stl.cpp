// STL, text and binary. A binary file may begin with "solid" too: its size tells.
#include <bit>
#include <cmath>

#include "host/io/binary_numbers.h"
#include "host/io/mesh_formats.h"
#include "host/io/text_lines.h"
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

Mesh read_binary(const FileText& file) {
  if (file.bytes.size() < first_triangle) {
    fail_at_byte(file, file.bytes.size(), "the file ends in the header; a binary STL has at least 84 bytes");
  }
  const std::uint64_t count = binary_count(file);
  if (!has_size_of_binary_stl(file)) {
    fail_at_byte(file, header_bytes,
                 "the count is " + std::to_string(count) + ", which needs " +
                     std::to_string(first_triangle + triangle_bytes * count) + " bytes; the file has " +
                     std::to_string(file.bytes.size()));
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
  return mesh;
}

class TextStlReader {
 public:
  explicit TextStlReader(const FileText& file) : lines_(file) {}

  /// One or more solids.
  Mesh read() {
    while (lines_.next_with_words()) {
      words_ = Words(lines_.text());
      expect_word("solid");
      read_solid();
    }
    return std::move(mesh_);
  }

 private:
  void read_solid() {
    while (true) {
      next_line("facet or endsolid");
      const std::string keyword = lower(words_.next());
      if (keyword == "endsolid") return;
      if (keyword != "facet") lines_.fail("found " + in_quotes(keyword) + "; facet or endsolid is needed");
      read_facet();  // the normal is not needed: the order of the vertices tells it
    }
  }

  void read_facet() {
    next_line("outer loop");
    expect_word("outer");
    expect_word("loop");
    if (mesh_.vertices.size() + 3 > max_mesh_elements) lines_.fail("more than 715827882 facets");
    const auto v = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (int corner = 0; corner < 3; ++corner) {
      next_line("vertex");
      expect_word("vertex");
      Vec3<double> p{};
      p.x = real(lines_, words_.next(), "x");
      p.y = real(lines_, words_.next(), "y");
      p.z = real(lines_, words_.next(), "z");
      expect_end();
      mesh_.vertices.push_back(p);
    }
    next_line("endloop");
    expect_word("endloop");
    expect_end();
    next_line("endfacet");
    expect_word("endfacet");
    expect_end();
    mesh_.triangles.push_back({v, v + 1, v + 2});
  }

  void next_line(const char* wanted) {
    if (!lines_.next_with_words()) lines_.fail_at_end(std::string(wanted) + " is needed");
    words_ = Words(lines_.text());
  }
  void expect_word(const char* wanted) {
    const std::string_view word = words_.next();
    if (lower(word) != wanted) lines_.fail("found " + in_quotes(word) + "; " + wanted + " is needed");
  }
  void expect_end() {
    const std::string_view word = words_.next();
    if (!word.empty()) lines_.fail("found " + in_quotes(word) + "; the line should end before it");
  }

  Lines lines_;
  Words words_;
  Mesh mesh_;
};

}  // namespace

bool has_size_of_binary_stl(const FileText& file) {
  return file.bytes.size() >= first_triangle &&
         file.bytes.size() == first_triangle + triangle_bytes * binary_count(file);
}

bool looks_like_text_stl(const FileText& file) {
  const std::string_view bytes = file.bytes;
  Words words(bytes.substr(0, bytes.find('\n')));
  // A header of a binary file is padded, most often with zero bytes.
  return lower(words.next()) == "solid" && bytes.substr(0, first_triangle).find('\0') == std::string_view::npos;
}

Mesh read_stl(const FileText& file) {
  if (has_size_of_binary_stl(file)) return read_binary(file);
  return looks_like_text_stl(file) ? TextStlReader(file).read() : read_binary(file);
}

}  // namespace abut::io
