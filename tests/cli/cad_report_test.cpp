// `abut report` and `abut info` of CAD models, and what becomes of them when their reader ends.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/cli/clearance_models.h"
#include "tests/cli/program.h"
#include "tests/support/stand_in.h"

namespace abut::test {
namespace {

using Pixel = std::array<double, 3>;

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    if ((count += 6) < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>(bits >> count & 0xffu));
  }
  return out;
}

std::size_t number_at(const std::string& bytes, std::size_t at) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return out;
}

/// Of a PNG of 8 bits each of red, green and blue, whose lines are as they are.
std::vector<Pixel> pixels_of(const std::string& png) {
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  const std::size_t width = number_at(png, 16), height = number_at(png, 20);
  for (std::size_t at = 8; at + 12 <= png.size(); at += 12 + number_at(png, at)) {
    const std::string name = png.substr(at + 4, 4), body = png.substr(at + 8, number_at(png, at));
    const std::string checked = name + body;
    EXPECT_EQ(number_at(png, at + 8 + body.size()),
              ::crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size())));
    if (name != "IDAT") continue;
    std::string lines((3 * width + 1) * height, '\0');
    uLongf size = lines.size();
    EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(lines.data()), &size, reinterpret_cast<const Bytef*>(body.data()),
                           body.size()),
              Z_OK);
    EXPECT_EQ(size, lines.size());
    std::vector<Pixel> out;
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t first = y * (3 * width + 1) + 1 + 3 * x;
        out.push_back({});
        for (std::size_t c = 0; c < 3; ++c) out.back()[c] = static_cast<unsigned char>(lines[first + c]);
      }
    }
    return out;
  }
  ADD_FAILURE() << "no picture";
  return {};
}

std::vector<std::smatch> all_of(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

/// How many pixels have the face's colour, darkened or not.
std::size_t pixels_like(const std::vector<Pixel>& pixels, const Pixel& colour) {
  const double square = colour[0] * colour[0] + colour[1] * colour[1] + colour[2] * colour[2];
  return static_cast<std::size_t>(std::count_if(pixels.begin(), pixels.end(), [&](const Pixel& p) {
    const double k = (p[0] * colour[0] + p[1] * colour[1] + p[2] * colour[2]) / square;
    double off = 0;
    for (std::size_t c = 0; c < 3; ++c) off = std::max(off, std::abs(p[c] - k * colour[c]));
    return k > 0.4 && off < 3;
  }));
}

std::string block_page(const TemporaryFolder& folder) {
  write_block_and_shaft(folder / "");
  std::filesystem::rename(folder / "block.json", folder / "block.brep.json");
  const Ended ended = run({"report", folder / "block.brep.json", "-o", folder / "block.html"});
  EXPECT_EQ(ended.status, 0) << ended.error;
  return content(folder / "block.html");
}

TEST(CliCadReport, FacesAreSeenAsLargeAsTheyAreFromThere) {
  const TemporaryFolder folder;
  const std::string page = block_page(folder);
  const auto pictures = all_of(page, std::regex("data:image/png;base64,([A-Za-z0-9+/=]*)"));
  ASSERT_EQ(pictures.size(), 2u);
  const std::vector<Pixel> pixels = pixels_of(from_base64(pictures[0][1]));
  std::vector<double> seen;
  for (const std::smatch& row :
       all_of(page, std::regex("<tr><td><i style=\"background:rgb\\((\\d+),(\\d+),(\\d+)\\)"))) {
    seen.push_back(static_cast<double>(pixels_like(pixels, {std::stod(row[1]), std::stod(row[2]), std::stod(row[3])})));
  }
  ASSERT_EQ(seen.size(), 7u);  // 6 planes, and the hole, which is two faces of the part
  std::sort(seen.rbegin(), seen.rend());
  // From (1, -1.4, 0.9): of 4 x 3 x 2 the sides at y = 0, z = 2 without the hole, and x = 4.
  EXPECT_NEAR(seen[0] / seen[2], 8 * 1.4 / 6, 0.04 * 8 * 1.4 / 6);
  EXPECT_NEAR(seen[1] / seen[2], (12 - 0.7854) * 0.9 / 6, 0.04 * (12 - 0.7854) * 0.9 / 6);
  EXPECT_GT(seen[3], 0);  // the hole's wall
  EXPECT_LT(seen[3], 0.2 * seen[2]);
}

TEST(CliCadReport, TablesHaveFacesAndEdgesWithWhatTheyUnite) {
  const TemporaryFolder folder;
  const std::string page = block_page(folder);
  EXPECT_NE(page.find("Supermaximal: 7 faces of 8, 14 edges of 18, 8 vertices of 12."), std::string::npos) << page;
  EXPECT_NE(page.find("<td>cylinder</td><td>radius 0.5</td><td>concave</td><td>2</td>"), std::string::npos) << page;
  EXPECT_EQ(all_of(page, std::regex("<td>circle</td><td>radius 0.5, once round</td><td>convex</td><td>2</td>")).size(),
            2u);
  EXPECT_EQ(all_of(page, std::regex("<td>line</td><td>length [432]</td><td>convex</td><td>1</td>")).size(), 12u);
}

TEST(CliCadReport, OptionsOfScenesAreRefused) {
  const TemporaryFolder folder;
  expect_refused(run({"report", "part.step", "-o", folder / "a.html", "--sample", "3"}), {"part.step is a CAD model"});
  expect_refused(run({"report", "part.brep.json", "-o", folder / "a.html"}), {"part.brep.json"});
  EXPECT_FALSE(std::filesystem::exists(folder / "a.html"));
}

TEST(CliCadInfo, SupermaximalFeaturesAreListed) {
  const TemporaryFolder folder;
  write_block_and_shaft(folder / "");
  const std::string text = run({"info", folder / "block.json"}).out;
  EXPECT_NE(text.find("    supermaximal     7 faces of 8, 14 edges of 18, 8 vertices of 12\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("cylinder, radius 0.5, concave; is faces "), std::string::npos) << text;
  const nlohmann::json json = json_of(run({"info", folder / "block.json", "--json"}))["files"][0]["parts"][0];
  const nlohmann::json& faces = json["supermaximal"]["faces"];
  ASSERT_EQ(faces.size(), 7u);
  std::size_t members = 0, rays = 0;
  for (const nlohmann::json& face : faces) members += face["faces"].size(), rays += face["cone"] == "a ray" ? 1 : 0;
  EXPECT_EQ(members, 8u);
  EXPECT_EQ(rays, 6u);
}

TEST(CliCadInfo, OfASheetEachFaceAndEdgeIsListedOnce) {
  const TemporaryFolder folder;
  write_sheet(folder / "sheet.brep.json");
  const Ended told = run({"info", folder / "sheet.brep.json"});
  ASSERT_EQ(told.status, 0) << told.error;
  EXPECT_NE(told.out.find("    shells           0 closed, 1 open\n"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("    supermaximal     1 faces of 1, 7 edges of 7, "), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("      edge 7          nurbs, a circle of radius 0.3, open; of faces 1; "), std::string::npos)
      << told.out;
  const Ended page = run({"report", folder / "sheet.brep.json", "-o", folder / "sheet.html"});
  ASSERT_EQ(page.status, 0) << page.error;
  EXPECT_NE(content(folder / "sheet.html").find("Supermaximal: 1 faces of 1, 7 edges of 7, "), std::string::npos);
}

/// `abut` with another program in the place of its reader.
class WithReader {
 public:
  explicit WithReader(const std::string& reader) : reader_(reader) {
    std::filesystem::copy_file(ABUT_CLI, reader_.file("abut"));
  }
  void take_away() { std::filesystem::remove(reader_.program()); }
  /// Status and standard error, as one text.
  std::string info(const std::string& options = "") { return said("info part.step " + options); }
  std::string said(const std::string& arguments) {
    const std::string command = reader_.file("abut") + " " + arguments + " 2>&1 >/dev/null; echo $?";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    std::string out;
    for (int c; (c = std::fgetc(pipe)) != EOF;) out.push_back(static_cast<char>(c));
    ::pclose(pipe);
    return out;
  }

 private:
  StandIn reader_;
};

TEST(CliCadReader, ItsFaultIsOneLine) {
  const std::string head = "abut: part.step: cannot be read: ";
  EXPECT_EQ(WithReader("kill -SEGV $$").info(), head + "OpenCASCADE ended with signal 11 (Segmentation fault)\n2\n");
  EXPECT_EQ(WithReader("exit 7").info(), head + "abut_cad ended with status 7\n2\n");
  EXPECT_EQ(WithReader("printf 'part.step: is odd'; exit 2").info(), "abut: part.step: is odd\n2\n");
  EXPECT_EQ(WithReader("echo words").info().substr(0, head.size() + 31), head + "abut_cad gave what is no B-Rep:");
  EXPECT_EQ(WithReader("echo 'no library' >&2; exit 127").info(),
            head + "abut_cad ended with status 127: no library\n2\n");
  WithReader none("");
  none.take_away();
  const std::string said = none.info();
  EXPECT_EQ(said.substr(0, head.size()), head);
  EXPECT_NE(said.find("abut_cad, which reads CAD files, is not there\n2\n"), std::string::npos) << said;
}

TEST(CliCadReader, EveryCommandThatReadsCadHasItsTimeLimit) {
  WithReader hangs("exec sleep 1000");
  const std::string line = "abut: part.step: cannot be read: OpenCASCADE was stopped after 0.3 s, the time limit\n2\n";
  EXPECT_EQ(hangs.info("--time-limit 0.3"), line);
  EXPECT_EQ(hangs.said("clearance part.step other.step --time-limit 0.3"), line);
  EXPECT_EQ(hangs.said("report part.step -o page.html --time-limit 0.3"), line);
  EXPECT_EQ(hangs.said("convert part.step part.brep.json --time-limit 0.3"), line);
  EXPECT_EQ(hangs.said("convert part.step part.json --surface --time-limit 0.3"), line);
  for (const char* none : {"0", "inf"}) {
    EXPECT_EQ(WithReader("sleep 0.2; echo is odd; exit 2").info(std::string("--time-limit ") + none),
              "abut: is odd\n2\n");
  }
  for (const std::string bad : {"-1", "nan", "soon", "''"}) {
    const std::string shown = bad == "''" ? bad : "'" + bad + "'";
    EXPECT_EQ(
        hangs.info("--time-limit " + bad).find("abut: --time-limit: " + shown + ", allowed are seconds from 0 on"), 0u)
        << hangs.info("--time-limit " + bad);
  }
}

}  // namespace
}  // namespace abut::test
