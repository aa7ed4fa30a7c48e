// Broken files of every format: whatever the damage, a file is read or refused in one line; never a crash, never a
// number that is not finite, never an index out of range.
#include <cmath>
#include <random>

#include "host/io/mesh_formats.h"
#include "tests/io/mesh_files.h"

namespace abut::test {
namespace {

struct Sample {
  const char* name;
  std::string bytes;
};

std::vector<Sample> samples() {
  return {{"t.obj", tetrahedron_obj()},
          {"t.off", tetrahedron_off()},
          {"text.stl", tetrahedron_stl()},
          {"binary.stl", tetrahedron_binary_stl()},
          {"text.ply", tetrahedron_ply()},
          {"little.ply", tetrahedron_binary_ply(false)},
          {"big.ply", tetrahedron_binary_ply(true)}};
}

/// True if the file was read.
bool reads_or_refuses(const std::string& file, const std::string& bytes) {
  try {
    const Mesh mesh = io::read_loaded_mesh({file, bytes});
    EXPECT_FALSE(mesh.triangles.empty());
    for (const Vec3<double>& v : mesh.vertices) {
      EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
    }
    for (const auto& t : mesh.triangles) {
      for (const std::uint32_t v : t) EXPECT_LT(v, mesh.vertices.size());
    }
    return true;
  } catch (const InvalidInput& e) {
    EXPECT_EQ(std::string(e.what()).find(file), 0u) << e.what();
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    return false;
  }
}

TEST(MeshCorruption, FilesCutShortAreReadOrRefused) {
  for (const Sample& s : samples()) {
    ASSERT_TRUE(reads_or_refuses(s.name, s.bytes)) << s.name;
    int read_count = 0;
    for (std::size_t length = 0; length < s.bytes.size(); ++length) {
      read_count += reads_or_refuses(s.name, s.bytes.substr(0, length)) ? 1 : 0;
    }
    // Formats that announce their length can only lose the last line end; in an OBJ file and a text STL whole faces can
    // go, of the latter with a blank or two, and the name after endsolid.
    const std::string name = s.name;
    const int most = name == "t.obj" ? 64 : name == "text.stl" ? 18 : name == "t.off" || name == "text.ply" ? 1 : 0;
    EXPECT_LE(read_count, most) << s.name;
  }
}

TEST(MeshCorruption, FilesWithChangedBytesAreReadOrRefused) {
  std::mt19937_64 engine(1);
  for (const Sample& s : samples()) {
    for (int trial = 0; trial < 1500; ++trial) {
      std::string bytes = s.bytes;
      const int changes = 1 + static_cast<int>(engine() % 4);
      for (int k = 0; k < changes; ++k) {
        char& byte = bytes[engine() % bytes.size()];
        byte = engine() % 2 == 0 ? static_cast<char>(byte ^ (1 << engine() % 8)) : static_cast<char>(engine());
      }
      reads_or_refuses(s.name, bytes);
    }
  }
}

TEST(MeshCorruption, FilesWithMovedPiecesAreReadOrRefused) {
  std::mt19937_64 engine(2);
  const std::vector<Sample> all = samples();
  for (const Sample& s : all) {
    for (int trial = 0; trial < 500; ++trial) {
      const std::string& other = all[engine() % all.size()].bytes;
      const std::size_t from = engine() % other.size();
      const std::string piece = other.substr(from, engine() % 40);
      std::string bytes = s.bytes;
      const std::size_t at = engine() % bytes.size();
      bytes.replace(at, engine() % 40, piece);
      reads_or_refuses(s.name, bytes);
    }
  }
}

TEST(MeshCorruption, DigitsInPlaceOfDigitsAreReadOrRefused) {
  std::mt19937_64 engine(3);
  for (const Sample& s : samples()) {
    for (int trial = 0; trial < 1000; ++trial) {
      std::string bytes = s.bytes;
      for (int k = 0; k < 3; ++k) {
        const std::size_t at = engine() % bytes.size();
        if (bytes[at] >= '0' && bytes[at] <= '9') bytes.replace(at, 1, std::to_string(engine() >> (engine() % 64)));
      }
      reads_or_refuses(s.name, bytes);
    }
  }
}

}  // namespace
}  // namespace abut::test
