// Every file of tests/data/cad/, each in a process of its own: it loads or is refused in one line, and says nothing
// besides. Counts and volumes are those of an independent CAD kernel (tests/data/cad/README.md).
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "abut/brep/brep_file.h"
#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "tests/brep/brep_volume.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

const std::string folder_of_files = ABUT_TEST_DATA "/data/cad/";

/// A line of expected.csv.
struct Expected {
  std::string file, kinds;
  bool is_shape = false;
  int faces = 0, closed = 0, solids = 0;
  double volume = 0;
};

std::vector<Expected> expected() {
  std::ifstream in(folder_of_files + "expected.csv");
  std::vector<Expected> out;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    std::string cell[6];
    for (std::string& c : cell) std::getline(columns, c, ',');
    Expected e;
    e.file = cell[0];
    // Offset surfaces are refused.
    e.is_shape = cell[1] != "-" && cell[1] != "0" && cell[2] != "off 1";
    if (e.is_shape) e.faces = std::stoi(cell[1]);
    e.kinds = cell[2];
    if (!cell[3].empty()) e.closed = std::stoi(cell[3]);
    if (!cell[4].empty()) e.solids = std::stoi(cell[4]);
    if (!cell[5].empty()) e.volume = std::stod(cell[5]);
    out.push_back(e);
  }
  return out;
}

/// Of all instances.
struct Found {
  std::map<std::string, int> kinds;
  int faces = 0, open = 0, closed = 0;
  double volume = 0, tolerance = 0;
};

Found examine(const BrepAssembly& a) {
  constexpr const char* names[] = {"pl", "cy", "co", "sp", "to", "rev", "ext", "nurbs"};
  Found out;
  std::vector<double> volumes;
  for (const Brep& part : a.parts) {
    volumes.push_back(test::volume(part));
    for (const BrepEdge& e : part.edges) out.tolerance = std::max(out.tolerance, e.tolerance);
  }
  for (const BrepInstance& i : a.instances) {
    const Brep& part = a.parts[i.part];
    for (const BrepFace& f : part.faces) ++out.kinds[names[static_cast<int>(part.surfaces[f.surface].kind)]];
    out.faces += static_cast<int>(part.faces.size());
    for (const BrepShell& s : part.shells) ++(s.closed ? out.closed : out.open);
    out.volume += volumes[i.part];
  }
  return out;
}

std::map<std::string, int> kinds_of(const std::string& text) {
  std::map<std::string, int> out;
  std::istringstream in(text);
  std::string kind;
  int count = 0;
  while (in >> kind >> count) out[kind == "bz" ? "nurbs" : kind] += count;
  return out;
}

/// What is wrong with what was read; nothing, if all is well.
std::string compare(const Expected& e, const BrepAssembly& a, const std::string& copy) {
  std::ostringstream out;
  try {
    check_brep(a);
    write_brep(copy, a);
    if (read_brep(copy).parts.size() != a.parts.size()) out << "; a part is lost on the way through a file";
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  const Found f = examine(a);
  if (!e.is_shape) return out.str();  // that kernel had nothing to compare
  if (f.faces != e.faces) out << "; faces " << f.faces << " instead of " << e.faces;
  if (f.kinds != kinds_of(e.kinds)) out << "; kinds are not " << e.kinds;
  const bool encloses = e.solids > 0 && e.closed == e.solids && e.volume != 0;
  if (encloses && f.closed < e.closed) out << "; closed shells " << f.closed << " instead of " << e.closed;
  if (encloses && f.open == 0) {
    // Sides of splines, and such as lie off their surfaces, are another kernel's to a part in some hundred only.
    const bool exact = f.kinds.count("nurbs") == 0 && f.tolerance <= 1e-5;
    if (std::abs(f.volume - e.volume) > (exact ? 1e-6 : 2e-3) * e.volume) {
      out << "; volume " << f.volume << " instead of " << e.volume;
    }
  }
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    const double gap = test::largest_gap(a.parts[i], 1e-7), end = test::largest_vertex_gap(a.parts[i], 2e-7);
    if (!(gap <= 1.05)) out << "; a side is off its edge by " << gap << " tolerances in part " << i;
    if (!(end <= 2)) out << "; a side ends " << end << " tolerances from its vertex in part " << i;
  }
  return out.str();
}

/// In a process of its own. What is wrong; nothing, if all is well. `copy`: a file to write. `said`: one for what is
/// printed.
std::string outcome(const Expected& e, const std::string& copy, const std::string& said) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(240);
    std::FILE* const out = std::freopen(said.c_str(), "w", stdout);
    ::dup2(::fileno(out), 2);
    std::string text;
    try {
      text = compare(e, read_cad(folder_of_files + e.file), copy);
    } catch (const InvalidInput& fault) {
      text = fault.what();
      const bool named = text.compare(0, folder_of_files.size(), folder_of_files) == 0;
      if (named && text.find('\n') == std::string::npos && !e.is_shape) text.clear();
    }
    std::fflush(stdout);
    const ssize_t written = ::write(ends[1], text.data(), text.size());
    ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text(65536, '\0');
  std::size_t size = 0;
  for (ssize_t got; (got = ::read(ends[0], text.data() + size, text.size() - size)) > 0;) {
    size += static_cast<std::size_t>(got);
  }
  ::close(ends[0]);
  text.resize(size);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) text += "; ended by signal " + std::to_string(WTERMSIG(status));
  if (std::ifstream(said).peek() != std::ifstream::traits_type::eof()) text += "; printed something";
  return text;
}

class CadSet : public testing::TestWithParam<const char*> {};

TEST_P(CadSet, EveryFileLoadsOrIsRefusedInOneLine) {
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE";
  const test::TemporaryFolder folder;
  int files = 0;
  for (const Expected& e : expected()) {
    if (e.file.compare(0, e.file.find('/'), GetParam()) != 0) continue;
    ++files;
    EXPECT_EQ(outcome(e, folder / "copy.json", folder / "said"), "") << e.file;
  }
  EXPECT_GT(files, 2);
}

INSTANTIATE_TEST_SUITE_P(Folders, CadSet,
                         testing::Values("siconos_shaft_tube", "siconos_slider_crank", "nist", "caxif", "importer",
                                         "parts", "dirty_ap203_ap242", "dirty_ap214"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace abut
