// Small mesh files for the reader tests, each written to a fresh temporary directory.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "tests/io/mesh_samples.h"

namespace abut::test {

/// A directory of its own, removed at the end.
class MeshFiles : public testing::Test {
 protected:
  MeshFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "abut_mesh_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory " + pattern);
    directory_ = pattern;
  }
  ~MeshFiles() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  Mesh read(const std::string& name, const std::string& bytes) const { return read_mesh(write(name, bytes)); }

  /// The file is read with as many notes as parts, each with its part.
  Mesh expect_notes(const std::string& name, const std::string& bytes, std::initializer_list<const char*> parts) const {
    std::vector<std::string> notes;
    const Mesh mesh = read_mesh(write(name, bytes), &notes);
    EXPECT_EQ(notes.size(), parts.size()) << testing::PrintToString(notes);
    for (const char* part : parts) {
      EXPECT_TRUE(std::any_of(notes.begin(), notes.end(),
                              [&](const std::string& note) { return note.find(part) != std::string::npos; }))
          << part << " is not in: " << testing::PrintToString(notes);
    }
    return mesh;
  }

  /// The file is refused with one line that has the path and all of `parts`.
  void expect_refused(const std::string& name, const std::string& bytes,
                      std::initializer_list<const char*> parts) const {
    const std::string file = write(name, bytes);
    try {
      read_mesh(file);
      ADD_FAILURE() << "was read: " << bytes.substr(0, 200);
    } catch (const InvalidInput& e) {
      const std::string text = e.what();
      EXPECT_EQ(text.find(file), 0u) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
    }
  }

 private:
  std::filesystem::path directory_;
};

inline void expect_same_mesh(const Mesh& mesh, const Mesh& expected) {
  ASSERT_EQ(mesh.vertices.size(), expected.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    EXPECT_EQ(mesh.vertices[v].x, expected.vertices[v].x) << v;
    EXPECT_EQ(mesh.vertices[v].y, expected.vertices[v].y) << v;
    EXPECT_EQ(mesh.vertices[v].z, expected.vertices[v].z) << v;
  }
  EXPECT_EQ(mesh.triangles, expected.triangles);
}

inline std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

}  // namespace abut::test
