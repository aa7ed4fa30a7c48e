// A folder for the files of one test, and what its tests ask of files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace abut::test {

/// Made empty, removed with its content.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "abut-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return *this / name;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      found.push_back(entry.path().filename().string());
    }
    return found;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A closed tetrahedron with legs of length 1, as OFF.
inline const char* const tetrahedron_off =
    "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

/// A scene with the given list of shapes and list of bodies, and more keys if given (", \"pairs\": ...").
inline std::string scene_text(const std::string& shapes, const std::string& bodies, const std::string& more = "") {
  return "{\"version\": 1, \"shapes\": [" + shapes + "], \"bodies\": [" + bodies + "]" + more + "}";
}
inline const char* const ball = R"({"name": "ball", "sphere": {"radius": 1}})";

/// The example of docs/reference/scene-format.md.
inline std::string documented_example() {
  const std::string page = content(std::string(ABUT_TEST_DATA) + "/../docs/reference/scene-format.md");
  const std::string open = "```json\n";
  const auto begin = page.find(open);
  const auto end = page.find("```", begin + open.size());
  EXPECT_NE(end, std::string::npos);
  return page.substr(begin + open.size(), end - begin - open.size());
}

}  // namespace abut::test
