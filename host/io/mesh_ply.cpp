// PLY, text and binary of both byte orders: any scalar types, elements and properties in any order, the unknown ones
// passed over. One walk over the elements serves all three; a source of values is what differs.
#include <bit>
#include <cmath>

#include "host/io/binary_numbers.h"
#include "host/io/mesh_formats.h"
#include "host/io/ply_header.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

/// A source gives: `real(type, what)` and `whole(type, what)`, the next value; `skip(type, count)`; `most_elements`,
/// how many elements the rest of the file can hold at most; `fail(what)` at the present place; `finish()`, which fails
/// if anything is left.

/// Words of the text, across lines.
class TextSource {
 public:
  TextSource(const FileText&, const Lines& lines) : lines_(lines) {}

  double real(PlyType type, const char* what) {
    return ply_is_integer(type) ? static_cast<double>(whole(type, what)) : io::real(lines_, next(what), what);
  }
  std::int64_t whole(PlyType, const char* what) {
    const std::string_view word = next(what);
    std::int64_t value = 0;
    if (parse_integer(word, value) == Parsed::good) return value;
    lines_.fail(std::string(what) + " is " + in_quotes(word) + "; a whole number is needed");
  }
  void skip(PlyType, std::uint64_t count) {
    for (std::uint64_t k = 0; k < count; ++k) next("a value");
  }
  std::uint64_t most_elements(const PlyElement& element) const {
    return most_values(PlyType::int8) / element.properties.size();
  }
  /// A value takes a digit and a blank, the last one only the digit.
  std::uint64_t most_values(PlyType) const { return (words_.rest().size() + 1) / 2 + (lines_.bytes_left() + 1) / 2; }
  [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }
  void finish() {
    std::string_view word = words_.next();
    while (word.empty() && lines_.next_with_words()) {
      words_ = Words(lines_.text());
      word = words_.next();
    }
    if (!word.empty()) fail("found " + in_quotes(word) + " after all elements; the file should end before it");
  }

 private:
  std::string_view next(const char* what) {
    std::string_view word = words_.next();
    while (word.empty()) {
      if (!lines_.next_with_words()) lines_.fail_at_end(std::string(what) + " is needed");
      words_ = Words(lines_.text());
      word = words_.next();
    }
    return word;
  }

  Lines lines_;
  Words words_;
};

/// Bytes, in either order.
class BinarySource {
 public:
  BinarySource(const FileText& file, const Lines& lines, std::endian order)
      : file_(file), at_(lines.offset()), order_(order) {}

  double real(PlyType type, const char* what) {
    if (ply_is_integer(type)) return static_cast<double>(whole(type, what));
    take(type, 1, what);
    const double value = type == PlyType::float64 ? number_at<double>(file_.bytes, place_, order_)
                                                  : static_cast<double>(number_at<float>(file_.bytes, place_, order_));
    if (std::isfinite(value)) return value;
    fail(std::string(what) + " is " + host::number_text(value) + "; only finite numbers are allowed");
  }
  std::int64_t whole(PlyType type, const char* what) {
    take(type, 1, what);
    switch (type) {
      case PlyType::int8: return number_at<std::int8_t>(file_.bytes, place_, order_);
      case PlyType::uint8: return number_at<std::uint8_t>(file_.bytes, place_, order_);
      case PlyType::int16: return number_at<std::int16_t>(file_.bytes, place_, order_);
      case PlyType::uint16: return number_at<std::uint16_t>(file_.bytes, place_, order_);
      case PlyType::int32: return number_at<std::int32_t>(file_.bytes, place_, order_);
      default: return number_at<std::uint32_t>(file_.bytes, place_, order_);
    }
  }
  void skip(PlyType type, std::uint64_t count) { take(type, count, "a value"); }
  std::uint64_t most_elements(const PlyElement& element) const {
    std::uint64_t bytes = 0;
    for (const PlyProperty& p : element.properties) bytes += ply_size(p.is_list ? p.count_type : p.type);
    return left() / bytes;
  }
  std::uint64_t most_values(PlyType type) const { return left() / ply_size(type); }
  [[noreturn]] void fail(const std::string& what) const { fail_at_byte(file_, place_, what); }
  void finish() const {
    if (left() > 0) {
      fail_at_byte(file_, at_, std::to_string(left()) + " bytes after all elements; the file should end here");
    }
  }

 private:
  std::size_t left() const { return file_.bytes.size() - at_; }
  void take(PlyType type, std::uint64_t count, const char* what) {
    place_ = at_;
    if (count > left() / ply_size(type)) fail("the file ends too early; " + std::string(what) + " is needed");
    at_ += count * ply_size(type);
  }

  const FileText& file_;
  std::size_t at_, place_ = 0;  ///< of the next value, of the last one
  std::endian order_;
};

template <class Source>
class PlyBody {
 public:
  PlyBody(const FileText& file, const PlyHeader& header, Source source)
      : file_(file), header_(header), source_(std::move(source)) {}

  Mesh read() {
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
    source_.finish();
    return std::move(mesh_);
  }

 private:
  void find_elements() {
    for (const PlyElement& element : header_.elements) {
      const bool vertex = element.name == "vertex";
      if (!vertex && element.name != "face") continue;
      const PlyElement*& place = vertex ? vertices_ : faces_;
      if (place != nullptr) fail_at_line(file_, element.line, "a second element " + in_quotes(element.name));
      place = &element;
    }
    if (vertices_ == nullptr || faces_ == nullptr) {
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
    indices_ = faces_->find("vertex_indices");
    if (indices_ == faces_->properties.size()) indices_ = faces_->find("vertex_index");
    if (indices_ == faces_->properties.size() || !faces_->properties[indices_].is_list ||
        !ply_is_integer(faces_->properties[indices_].type)) {
      fail_at_line(file_, faces_->line, "element face has no list of whole numbers vertex_indices or vertex_index");
    }
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
    mesh_.vertices.reserve(element.count);
    for (std::uint64_t v = 0; v < element.count; ++v) {
      Vec3<double> vertex{};
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const PlyProperty& p = element.properties[k];
        if (k == xyz_[0]) {
          vertex.x = source_.real(p.type, "x");
        } else if (k == xyz_[1]) {
          vertex.y = source_.real(p.type, "y");
        } else if (k == xyz_[2]) {
          vertex.z = source_.real(p.type, "z");
        } else {
          skip(p);
        }
      }
      mesh_.vertices.push_back(vertex);
    }
  }

  void read_faces(const PlyElement& element) {
    mesh_.triangles.reserve(element.count);
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
    if (corners < 3) source_.fail("a face of " + std::to_string(corners) + " corners; at least 3 are needed");
    std::uint32_t first = 0, previous = 0;
    for (std::uint64_t k = 0; k < corners; ++k) {
      const std::int64_t index = source_.whole(p.type, "a vertex index");
      if (index < 0 || static_cast<std::uint64_t>(index) >= vertices_->count) {
        source_.fail(
            "vertex index " + std::to_string(index) + "; allowed: " +
            (vertices_->count == 0 ? "none, there are no vertices" : "0 to " + std::to_string(vertices_->count - 1)));
      }
      const auto v = static_cast<std::uint32_t>(index);
      if (k == 0) first = v;
      if (k >= 2) mesh_.triangles.push_back({first, previous, v});
      previous = v;
    }
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
  Mesh mesh_;
};

}  // namespace

bool looks_like_ply(const FileText& file) {
  const std::string_view bytes = file.bytes;
  return bytes.starts_with("ply\n") || bytes.starts_with("ply\r\n");
}

Mesh read_ply(const FileText& file) {
  Lines lines(file);
  const PlyHeader header = read_ply_header(lines);
  if (header.format == PlyFormat::ascii) return PlyBody(file, header, TextSource(file, lines)).read();
  const std::endian order = header.format == PlyFormat::little_endian ? std::endian::little : std::endian::big;
  return PlyBody(file, header, BinarySource(file, lines, order)).read();
}

}  // namespace abut::io
