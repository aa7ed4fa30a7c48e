// A case file with sums nested some thousand deep overflowed the stack (and took minutes before); a scene of forty
// lines, each the sum of the one before with itself, asked for 2^40 terms.
#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/case_file.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

constexpr const char* sphere = R"({"type": "sphere", "radius": 1})";

std::string nested_case(int depth) {
  std::string shape;
  for (int k = 0; k < depth; ++k) shape += R"({"type": "minkowski_sum", "a": )";
  shape += sphere;
  for (int k = 0; k < depth; ++k) shape += std::string(R"(, "b": )") + sphere + "}";
  const std::string pose = R"({"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "translation": [0, 0, 0]})";
  return R"({"format": "gjk-case 1", "name": "deep", "shapeA": )" + shape + R"(, "shapeB": )" + sphere +
         R"(, "poseA": )" + pose + R"(, "poseB": )" + pose + "}";
}

std::string refusal(const auto& read) {
  try {
    read();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(NestedSums, CasesAreReadOrRefusedWithTheirPlace) {
  const TemporaryFolder folder;
  EXPECT_EQ(io::read_cases(folder.write("good.json", nested_case(16))).size(), 1u);
  for (const int depth : {17, 1000, 100000}) {
    const std::string path = folder.write("deep.json", nested_case(depth));
    EXPECT_NE(refusal([&] { io::read_cases(path); }).find("shapeA.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a: is a sum within 16"),
              std::string::npos)
        << depth;
  }
}

TEST(NestedSums, ScenesAreRefusedWhereTermsAreTooMany) {
  const TemporaryFolder folder;
  for (const int doublings : {6, 7, 40}) {
    std::string shapes = R"({"name": "0", "sphere": {"radius": 1}})";
    for (int k = 0; k < doublings; ++k) {
      const std::string last = std::to_string(k);
      shapes += R"(, {"name": ")" + std::to_string(k + 1) + R"(", "minkowski_sum": {"a": )" + last + R"(, "b": )" +
                last + "}}";
    }
    const std::string path = folder.write("scene.json", scene_text(shapes, R"({"shape": 0})"));
    const std::string message = refusal([&] { read_scene(path); });
    EXPECT_EQ(
        message.find(
            "shapes[7].minkowski_sum: add_minkowski_sum: of shapes 6 and 6 it has 128 terms; allowed: at most 64") !=
            std::string::npos,
        doublings > 6)
        << message;
  }
}

}  // namespace
}  // namespace abut::test
