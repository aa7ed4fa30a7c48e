// Parts that are kept in files, by the version of what made them; and their picture.
#include "host/io/kept_parts.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "abut/io.h"
#include "host/io/obj_text.h"
#include "host/io/parts_picture.h"
#include "tests/decompose/solids.h"
#include "tests/io/scene_files.h"
#include "tests/support/picture.h"

namespace abut::test {
namespace {

/// The name of the file has the version in it, its first line what the parts are. Where this fails because `decompose`
/// makes other parts now, `decomposition_version` in host/io/kept_parts.cpp is to be raised, or scenes go on with those
/// that they have; then both are other numbers, which are to be put here.
TEST(KeptParts, OfOneGrainAreThoseOfThisVersion) {
  const TemporaryFolder folder;
  const Mesh grain = read_mesh(std::string(ABUT_EXAMPLE_DATA) + "/grains/D-anm-00001.ply");
  EXPECT_EQ(io::parts_of(grain, {}, folder.path()).size(), 9u);
  std::string name, checksum;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "abut-parts")) {
    name = entry.path().filename();
    const std::string text = content(entry.path());
    checksum = text.substr(0, text.find('\n'));
  }
  EXPECT_EQ(name, "6edfcb81a6dfd7452f2965d84f688d86.obj");
  EXPECT_EQ(checksum, "# parts of abut, checksum of what follows: f8f67b0660e913dd0b0ba2141d418c2a");
}

/// As a file's first line has it: two hashes of the rest.
std::string checksum(const std::string& text) {
  std::uint64_t a = 0xcbf29ce484222325, b = 0x6a09e667f3bcc908;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    a = (a ^ byte) * 0x100000001b3;
    b = (b ^ byte) * 0x9e3779b97f4a7c15;
  }
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(a),
                static_cast<unsigned long long>(b));
  return digits;
}

/// A part that holds the body covers it, and more: a file with that in it and the right checksum was believed. So would
/// be one with a part too few, were the cover not looked at again.
TEST(KeptParts, ThatReachOutFarOrDoNotCoverAreMadeAnew) {
  const TemporaryFolder folder;
  const Mesh body = angle_mesh();
  const auto parts = io::parts_of(body, {}, folder.path());
  ASSERT_EQ(parts.size(), 2u);
  const auto kept = [&] { return std::filesystem::directory_iterator(folder / "abut-parts")->path(); };
  const std::string written = content(kept());
  ASSERT_NE(written.find(checksum(written.substr(written.find('\n') + 1))), std::string::npos);
  Mesh pair = box_mesh({-1, -1, -1}, {3, 3, 3});
  Mesh many = torus_mesh(4, 3.9, 40, 20);  // its hull has more corners than a part may have
  const Mesh half = box_mesh({0, 0, 0}, {1, 1, 1});
  for (const std::vector<Mesh>& forged : {std::vector{pair}, std::vector{many}, std::vector{half}}) {
    const std::string text = io::obj_text(forged);
    std::ofstream(kept()) << "# parts of abut, checksum of what follows: " << checksum(text) << '\n' << text;
    EXPECT_EQ(io::parts_of(body, {}, folder.path()).size(), 2u);
    EXPECT_EQ(content(kept()), written);
  }
}

/// Each part has a colour of its own: boxes show three faces in the same three lights.
TEST(PartsPicture, HasAsManyColoursAsParts) {
  const Mesh body = box_mesh({0, 0, 0}, {40, 1, 1});
  std::vector<Mesh> parts;
  for (std::size_t n = 0; n < 40; ++n) {
    const std::string svg = io::parts_picture(body, parts);
    std::set<std::string> fills;
    for (std::size_t at = svg.find("fill='#"); at != std::string::npos; at = svg.find("fill='#", at + 1)) {
      fills.insert(svg.substr(at + 6, 7));
    }
    EXPECT_EQ(fills.size(), 3 + 3 * n);  // the body's, and the parts'
    const double x = static_cast<double>(n);
    parts.push_back(box_mesh({x, 0, 0}, {x + 1, 1, 1}));
  }
}

/// Of a box three sides are seen, each as large as the view from that direction makes it.
TEST(PartsPicture, ShowsTheBodyInItsSizeAndPartsApart) {
  const Mesh body = box_mesh({0, 0, 0}, {2, 3, 4});
  const std::string svg = io::parts_picture(body, {box_mesh({0, 0, 0}, {2, 3, 2}), box_mesh({0, 0, 2}, {2, 3, 4})});
  expect_well_formed(svg);
  const std::vector<DrawnTriangle> drawn = drawn_triangles(svg);
  ASSERT_EQ(drawn.size(), 18u);
  double of_body = 0, of_parts = 0;
  for (const DrawnTriangle& t : drawn) (t.left() < 480 ? of_body : of_parts) += t.area();
  // Towards the eye: (1, -2, 1) / sqrt(6). Half the diagonal takes 0.46 of the panel.
  const double pixels = 0.46 * 480 / (std::sqrt(29.0) / 2), seen = (3 * 4 + 2 * 2 * 4 + 2 * 3) / std::sqrt(6.0);
  EXPECT_NEAR(of_body, seen * pixels * pixels, 1e-3 * of_body);
  const double apart = pixels / 1.25, half = (3 * 2 + 2 * 2 * 2 + 2 * 3) / std::sqrt(6.0);
  EXPECT_NEAR(of_parts, 2 * half * apart * apart, 1e-3 * of_parts);
}

}  // namespace
}  // namespace abut::test
