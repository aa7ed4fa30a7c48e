// Damaged CAD files, each read in a process of its own: read or refused in one line within a time, whatever the damage.
// 500 of each format; those that end their process otherwise are kept in the folder of temporary files, and counted:
// the guard of host/brep/cad/ should let none through, but OpenCASCADE follows what it finds.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRep_Builder.hxx>
#include <GeomAPI_PointsToBSplineSurface.hxx>
#include <Geom_BSplineSurface.hxx>
#include <TopoDS_Compound.hxx>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "tests/brep/cad_made_files.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

constexpr int cases = 500;
constexpr unsigned time_limit = 20;  // in seconds

enum Damage { cut, bytes, digits, references, lines, kinds_of_damage };

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// From 0 to `below`, not with it.
std::size_t drawn(std::mt19937& random, std::size_t below) { return random() % below; }

/// Where whole numbers are; of STEP, those behind a '#'.
std::vector<std::pair<std::size_t, std::size_t>> numbers_in(const std::string& text, bool is_step) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const auto is_digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    if (!is_digit(i) || is_digit(i - 1) || (is_step && text[i - 1] != '#')) continue;
    std::size_t end = i;
    while (is_digit(end)) ++end;
    const bool is_part_of_real = text[i - 1] == '.' || (end < text.size() && (text[end] == '.' || text[end] == 'E'));
    if (!is_part_of_real) out.emplace_back(i, end - i);
    i = end;
  }
  return out;
}

void change_lines(std::string& text, std::mt19937& random) {
  std::vector<std::string> all;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end) {
    end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    all.push_back(text.substr(begin, end - begin));
  }
  const std::size_t which = drawn(random, all.size());
  if (drawn(random, 2) == 0) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(which));
  } else {
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(drawn(random, all.size())), all[which]);
  }
  text.clear();
  for (const std::string& line : all) text += line;
}

std::string damaged(std::string text, bool is_step, Damage kind, std::mt19937& random) {
  constexpr std::array<int, 3> often = {1, 4, 20};
  const int times = often[drawn(random, often.size())];
  if (kind == cut) return text.substr(0, drawn(random, text.size()));
  for (int i = 0; i < times; ++i) {
    const std::size_t at = drawn(random, text.size());
    if (kind == bytes) {
      text[at] = static_cast<char>(drawn(random, 256));
    } else if (kind == digits) {
      const std::size_t digit = text.find_first_of("0123456789", at);
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + drawn(random, 10));
    } else if (kind == references) {
      const auto numbers = numbers_in(text, is_step);
      if (numbers.size() < 2) break;
      const auto from = numbers[drawn(random, numbers.size())], to = numbers[drawn(random, numbers.size())];
      text.replace(to.first, to.second, text.substr(from.first, from.second));
    } else if (i < 3) {
      change_lines(text, random);
    }
  }
  return text;
}

/// "read", "refused", or what went wrong.
std::string outcome(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(time_limit);
    std::FILE* const nowhere = std::freopen("/dev/null", "w", stdout);
    ::dup2(::fileno(nowhere), 2);
    try {
      const BrepAssembly read = read_cad(path);
      check_brep(read);
      ::_exit(0);
    } catch (const InvalidInput& e) {
      const std::string text = e.what();
      ::_exit(text.compare(0, path.size(), path) == 0 && text.find('\n') == std::string::npos ? 2 : 3);
    } catch (...) {
      ::_exit(4);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  const int ended = WEXITSTATUS(status);
  return ended == 0 ? "read" : ended == 2 ? "refused" : ended == 3 ? "no line of its own" : "another exception";
}

/// Curves and surfaces of many kinds: a cone that a plane cuts in a hyperbola, a cylinder, a spline.
TopoDS_Shape made() {
  TColgp_Array2OfPnt points(1, 5, 1, 4);
  for (int i = 1; i <= 5; ++i) {
    for (int j = 1; j <= 4; ++j) points.SetValue(i, j, gp_Pnt(i, j, 0.3 * (i * j % 3)));
  }
  TopoDS_Compound out;
  const BRep_Builder builder;
  builder.MakeCompound(out);
  const TopoDS_Shape cone = BRepPrimAPI_MakeCone(10, 0, 20).Shape();
  builder.Add(out, test::cut_below(cone, gp_Pln(gp_Pnt(4, 0, 0), gp_Dir(1, 0, 0))));
  builder.Add(out, BRepPrimAPI_MakeCylinder(3, 7).Shape());
  builder.Add(out, BRepBuilderAPI_MakeFace(GeomAPI_PointsToBSplineSurface(points).Surface(), 1e-7).Face());
  return out;
}

/// Of these and of `made`.
void expect_no_other_end(std::vector<std::string> files, const std::string& suffix) {
  const test::TemporaryFolder folder;
  for (std::string& file : files) file = ABUT_TEST_DATA "/data/cad/" + file;
  files.push_back(folder / ("made" + suffix));
  test::write_cad(made(), files.back());
  std::map<std::string, int> ends;
  for (int i = 0; i < cases; ++i) {
    std::mt19937 random(static_cast<std::uint32_t>(i));
    const std::string& file = files[drawn(random, files.size())];
    const auto kind = static_cast<Damage>(drawn(random, kinds_of_damage));
    const std::string text = content(file);
    ASSERT_FALSE(text.empty()) << file;
    const std::string path = folder / ("damaged" + suffix);
    std::ofstream(path, std::ios::binary) << damaged(text, suffix == ".step", kind, random);
    const std::string end = outcome(path);
    ++ends[end];
    if (end == "read" || end == "refused") continue;
    const std::string kept = std::filesystem::temp_directory_path() / ("abut_" + std::to_string(i) + suffix);
    std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing);
    ADD_FAILURE() << "case " << i << " of " << file << ", damage " << kind << ": " << end << "; kept in " << kept;
  }
  for (const auto& [end, count] : ends) std::printf("%s: %d of %d %s\n", suffix.c_str(), count, cases, end.c_str());
}

TEST(CadFuzz, DamagedBrepFilesAreReadOrRefused) { expect_no_other_end({"importer/mayo_cube.brep"}, ".brep"); }

TEST(CadFuzz, DamagedIgesFilesAreReadOrRefused) { expect_no_other_end({"importer/mayo_cube.iges"}, ".iges"); }

TEST(CadFuzz, DamagedStepFilesAreReadOrRefused) {
  expect_no_other_end({"importer/mayo_cube.step", "siconos_shaft_tube/tube.stp", "siconos_shaft_tube/1.stp",
                       "dirty_ap214/ap214_mapped_items.stp", "caxif/io1-cm-214.stp"},
                      ".step");
}

}  // namespace
}  // namespace abut
