// fuzz_seeds FOLDER: writes the inputs that fuzzing begins with, one folder per target.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>

#include "abut/surface/surface_file.h"
#include "host/io/case_file.h"
#include "host/torture/classes.h"
#include "tests/fuzz/pair_bytes.h"
#include "tests/io/mesh_samples.h"

namespace abut::fuzz {
namespace {

using std::filesystem::path;

class Folder {
 public:
  Folder(const path& parent, const std::string& target) : path_(parent / target) {
    std::filesystem::create_directories(path_);
  }
  void add(const std::string& bytes) {
    if (!bytes.empty()) std::ofstream(path_ / ("seed" + std::to_string(count_++)), std::ios::binary) << bytes;
  }

 private:
  path path_;
  int count_ = 0;
};

std::string content(const path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string between(const std::string& text, const std::string& open, const std::string& close) {
  const std::size_t begin = text.find(open) + open.size();
  return text.substr(begin, text.find(close, begin) - begin);
}

void write_meshes(const path& folder) {
  Folder obj(folder, "fuzz_obj"), off(folder, "fuzz_off"), ply(folder, "fuzz_ply"), stl(folder, "fuzz_stl");
  obj.add(test::tetrahedron_obj());
  obj.add("v 0 0 0 1\nv 1 0 0 \\\n1 .5 .5\nv 0 1 0 .1 .2 .3\nvt 0 0\nvn 0 0 1\ng a\nf -3/1/1 -2//1 3/1\n");
  obj.add(
      "v 0 0 0 nan nan nan\nv 9 0 0\nv 9 9 0\nv 0 9 0\nv 4 4 0\nv 4 5 0\nv 5 5 0\nv 5 4 0\nf 1 2 3 4 1 5 6 7 8 5\n");
  obj.add("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv nan 0 0\np 1 2\n");
  obj.add("v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nv 1 1 5\nf 1 2 3 4\nf 1 2\nf 1 3 2 4 5\nunknown 1\n");
  off.add("OFF5 1 0\n0 0 0\n4 2 0\n0 4 0\n1 2 0\n1 2 0\n5 0 1 2 3 4\n");
  off.add("4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n");
  off.add(test::tetrahedron_off());
  off.add("STCNOFF # all\n3 1\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 0 0 1 1 1 1 1 0 0\n0 1 0 0 0 1 1 1 1 1 0 0\n3 0 1 2 9\n");
  ply.add(test::tetrahedron_ply());
  for (const bool big_endian : {false, true}) ply.add(test::tetrahedron_binary_ply(big_endian));
  stl.add(test::tetrahedron_binary_stl() + "ab");
  stl.add("solid\nfacet\nouter loop\nvertex 1 1 0\nvertex 0 4 0\nvertex 0 0 0\nvertex 4 0 0\nendloop\nendfacet\n");
  stl.add(test::tetrahedron_stl());
  stl.add(test::tetrahedron_binary_stl());
}

/// The first byte is the lattice, the others are corners: an L, a star, a window, one over and over.
void write_polygons(const path& folder) {
  Folder polygons(folder, "fuzz_polygon");
  polygons.add({'\x01', 0, 2, 6, 5, 9, 8});
  polygons.add({'\x02', 4, 17, 56, 24, 1});
  polygons.add({'\x32', 0, 7, 63, 56, 0, 18, 34, 36, 20, 18});
  polygons.add({'\xc1', 0, 5, 0, 5, 5, 10, 0});
}

void write_scenes(const path& folder) {
  Folder scene(folder, "fuzz_scene");
  scene.add(between(content(path(ABUT_DOCS) / "reference/scene-format.md"), "```json\n", "```"));
  const auto with_shapes = [](const std::string& shapes, const std::string& bodies) {
    return R"({"version": 1, "shapes": [)" + shapes + R"(], "bodies": [)" + bodies + R"(], "pairs": [[0, 1]]})";
  };
  const std::string two = R"({"shape": 0}, {"shape": 0, "position": [0.5, 0, 0], "orientation": [1, 1, 0, 0]})";
  for (const char* const shape :
       {R"("mesh": {"path": "100", "scale": 2, "as": "hull"})",
        R"("mesh": {"path": "100", "as": "facets", "flatness": 1e-6}, "rounding": 0.1)",
        R"("hull": {"vertices": [[0, 0, 0], [1, 0, 0]]})", R"("sphere": {"radius": 1})",
        R"("segment": {"vertices": [[0, 0, 0], [0, 0, 1]]}, "rounding": 0.5)", R"("point": {"vertex": [0, 0, 0]})",
        R"("ellipsoid": {"semi_axes": [1, 2, 3]})", R"("cylinder": {"radius": 1, "half_length": 2})",
        R"("cone": {"radius": 1, "half_length": 2})",
        R"("nurbs": {"degree_u": 1, "knots_u": [0, 0, 1, 2, 2], "degree_v": 1, "knots_v": [0, 0, 1, 2, 3, 3], "points":
          [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [2, 0, 0], [-1, 2, 0], [-1, -2, 0], [2, 0, 0],
           [0, 0, -1], [0, 0, -1], [0, 0, -1], [0, 0, -1]], "spacing": 1})"}) {
    scene.add(with_shapes(std::string(R"({"name": "a", )") + shape + "}", two));
  }
  scene.add(with_shapes(R"({"name": "a", "sphere": {"radius": 1}}, {"name": "b", "box": {"half_extents": [1, 1, 0]}},
    {"name": "s", "minkowski_sum": {"a": "a", "b": 1, "position": [1, 0, 0], "orientation": [1, 0, 0, 0]}})",
                        R"({"name": "x", "shape": "s"}, {"shape": 2, "group": [0, 31], "meets": 0})"));
}

void write_cad_texts(const path& folder) {
  Folder texts(folder, "fuzz_cad_text");
  const auto cube = [](const char* name) { return content(path(ABUT_TEST_DATA) / "data/cad/importer" / name); };
  texts.add(std::string(1, '\0') + cube("mayo_cube.brep"));
  texts.add("\x01" + cube("mayo_cube.iges"));
  texts.add("\x02" + cube("mayo_cube.step"));
}

void write_particles(const path& folder) {
  Folder particles(folder, "fuzz_particles");
  const auto example = [](const char* name) { return content(path(ABUT_DOCS) / "../examples/particles" / name); };
  particles.add("\x01" + example("dump.liggghts"));
  particles.add("\x11" + example("dump.liggghts"));
  particles.add(std::string(1, '\0') + example("table.csv"));
  particles.add(std::string(1, '\0') + example("yade.txt"));
}

/// Every scene that the target changes, as it is and with each dataset changed once.
void write_hdf5_scenes(const path& folder) {
  Folder scenes(folder, "fuzz_hdf5_scene");
  for (char parts = 0; parts < 2; ++parts) {
    for (char pairs = 0; pairs < 4; ++pairs) {
      scenes.add({parts, pairs});
      for (char change = 0; change < 10; ++change)
        scenes.add({parts, pairs, change, static_cast<char>(3 * change), 1, 2, 3});
    }
  }
}

/// Every class of the torture in a few pairs; the published cases one by one.
void write_pairs(const path& folder) {
  Folder pairs(folder, "fuzz_pair_query"), cases(folder, "fuzz_case");
  cases.add(between(content(path(ABUT_DOCS) / "reference/case-format.md"), "```json\n", "```"));
  for (const torture::PairClass& pair_class : torture::pair_classes()) {
    const torture::Batch batch = torture::make_batch(pair_class, 1, 0, 6);
    for (const torture::PosedPair& pair : batch.pairs) {
      io::PairCase c;
      c.name = pair_class.name;
      c.shape_a = batch.shapes[pair.a];
      c.shape_b = batch.shapes[pair.b];
      c.pose_a = pair.pose_a;
      c.pose_b = pair.pose_b;
      const std::string bytes = bytes_from_pair(c);
      pairs.add(bytes);
      if (!bytes.empty() && &pair == batch.pairs.data()) cases.add(io::case_file_text({c}));
    }
  }
  for (const char* const cases_in : {"corpus", "regress"}) {
    for (const auto& entry : std::filesystem::directory_iterator(path(ABUT_TEST_DATA) / cases_in)) {
      if (entry.path().extension() != ".json" || entry.path().stem() == "hull_inputs") continue;
      for (const io::PairCase& c : io::read_cases(entry.path().string())) pairs.add(bytes_from_pair(c));
    }
  }
}

void write_surfaces(const path& folder) {
  Folder surfaces(folder, "fuzz_surface"), harmonics(folder, "fuzz_harmonics");
  NurbsSurface square{{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {0, 1, -0.0}, {1e-3, 0, 0}, {1, 1, 2.5}}};
  surfaces.add(to_json(square));
  square.weights = {1, 0.5, 0, 4};
  surfaces.add(to_json(square));
  harmonics.add("0 0 3.5 0\n");
  harmonics.add("0 0 3.5 0\r\n\r\n 1 1 0.5 0.25\r\n1 0 -1e-1 0\r\n1 -1 -0.5 0.25\r\n");
}

/// Bytes of any value: those that pick what is made are the low bits of each.
void write_small_meshes(const path& folder) {
  Folder meshes(folder, "fuzz_decompose");
  for (std::uint32_t seed = 0; seed < 64; ++seed) {
    std::mt19937 random(seed);
    std::string bytes;
    for (int i = 0; i < 64; ++i) bytes += static_cast<char>(random() >> 8);
    meshes.add(bytes);
  }
}

}  // namespace
}  // namespace abut::fuzz

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: fuzz_seeds FOLDER\n";
    return 2;
  }
  abut::fuzz::write_meshes(arguments[1]);
  abut::fuzz::write_polygons(arguments[1]);
  abut::fuzz::write_scenes(arguments[1]);
  abut::fuzz::write_cad_texts(arguments[1]);
  abut::fuzz::write_particles(arguments[1]);
  abut::fuzz::write_hdf5_scenes(arguments[1]);
  abut::fuzz::write_pairs(arguments[1]);
  abut::fuzz::write_surfaces(arguments[1]);
  abut::fuzz::write_small_meshes(arguments[1]);
  return 0;
}
