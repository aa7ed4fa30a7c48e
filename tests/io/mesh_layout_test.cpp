// One mesh in many layouts of the text formats is one mesh: blanks, line ends, comments, continued lines, relative
// indices, faces before their vertices, letters in capitals. Faults are told at the line where they stand in all of
// them.
#include <cstdio>

#include "host/io/mesh_formats.h"
#include "tests/io/mesh_files.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

Mesh random_mesh(Random& random, std::uint32_t vertices, std::uint32_t triangles) {
  Mesh mesh;
  for (std::uint32_t v = 0; v < vertices; ++v) mesh.vertices.push_back(random.in_cube());
  for (std::uint32_t t = 0; t < triangles; ++t) {
    const std::uint32_t a = random.below(vertices);
    mesh.triangles.push_back({a, (a + 1) % vertices, (a + 2 + random.below(vertices - 2)) % vertices});
  }
  return mesh;
}

/// Writes words with whatever a format allows between them.
class Scribe {
 public:
  /// `comment`: what begins one, or 0. `joins`: whether a backslash goes on with the next line.
  Scribe(Random& random, const char* line_end, char comment, bool joins)
      : random_(random), line_end_(line_end), comment_(comment), joins_(joins) {}

  void word(const std::string& text) {
    if (!begins_) blank();
    if (!begins_ && joins_ && random_.below(10) == 0) text_ += std::string("\\") + line_end_ + " ";
    text_ += text;
    begins_ = false;
  }
  void number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, random_.below(2) == 0 ? "%.17g" : "%.20e", value);
    word((random_.below(4) == 0 && value >= 0 ? "+" : "") + std::string(text));
  }
  void vertex(const Vec3<double>& v) { number(v.x), number(v.y), number(v.z); }
  void end_line() {
    if (random_.below(4) == 0) blank();
    if (comment_ != 0 && random_.below(4) == 0) text_ += std::string(1, comment_) + " v 1 2 3 \\ and so on";
    text_ += line_end_;
    if (random_.below(5) == 0) text_ += std::string(random_.below(2) == 0 ? "" : " \t") + line_end_;
    if (comment_ != 0 && random_.below(8) == 0) text_ += std::string(1, comment_) + "f 1 2 3" + line_end_;
    begins_ = true;
    if (random_.below(4) == 0) text_ += "\t ";
  }
  const std::string& text() const { return text_; }

 private:
  void blank() { text_ += random_.below(3) == 0 ? " \t " : " "; }

  Random& random_;
  std::string line_end_, text_;
  char comment_;
  bool joins_, begins_ = true;
};

const char* const line_ends[] = {"\n", "\r\n", "\r"};

/// Vertices and faces in any order, as long as each is in its own; an index from the front or from the back.
std::string obj_in_some_layout(const Mesh& mesh, Random& random) {
  Scribe out(random, line_ends[random.below(3)], '#', true);
  std::size_t v = 0, f = 0;
  while (v < mesh.vertices.size() || f < mesh.triangles.size()) {
    const bool face = v == mesh.vertices.size() || (f < mesh.triangles.size() && random.below(3) == 0);
    if (random.below(10) == 0) out.word("vt"), out.number(0.5), out.end_line();
    if (random.below(10) == 0) out.word("usemtl"), out.word("red"), out.end_line();
    out.word(face ? "f" : "v");
    if (!face) {
      out.vertex(mesh.vertices[v++]);
      if (random.below(5) == 0) out.number(1);
    } else {
      const char* const more[] = {"", "/1", "//1", "/1/1", "/"};
      for (const std::uint32_t corner : mesh.triangles[f]) {
        const bool back = corner < v && random.below(2) == 0;
        const std::string index = back
                                      ? std::to_string(static_cast<std::int64_t>(corner) - static_cast<std::int64_t>(v))
                                      : std::to_string(corner + 1);
        out.word(index + more[random.below(5)]);
      }
      ++f;
    }
    out.end_line();
  }
  return out.text();
}

std::string off_in_some_layout(const Mesh& mesh, Random& random) {
  Scribe out(random, line_ends[random.below(3)], '#', false);
  const char* const keywords[] = {"OFF", "COFF", "NOFF", "off", "STCNOFF"};
  out.word(keywords[random.below(5)]);
  if (random.below(2) == 0) out.end_line();
  out.word(std::to_string(mesh.vertices.size()));
  out.word(std::to_string(mesh.triangles.size()));
  if (random.below(2) == 0) out.word("0");
  out.end_line();
  for (const Vec3<double>& v : mesh.vertices) {
    out.vertex(v);
    if (random.below(3) == 0) out.number(255), out.number(0.5);
    out.end_line();
  }
  for (const auto& t : mesh.triangles) {
    out.word("3");
    for (const std::uint32_t v : t) out.word(std::to_string(v));
    if (random.below(3) == 0) out.number(1);
    out.end_line();
  }
  return out.text();
}

std::string stl_in_some_layout(const Mesh& mesh, Random& random) {
  Scribe out(random, line_ends[random.below(3)], '\0', false);
  const auto keyword = [&](std::string text) {
    for (char& c : text) c = random.below(3) == 0 && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    out.word(text);
  };
  keyword("solid");
  out.word("of a name");
  out.end_line();
  for (const auto& t : mesh.triangles) {
    if (random.below(6) == 0) keyword("endsolid"), out.end_line(), keyword("solid"), out.end_line();
    keyword("facet"), keyword("normal"), out.number(0), out.number(0), out.number(1), out.end_line();
    keyword("outer"), keyword("loop"), out.end_line();
    for (const std::uint32_t v : t) keyword("vertex"), out.vertex(mesh.vertices[v]), out.end_line();
    keyword("endloop"), out.end_line();
    keyword("endfacet"), out.end_line();
  }
  keyword("endsolid");
  return out.text();
}

TEST(MeshLayout, OfAnObjChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Mesh mesh = random_mesh(random, 4 + random.below(20), 1 + random.below(20));
    const std::string text = obj_in_some_layout(mesh, random);
    SCOPED_TRACE(text);
    std::vector<std::string> notes;
    expect_same_mesh(io::read_loaded_mesh({"t.obj", text}, &notes), mesh);
    EXPECT_TRUE(notes.empty()) << testing::PrintToString(notes);
    if (testing::Test::HasFailure()) break;
  }
}

TEST(MeshLayout, OfAnOffChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Mesh mesh = random_mesh(random, 4 + random.below(20), 1 + random.below(20));
    const std::string text = off_in_some_layout(mesh, random);
    SCOPED_TRACE(text);
    expect_same_mesh(io::read_loaded_mesh({"t.off", text}), mesh);
    if (testing::Test::HasFailure()) break;
  }
}

/// Of an STL each triangle has vertices of its own.
TEST(MeshLayout, OfATextStlChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Mesh shared = random_mesh(random, 4 + random.below(20), 1 + random.below(20));
    Mesh mesh;
    for (const auto& t : shared.triangles) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const std::uint32_t v : t) mesh.vertices.push_back(shared.vertices[v]);
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
    const std::string text = stl_in_some_layout(shared, random);
    SCOPED_TRACE(text);
    std::vector<std::string> notes;
    expect_same_mesh(io::read_loaded_mesh({"t.stl", text}, &notes), mesh);
    EXPECT_TRUE(notes.empty()) << testing::PrintToString(notes);
    if (testing::Test::HasFailure()) break;
  }
}

using MeshLines = MeshFiles;

/// Of a continued statement the last line is named: the reader stands there.
TEST_F(MeshLines, OfAFaultAreCountedInEveryKindOfLineEnd) {
  for (const std::string end : line_ends) {
    const auto text = [&](const std::string& lines) {
      std::string out;
      for (const char c : lines) out += c == '\n' ? end : std::string(1, c);
      return out;
    };
    expect_refused("t.obj", text("# one\n\nv 0 0 0\nv 0 x 0\nv 0 1 0\n"), {":4: y is \"x\""});
    expect_refused("t.obj", text("v 0 0 0\nv 0 \\\n0 \\\nx\nf 1 1 1\n"), {":4: z is \"x\""});
    expect_refused("t.obj", text("f 1 2 \\\n3\nv 0 0 0\nv 1 0 0\n"), {":2: vertex index \"3\"", "1 to 2 or -2 to -1"});
    expect_refused("t.off", text("OFF\n# two\n1 1 0\n\n0 0 0\n3 0 0 1\n"), {":6: a vertex index is \"1\""});
    expect_refused("t.stl", text("solid\n\nfacet normal 0 0 1\nouter\nloop\n"), {":4: found \"\"; loop is needed"});
    expect_refused("t.ply", text("ply\nformat ascii 1.0\ncomment\nelement vertex x\n"), {":4: the element's count is"});
  }
}

TEST_F(MeshLines, AreToldOfAFileWhoseNameWouldBreakThem) {
  const std::string odd = "new\nline\x7f \xc3\xa4.obj", file = write(odd, "v 0 0\n");
  try {
    read_mesh(file);
    ADD_FAILURE() << "was read";
  } catch (const InvalidInput& error) {
    const std::string shown = "new\\x0aline\\x7f \xc3\xa4.obj:1: z is missing; a finite number is needed";
    EXPECT_EQ(std::string(error.what()).find(shown), path("").size()) << error.what();
  }
  EXPECT_THROW(read_mesh(path("no\nfile.obj")), FileError);
}

/// The last byte of an odd number of them is half a letter; letters beyond a byte are in names alone.
TEST_F(MeshLines, OfUtf16AreReadInBothByteOrders) {
  const std::string text = "o \xc3\xa4\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  for (const bool big : {false, true}) {
    std::string wide = big ? "\xfe\xff" : "\xff\xfe";
    const auto append = [&](unsigned letter) {
      const char high = static_cast<char>(letter >> 8), low = static_cast<char>(letter & 255);
      wide += big ? high : low;
      wide += big ? low : high;
    };
    append('o'), append(' '), append(0x4e2d), append('\n');
    for (const char c : text.substr(5)) append(static_cast<unsigned char>(c));
    EXPECT_EQ(read("t.obj", wide).triangles.size(), 1u);
    EXPECT_EQ(read("t.obj", wide + "x").triangles.size(), 1u);
    expect_refused("t.obj", big ? "\xfe\xff" : "\xff\xfe", {"no triangles (0 vertices)"});
  }
}

TEST(MeshPaths, EndAsAMeshDoes) {
  for (const char* path : {"a.obj", "a.OBJ", "a.b.Stl", "/x/a.pLy", ".x.off", "a.obj.off"}) {
    EXPECT_TRUE(is_mesh_path(path)) << path;
  }
  for (const char* path : {"a", "obj", ".obj", "a.obj.gz", "a.objx", "a.obj/", "a.ob", "a.step", ""}) {
    EXPECT_FALSE(is_mesh_path(path)) << path;
  }
}

}  // namespace
}  // namespace abut::test
