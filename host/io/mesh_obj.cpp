// Wavefront OBJ: positions and polygons; everything else that the format knows is passed over.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "host/io/mesh_formats.h"
#include "host/io/text_lines.h"

namespace abut::io {
namespace {

/// Statements without influence on the positions and polygons.
constexpr std::string_view passed_over[] = {
    "vt",        "vn",     "vp",     "p",      "l",     "g",        "o",        "s",     "mg",
    "mtllib",    "usemtl", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",   "shadow_obj",
    "trace_obj", "cstype", "deg",    "bmat",   "step",  "curv",     "curv2",    "surf",  "parm",
    "trim",      "hole",   "scrv",   "sp",     "end",   "con",      "ctech",    "stech", "call"};

/// Joins lines that end in a backslash with the next.
class Statements {
 public:
  explicit Statements(const FileText& file) : lines_(file, '#') {}

  bool next() {
    if (!lines_.next_with_words()) return false;
    text_ = lines_.text();
    if (continues(text_)) {
      joined_.clear();
      while (continues(text_)) {
        joined_ += text_.substr(0, text_.rfind('\\'));
        joined_ += ' ';
        if (!lines_.next()) lines_.fail_at_end("a line is needed after one that ends in a backslash");
        text_ = lines_.text();
      }
      joined_ += text_;
      text_ = joined_;
    }
    return true;
  }
  Words words() const { return Words(text_); }
  const Lines& lines() const { return lines_; }

 private:
  static bool continues(std::string_view line) {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    return line.ends_with('\\');
  }
  Lines lines_;
  std::string joined_;
  std::string_view text_;
};

class ObjReader {
 public:
  explicit ObjReader(const FileText& file) : file_(file), statements_(file) {}

  Mesh read() {
    while (statements_.next()) {
      Words words = statements_.words();
      const std::string_view keyword = words.next();
      if (keyword == "v") {
        read_vertex(words);
      } else if (keyword == "f" || keyword == "fo") {
        read_face(words);
      } else if (std::find(std::begin(passed_over), std::end(passed_over), keyword) == std::end(passed_over)) {
        lines().fail("unknown statement " + in_quotes(keyword) + "; allowed: v, f, comments and the rest of OBJ's own");
      }
    }
    for (const Forward& f : forward_) {
      if (f.index > mesh_.vertices.size()) fail_index(f.line, std::to_string(f.index));
    }
    return std::move(mesh_);
  }

 private:
  struct Forward {
    std::uint64_t line, index;
  };

  const Lines& lines() const { return statements_.lines(); }

  /// x y z, then nothing, a weight, a colour, or both.
  void read_vertex(Words words) {
    Vec3<double> v{};
    v.x = real(lines(), words.next(), "x");
    v.y = real(lines(), words.next(), "y");
    v.z = real(lines(), words.next(), "z");
    int extra = 0;
    for (std::string_view word = words.next(); !word.empty(); word = words.next(), ++extra) {
      static_cast<void>(real(lines(), word, "a weight or colour"));
    }
    if (extra == 2 || extra > 5) {
      lines().fail("a vertex of " + std::to_string(3 + extra) +
                   " numbers; allowed: 3, with a weight 4, with a colour 6 or 7, both 7 or 8");
    }
    if (mesh_.vertices.size() == max_mesh_elements) lines().fail("more than 2147483647 vertices");
    mesh_.vertices.push_back(v);
  }

  void read_face(Words words) {
    corners_.clear();
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) corners_.push_back(corner(word));
    if (corners_.size() < 3) {
      lines().fail("a face of " + std::to_string(corners_.size()) + " corners; at least 3 are needed");
    }
    for (std::size_t k = 1; k + 1 < corners_.size(); ++k) {
      mesh_.triangles.push_back({corners_[0], corners_[k], corners_[k + 1]});
    }
  }

  /// "v", "v/vt", "v//vn" or "v/vt/vn", each counted from 1, or back from -1, the last one so far.
  std::uint32_t corner(std::string_view word) {
    const std::size_t slash = word.find('/');
    const std::string_view vertex = word.substr(0, slash);
    if (slash != std::string_view::npos) check_rest_of_corner(word, word.substr(slash + 1));
    std::int64_t index = 0;
    const Parsed parsed = parse_integer(vertex, index);
    if (parsed == Parsed::not_a_number)
      lines().fail("a face corner is " + in_quotes(word) + "; a vertex index is needed");
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    if (parsed != Parsed::good || index == 0 || index < -count ||
        index > static_cast<std::int64_t>(max_mesh_elements)) {
      fail_index(lines().number(), std::string(vertex));
    }
    if (index > count) forward_.push_back({lines().number(), static_cast<std::uint64_t>(index)});
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
  }

  void check_rest_of_corner(std::string_view word, std::string_view rest) const {
    const std::size_t slash = rest.find('/');
    const std::string_view parts[2] = {rest.substr(0, slash),
                                       slash == std::string_view::npos ? "" : rest.substr(slash + 1)};
    for (const std::string_view part : parts) {
      std::int64_t index = 0;
      if (!part.empty() && parse_integer(part, index) != Parsed::good) {
        lines().fail("a face corner is " + in_quotes(word) + "; allowed: v, v/vt, v//vn, v/vt/vn with whole numbers");
      }
    }
  }

  [[noreturn]] void fail_index(std::uint64_t line, const std::string& index) const {
    const std::string count = std::to_string(mesh_.vertices.size());
    fail_at_line(
        file_, line,
        "vertex index " + in_quotes(index) + "; allowed: " +
            (mesh_.vertices.empty() ? "none, there are no vertices" : "1 to " + count + " or -" + count + " to -1"));
  }

  const FileText& file_;
  Statements statements_;
  Mesh mesh_;
  std::vector<std::uint32_t> corners_;
  std::vector<Forward> forward_;  ///< indices of vertices that had not come yet
};

}  // namespace

Mesh read_obj(const FileText& file) { return ObjReader(file).read(); }

}  // namespace abut::io
