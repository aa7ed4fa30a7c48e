// Wavefront OBJ: positions and polygons; everything else that the format knows is passed over.
#include <algorithm>
#include <span>
#include <vector>

#include "host/io/mesh_builder.h"

namespace abut::io {
namespace {

/// Statements without influence on the positions and polygons; "vw" and "t" are later additions, weights of bones and
/// creases.
constexpr std::string_view passed_over[] = {
    "vt",         "vn",        "vp",     "vw",     "p",      "g",     "o",        "s",        "t",
    "mg",         "mtllib",    "usemtl", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",
    "shadow_obj", "trace_obj", "cstype", "deg",    "bmat",   "step",  "parm",     "trim",     "hole",
    "scrv",       "sp",        "end",    "con",    "ctech",  "stech", "call",     "csh",      "res"};

/// What draws something that is no polygon.
constexpr std::string_view drawn[] = {"l", "curv", "curv2", "surf", "bsp", "bzp", "cdc", "cdp"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

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
  explicit ObjReader(const FileText& file) : file_(file), statements_(file), mesh_(file) {}

  LoadedMesh read() {
    while (statements_.next()) {
      Words words = statements_.words();
      const std::string_view keyword = words.next();
      if (keyword == "v") {
        read_vertex(words);
      } else if (keyword == "f" || keyword == "fo") {
        read_face(words);
      } else if (is_one_of(drawn, keyword)) {
        drawn_.add(lines(), keyword);
      } else if (!is_one_of(passed_over, keyword)) {
        unknown_.add(lines(), keyword);
      }
    }
    for (const Forward& f : forward_) {
      if (f.index > mesh_.vertex_count()) fail_index(f.line, std::to_string(f.index));
    }
    tell_what_was_passed_over();
    return mesh_.finish();
  }

 private:
  struct Forward {
    std::uint64_t line, index;
  };
  /// Statements of one sort, and the first of them. Data only.
  struct Passed {
    std::uint64_t count = 0, line = 0;
    std::string keyword;

    void add(const Lines& lines, std::string_view word) {
      if (count++ > 0) return;
      line = lines.number();
      keyword = in_quotes(word);
    }
  };

  const Lines& lines() const { return statements_.lines(); }

  void tell_what_was_passed_over() {
    if (mesh_.vertex_count() == 0 && unknown_.count > 0) {
      fail_at_line(file_, unknown_.line,
                   "unknown statement " + unknown_.keyword + "; allowed: v, f, comments and the rest of OBJ's own");
    }
    if (mesh_.face_count() == 0 && drawn_.count > 0) {
      fail_at_line(file_, drawn_.line,
                   "found " + drawn_.keyword + ", and no face in the file; lines, curves and surfaces are no mesh");
    }
    const auto tell = [&](const Passed& passed, const char* what) {
      if (passed.count == 0) return;
      mesh_.add_note("passed over " + std::to_string(passed.count) + what + (passed.count == 1 ? "" : "s") +
                     ", the first in line " + std::to_string(passed.line) + ": " + passed.keyword);
    };
    tell(unknown_, " unknown statement");
    tell(drawn_, " line, curve or surface statement");
  }

  /// x y z, then perhaps weights, a colour, or both.
  void read_vertex(Words words) {
    if (mesh_.vertex_count() == max_mesh_elements) lines().fail("more than 2147483647 vertices");
    mesh_.read_vertex(lines(), words);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      pass_over_number(lines(), word, "a weight or colour");
    }
  }

  void read_face(Words words) {
    corners_.clear();
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) corners_.push_back(corner(word));
    mesh_.add_face(corners_);
  }

  /// "v", "v/vt", "v//vn" or "v/vt/vn", each counted from 1, or back from -1, the last one so far. All but v is passed
  /// over; more slashes would be the next corner.
  std::uint32_t corner(std::string_view word) {
    const std::string_view vertex = word.substr(0, word.find('/'));
    if (std::count(word.begin(), word.end(), '/') > 2) {
      lines().fail("a face corner is " + in_quotes(word) + "; allowed: v, v/vt, v//vn, v/vt/vn");
    }
    std::int64_t index = 0;
    const Parsed parsed = parse_integer(vertex, index);
    if (parsed == Parsed::not_a_number)
      lines().fail("a face corner is " + in_quotes(word) + "; a vertex index is needed");
    const auto count = static_cast<std::int64_t>(mesh_.vertex_count());
    if (parsed != Parsed::good || index == 0 || index < -count ||
        index > static_cast<std::int64_t>(max_mesh_elements)) {
      fail_index(lines().number(), std::string(vertex));
    }
    if (index > count) forward_.push_back({lines().number(), static_cast<std::uint64_t>(index)});
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
  }

  [[noreturn]] void fail_index(std::uint64_t line, const std::string& index) const {
    const std::string count = std::to_string(mesh_.vertex_count());
    fail_at_line(
        file_, line,
        "vertex index " + in_quotes(index) + "; allowed: " +
            (mesh_.vertex_count() == 0 ? "none, there are no vertices" : "1 to " + count + " or -" + count + " to -1"));
  }

  const FileText& file_;
  Statements statements_;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
  std::vector<Forward> forward_;  ///< indices of vertices that had not come yet
  Passed unknown_, drawn_;
};

}  // namespace

LoadedMesh read_obj(const FileText& file) { return ObjReader(file).read(); }

}  // namespace abut::io
