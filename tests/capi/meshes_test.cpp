// Meshes, parts, polytopes, scenes and result files through the C interface.
#include "abut/c/meshes.h"

#include "abut/decompose.h"
#include "abut/io.h"
#include "abut/shapes/mass_properties.h"
#include "tests/capi/both.h"
#include "tests/io/scene_files.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

/// An L of two cubes, closed and outward.
Mesh ell() {
  Mesh m;
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : {std::pair{0., 0.}, {2., 0.}, {2., 1.}, {1., 1.}, {1., 2.}, {0., 2.}}) {
      m.vertices.push_back({x, y, z});
    }
  }
  for (const auto& t : {std::array{0u, 1u, 2u}, {0u, 2u, 3u}, {0u, 3u, 4u}, {0u, 4u, 5u}}) {
    m.triangles.push_back({t[0], t[2], t[1]});
    m.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t j = (i + 1) % 6;
    m.triangles.push_back({i, j, j + 6});
    m.triangles.push_back({i, j + 6, i + 6});
  }
  return m;
}

abut_mesh* c_mesh(const Mesh& m) {
  abut_mesh* c = nullptr;
  EXPECT_OK(abut_mesh_new(&m.vertices[0].x, m.vertices.size(), m.triangles[0].data(), m.triangles.size(), &c));
  return c;
}

void expect_same_mesh(const Mesh& cpp, const abut_mesh* c) {
  std::size_t v = 0, t = 0;
  ASSERT_OK(abut_mesh_counts(c, &v, &t));
  ASSERT_EQ(v, cpp.vertices.size());
  ASSERT_EQ(t, cpp.triangles.size());
  std::vector<Vec3<double>> vertices(v);
  std::vector<std::array<std::uint32_t, 3>> triangles(t);
  ASSERT_OK(abut_mesh_copy(c, &vertices[0].x, v, triangles[0].data(), t));
  EXPECT_EQ(triangles, cpp.triangles);
  expect_same_bits(vertices, cpp.vertices, "vertex");
}

TEST(CMeshes, MassIsThatOfTheLibrary) {
  const MassProperties cpp = mass_properties(ell());
  abut_mesh* c = c_mesh(ell());
  abut_mass_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_mass_properties(c, &report));
  EXPECT_EQ(report.volume, cpp.volume);
  EXPECT_EQ(report.centre[0], cpp.centre.x);
  EXPECT_EQ(report.moments[2], cpp.moments.z);
  for (int k = 0; k < 9; ++k) {
    EXPECT_EQ(report.inertia[k], cpp.inertia.m[k]) << k;
    EXPECT_EQ(report.axes[k], cpp.axes.m[k]) << k;
  }
  ASSERT_OK(abut_mesh_free(c));

  Mesh open = ell();
  open.triangles.pop_back();
  c = c_mesh(open);
  EXPECT_EQ(abut_mass_properties(c, &report), ABUT_INVALID_INPUT);
  EXPECT_EQ(abut_mass_properties(c, nullptr), ABUT_INVALID_INPUT);
  ASSERT_OK(abut_mesh_free(c));
}

TEST(CMeshes, PartsOfAnLAreThoseOfTheLibrary) {
  const Mesh mesh = ell();
  abut_mesh* c = c_mesh(mesh);
  abut_decompose_options options;
  ASSERT_OK(abut_decompose_options_init(&options, sizeof options));
  options.concavity = 0.02;
  DecomposeOptions of_cpp;
  of_cpp.concavity = 0.02;
  const std::vector<Mesh> cpp = decompose(mesh, of_cpp);
  abut_mesh_list* parts = nullptr;
  ASSERT_OK(abut_decompose(c, &options, &parts));
  std::size_t count = 0;
  ASSERT_OK(abut_mesh_list_count(parts, &count));
  ASSERT_EQ(count, cpp.size());
  ASSERT_GE(count, 2u);
  for (std::size_t i = 0; i < count; ++i) {
    abut_mesh* part = nullptr;
    ASSERT_OK(abut_mesh_list_get(parts, i, &part));
    expect_same_mesh(cpp[i], part);
    ASSERT_OK(abut_mesh_free(part));
  }
  const PartsReport measured = measure_parts(mesh, cpp);
  abut_parts_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_measure_parts(c, parts, &report));
  EXPECT_EQ(report.parts, measured.parts);
  EXPECT_EQ(report.covers, measured.covers ? 1u : 0u);
  EXPECT_EQ(report.volume_ratio, measured.volume_ratio);
  EXPECT_EQ(report.concavity, measured.concavity);
  EXPECT_EQ(report.least_relative_concavity, measured.least_relative_concavity);
  EXPECT_GT(report.least_relative_concavity, 0);
  EXPECT_LE(report.least_relative_concavity, report.relative_concavity);

  const TemporaryFolder folder;
  ASSERT_OK(abut_write_parts("ell", c, parts, (folder / "c").c_str()));
  write_parts("ell", mesh, cpp, (folder / "cpp"));
  for (const char* name : {"part_000.obj", "scene.json", "parts.svg"}) {
    EXPECT_EQ(content((folder / "c") + "/" + name), content((folder / "cpp") + "/" + name));
  }
  ASSERT_OK(abut_write_obj(parts, (folder / "all.obj").c_str()));
  abut_mesh* read = nullptr;
  ASSERT_OK(abut_read_mesh((folder / "all.obj").c_str(), &read));
  expect_same_mesh(read_mesh((folder / "all.obj")), read);
  ASSERT_OK(abut_mesh_free(read));
  ASSERT_OK(abut_mesh_list_free(parts));
  ASSERT_OK(abut_mesh_free(c));
}

TEST(CMeshes, ReportsRepairsAndWeldsAreTheSame) {
  Mesh mesh = ell();
  mesh.vertices.push_back(mesh.vertices[0]);
  mesh.triangles[0][0] = 12;
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  abut_mesh* c = c_mesh(mesh);
  const MeshReport cpp = examine(mesh);
  abut_mesh_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_examine(c, &report));
  EXPECT_EQ(report.triangles, cpp.triangles);
  EXPECT_EQ(report.duplicate_vertices, cpp.duplicate_vertices);
  EXPECT_EQ(report.consistently_oriented, cpp.consistently_oriented ? 1u : 0u);
  EXPECT_EQ(report.area, cpp.area);
  EXPECT_EQ(report.box_max[1], cpp.box_max.y);
  EXPECT_EQ(report.hull_volume, cpp.hull_volume);
  EXPECT_EQ(report.radius, cpp.size);

  const RepairedMesh repaired = repair_mesh(mesh);
  std::string lines;
  for (const std::string& line : repaired.steps) lines += line + "\n";
  abut_mesh *made = nullptr, *welded = nullptr;
  abut_repair_report of_repair{};
  of_repair.size = sizeof of_repair;
  char text[1000];
  std::size_t bytes = 0;
  EXPECT_EQ(abut_repair_mesh(c, &made, &of_repair, text, 3, &bytes), ABUT_TOO_SMALL);
  ASSERT_OK(abut_repair_mesh(c, &made, &of_repair, text, sizeof text, &bytes));
  EXPECT_EQ(text, lines);
  EXPECT_EQ(bytes, lines.size() + 1);
  EXPECT_EQ(of_repair.is_solid, 1u);
  EXPECT_EQ(of_repair.steps, repaired.steps.size());
  EXPECT_GT(of_repair.steps, 0u);
  expect_same_mesh(repaired.mesh, made);
  ASSERT_OK(abut_weld(c, &welded));
  expect_same_mesh(weld(mesh), welded);
  for (abut_mesh* m : {c, made, welded}) ASSERT_OK(abut_mesh_free(m));
}

TEST(CMeshes, MinkowskiDifferenceAndEntranceBlockAreTheSame) {
  Random random(4);
  const auto a = ellipsoid_points(random, 12), b = ellipsoid_points(random, 9);
  const Pose pose{random.in_ball(), random.rotation()};
  const abut_pose c = c_pose(pose);
  const double at[3] = {0.1, 0.2, 0.3};
  for (const bool block : {false, true}) {
    const MinkowskiDifference cpp = block ? entrance_block(a, b, pose.rotation, {0.1, 0.2, 0.3})
                                          : minkowski_difference(a, b, {pose.rotation, pose.position});
    abut_polytope* p = nullptr;
    const auto c_a = c_vertices(&a[0].x, a.size()), c_b = c_vertices(&b[0].x, b.size());
    ASSERT_OK(block ? abut_entrance_block(c_a, c_b, c.rotation, at, &p) : abut_minkowski_difference(c_a, c_b, &c, &p));
    std::uint32_t dimension = 0;
    std::size_t v = 0, f = 0, n = 0;
    ASSERT_OK(abut_polytope_counts(p, &dimension, &v, &f, &n));
    EXPECT_EQ(dimension, 3u);
    ASSERT_EQ(v, cpp.vertices.size());
    ASSERT_EQ(f, cpp.faces.size());
    std::vector<Vec3<double>> vertices(v);
    std::vector<std::array<std::uint32_t, 2>> sources(v);
    std::vector<std::uint32_t> begin(f + 1), corners(n);
    ASSERT_OK(abut_polytope_copy(p, &vertices[0].x, sources[0].data(), begin.data(), corners.data()));
    expect_same_bits(vertices, cpp.vertices, "vertex");
    EXPECT_EQ(sources, cpp.sources);
    for (std::size_t i = 0; i < f; ++i) {
      EXPECT_EQ(std::vector<std::uint32_t>(corners.begin() + begin[i], corners.begin() + begin[i + 1]), cpp.faces[i]);
    }
    ASSERT_OK(abut_polytope_free(p));
  }
}

TEST(CScenes, ReadDetectAndWriteGiveTheSameFiles) {
  const TemporaryFolder folder;
  const std::string grains = std::string(ABUT_EXAMPLE_DATA) + "/grains", path = (folder / "scene.json");
  abut_grain_scene_options options;
  ASSERT_OK(abut_grain_scene_options_init(&options, sizeof options));
  options.count = 40, options.seed = 3, options.grains = grains.c_str();
  ASSERT_OK(abut_write_grain_scene(&options, path.c_str()));
  const Scene cpp = read_scene(path);
  const Detection<float> found = detect<float>(Cpu{}, cpp.shapes, cpp.bodies, {0.01});
  write_results<float>(cpp, found, "{}", (folder / "cpp"));

  abut_scene* scene = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_detection* detection = nullptr;
  ASSERT_OK(abut_read_scene(path.c_str(), &scene));
  abut_scene_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_scene_get_report(scene, &report));
  EXPECT_EQ(report.bodies, 40u);
  EXPECT_EQ(report.shapes, cpp.shapes.size());
  EXPECT_EQ(report.is_f64, cpp.precision == "f64" ? 1u : 0u);
  EXPECT_EQ(report.has_pairs, cpp.pairs.has_value() ? 1u : 0u);
  char text[100];
  std::size_t bytes = 0;
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_LENGTH_UNIT, 0, text, sizeof text, &bytes));
  EXPECT_EQ(text, cpp.length_unit);
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_SHAPE_NAME, 1, text, sizeof text, &bytes));
  EXPECT_EQ(text, cpp.shape_names[1]);
  EXPECT_EQ(abut_scene_text(scene, ABUT_TEXT_SHAPE_NAME, 99, text, sizeof text, &bytes), ABUT_INVALID_INPUT);
  EXPECT_EQ(abut_scene_text(scene, 9, 0, text, sizeof text, &bytes), ABUT_INVALID_INPUT);

  std::uint64_t pairs = 7, rows[1];
  ASSERT_OK(abut_scene_pairs(scene, c_list(nullptr, 0, &pairs)));
  EXPECT_EQ(pairs, report.pairs);
  EXPECT_EQ(abut_scene_pairs(scene, c_list(nullptr, 0, &pairs, rows)), ABUT_INVALID_INPUT);
  EXPECT_EQ(abut_scene_pairs(scene, nullptr), ABUT_INVALID_INPUT);

  ASSERT_OK(abut_scene_shapes(scene, &shapes));
  ASSERT_OK(abut_scene_bodies(scene, &bodies));
  const abut_detect_options near{sizeof near, 0.01, nullptr};
  ASSERT_OK(abut_detect_f32(0, shapes, bodies, &near, &detection));
  ASSERT_OK(abut_write_results_f32(scene, detection, "{}", (folder / "c").c_str(), nullptr));
  EXPECT_EQ(abut_write_results_f64(scene, detection, "{}", (folder / "c").c_str(), nullptr), ABUT_INVALID_INPUT);
  for (const char* name : {"contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py", "summary.json"}) {
    EXPECT_EQ(content((folder / "c") + "/" + name), content((folder / "cpp") + "/" + name)) << name;
  }
  // The scene may go first: the handles share what it holds.
  ASSERT_OK(abut_scene_free(scene));
  std::uint32_t count = 0;
  ASSERT_OK(abut_shapes_count(shapes, &count));
  EXPECT_EQ(count, cpp.shapes.size());
  ASSERT_OK(abut_detection_free(detection));
  ASSERT_OK(abut_shapes_free(shapes));
  ASSERT_OK(abut_bodies_free(bodies));
}

TEST(CScenes, PatchesOfADetectionAreWrittenAsTheLibraryDoes) {
  const TemporaryFolder folder;
  const std::string path = (folder / "scene.json");
  write_grain_scene({20, 5, 0.5, std::string(ABUT_EXAMPLE_DATA) + "/grains", 0}, path);
  Scene cpp = read_scene(path);
  Detection<double> found = detect<double>(Cpu{}, cpp.shapes, cpp.bodies, {0.05});
  ASSERT_GT(found.pairs.size(), 3u);
  Patches<double> p = find_patches<double>(Cpu{}, cpp.shapes.view<double>(), cpp.bodies.parts(),
                                           {found.pairs, found.contacts.view()}, {0.01}, false);
  write_results<double>(cpp, found, "{}", (folder / "cpp"), &p);
  abut_scene* scene = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_detection* detection = nullptr;
  ASSERT_OK(abut_read_scene(path.c_str(), &scene));
  ASSERT_OK(abut_scene_shapes(scene, &shapes));
  ASSERT_OK(abut_scene_bodies(scene, &bodies));
  const abut_detect_options near{sizeof near, 0.05, nullptr};
  ASSERT_OK(abut_detect_f64(0, shapes, bodies, &near, &detection));
  abut_patches_f64 c{};
  c.size = sizeof c;
  c.area.data = p.area.data();
  c.centre = {p.centre_x.data(), p.centre_y.data(), p.centre_z.data(), 1};
  c.offsets = p.offsets.data();
  c.points = {p.point_x.data(), p.point_y.data(), p.point_z.data(), 1};
  c.gaps.data = p.gap.data();
  c.capacity = p.gap.size();
  ASSERT_OK(abut_write_results_f64(scene, detection, "{}", (folder / "c").c_str(), &c));
  for (const char* name : {"patches.csv", "patches.vtp"}) {
    EXPECT_EQ(content((folder / "c") + "/" + name), content((folder / "cpp") + "/" + name)) << name;
  }
  c.capacity = p.gap.size() - 1;
  EXPECT_EQ(abut_write_results_f64(scene, detection, "{}", (folder / "c").c_str(), &c), ABUT_INVALID_INPUT);
  ASSERT_OK(abut_scene_free(scene));
  ASSERT_OK(abut_shapes_free(shapes));
  ASSERT_OK(abut_bodies_free(bodies));
  ASSERT_OK(abut_detection_free(detection));
}

}  // namespace
}  // namespace abut::test
