// HDF5 files and lists of particles through the C interface, and what meshes are asked besides.
#include "abut/c/files.h"

#include <filesystem>
#include <fstream>

#include "abut/hdf5.h"
#include "abut/particles.h"
#include "abut/shapes/mass_properties.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

#define ASSERT_DONE(call) ASSERT_EQ(call, ABUT_OK) << abut_last_message()

/// A folder of its own, removed at the end.
struct Files : ::testing::Test {
  std::filesystem::path top = std::filesystem::temp_directory_path() /
                              ("abut_c_files_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                               ::testing::UnitTest::GetInstance()->current_test_info()->name());
  Files() { std::filesystem::create_directories(top); }
  ~Files() override { std::filesystem::remove_all(top); }

  std::string at(const char* name) const { return (top / name).string(); }
  std::string write(const char* name, const std::string& text) const {
    std::ofstream(at(name)) << text;
    return at(name);
  }
  /// Three balls along x: one gap of 0.25 and one overlap of 0.125.
  std::string scene() const {
    return write("scene.json", R"({"version": 1, "options": {"alert_distance": 0.5},
      "shapes": [{"name": "ball", "sphere": {"radius": 0.5}}],
      "bodies": [{"shape": 0}, {"shape": 0, "position": [1.25, 0, 0]}, {"shape": 0, "position": [2.125, 0, 0]}],
      "pairs": [[0, 1], [1, 2]]})");
  }
};

TEST_F(Files, PairsOfAFileAreAnsweredInPieces) {
  ASSERT_EQ(abut_hdf5_available(), hdf5_available() ? 1 : 0);
  if (!hdf5_available()) GTEST_SKIP() << "a build without HDF5";
  std::uint64_t meshes = 7;
  ASSERT_DONE(abut_convert_scene(scene().c_str(), at("scene.h5").c_str(), 1, &meshes));
  EXPECT_EQ(meshes, 0u);
  abut_query_file_options options;
  ASSERT_DONE(abut_query_file_options_init(&options, sizeof options));
  EXPECT_EQ(options.piece, 65536u);
  std::vector<std::uint64_t> done;
  options.piece = 1, options.fields = "separation,status", options.precision = 32, options.user = &done;
  options.has_alert_distance = 1, options.alert_distance = 0.125;
  options.progress = [](void* user, std::uint64_t n, std::uint64_t all) {
    EXPECT_EQ(all, 2u);
    static_cast<std::vector<std::uint64_t>*>(user)->push_back(n);
  };
  abut_query_file_summary summary{};
  summary.size = sizeof summary;
  ASSERT_DONE(abut_query_pair_file(at("scene.h5").c_str(), at("out.h5").c_str(), &options, &summary));
  EXPECT_EQ(done, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(summary.pairs, 2u);
  EXPECT_EQ(summary.is_f64, 0u);
  EXPECT_EQ(summary.alert_distance, 0.125);
  EXPECT_EQ(summary.status[ABUT_FARTHER_THAN_ALERT], 1u) << "the gap of 0.25";
  EXPECT_EQ(summary.status[ABUT_CONVERGED], 1u) << "the overlap";
  EXPECT_GT(summary.total, 0);
  EXPECT_TRUE(std::filesystem::exists(at("out.h5")));
}

TEST_F(Files, ContactsOfADetectionAreWritten) {
  if (!hdf5_available()) GTEST_SKIP() << "a build without HDF5";
  abut_scene* held = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_detection* found = nullptr;
  ASSERT_DONE(abut_read_scene(scene().c_str(), &held));
  ASSERT_DONE(abut_scene_shapes(held, &shapes));
  ASSERT_DONE(abut_scene_bodies(held, &bodies));
  ASSERT_DONE(abut_detect_f64(0, shapes, bodies, nullptr, &found));
  ASSERT_DONE(abut_write_contacts_hdf5_f64(held, found, at("contacts.h5").c_str(), 0));
  EXPECT_GT(std::filesystem::file_size(at("contacts.h5")), 0u);
  EXPECT_INPUT(abut_write_contacts_hdf5_f32(held, found, at("f32.h5").c_str(), 0), "detection is in double");
  EXPECT_INPUT(abut_write_contacts_hdf5_f64(held, found, at("more.h5").c_str(), 10),
               "deflate is 10; allowed are 0 to 9");
  EXPECT_INPUT(abut_write_contacts_hdf5_f64(held, found, nullptr, 0), "path is null");
  EXPECT_HANDLE(abut_write_contacts_hdf5_f64(nullptr, found, "x.h5", 0), "scene is null");
  abut_detection_free(found), abut_shapes_free(shapes), abut_bodies_free(bodies), abut_scene_free(held);
}

TEST_F(Files, ParticlesAreThoseOfTheLibrary) {
  const std::string path = write("list.txt", "id x y z radius colour\n7 0 0 0 0.5 3\n8 0.9 0 0 0.25 4\n");
  abut_particle_list* list = nullptr;
  ASSERT_DONE(abut_read_particles(path.c_str(), nullptr, &list));
  abut_particle_report report{};
  report.size = sizeof report;
  ASSERT_DONE(abut_particle_list_get_report(list, &report));
  EXPECT_EQ(report.particles, 2u);
  EXPECT_EQ(report.unused_columns, 1u);
  EXPECT_EQ(report.oriented, 0u);
  std::size_t count = 0, bytes = 0;
  ASSERT_DONE(abut_particle_list_copy(list, nullptr, 0, &count));
  ASSERT_EQ(count, 2u);
  abut_particle got[2];
  expect_refused(abut_particle_list_copy(list, got, 1, &count), ABUT_TOO_SMALL,
                 "capacity is 1; needed are 2 particles");
  ASSERT_DONE(abut_particle_list_copy(list, got, 2, &count));
  EXPECT_EQ(got[1].id, 8u);
  EXPECT_EQ(got[1].has_id, 1u);
  EXPECT_EQ(got[1].position[0], 0.9);
  EXPECT_EQ(got[1].quaternion[0], 1);
  EXPECT_EQ(got[1].radius, 0.25);
  char text[16];
  ASSERT_DONE(abut_particle_list_text(list, ABUT_PARTICLE_COLUMN, 0, text, sizeof text, &bytes));
  EXPECT_STREQ(text, "colour");
  ASSERT_DONE(abut_particle_list_text(list, ABUT_PARTICLE_SHAPE, 1, text, sizeof text, &bytes));
  EXPECT_STREQ(text, "");
  EXPECT_INPUT(abut_particle_list_text(list, ABUT_PARTICLE_SHAPE, 2, text, sizeof text, &bytes), "index is 2");
  EXPECT_INPUT(abut_particle_list_text(list, 2, 0, text, sizeof text, &bytes), "what is 2; allowed are 0 and 1");
  ASSERT_DONE(abut_particle_list_free(list));
  EXPECT_HANDLE(abut_particle_list_copy(list, got, 2, &count), "particles");

  abut_particle_scene_options options;
  ASSERT_DONE(abut_particle_scene_options_init(&options, sizeof options));
  EXPECT_EQ(options.first_shape, 1u);
  options.alert_distance = 0.25;
  ASSERT_DONE(abut_write_particle_scene(path.c_str(), &options, at("scene.json").c_str(), &report));
  EXPECT_EQ(report.particles, 2u);
  const Scene made = read_scene(at("scene.json"));
  EXPECT_EQ(made.bodies.size(), 2u);
  EXPECT_EQ(made.alert_distance, 0.25);
  EXPECT_EQ(made.body_names[1], "8");
}

TEST_F(Files, OptionsAreChecked) {
  const std::string path = write("list.txt", "x y z radius\n0 0 0 1\n");
  abut_particle_list* list = nullptr;
  abut_particle_list_options good{};
  good.size = sizeof good;
  const auto read = [&](const abut_particle_list_options* o) { return abut_read_particles(path.c_str(), o, &list); };
  expect_size_is_checked("options", good, read);
  abut_particle_list_options options = good;
  options.quaternion = 3;
  EXPECT_INPUT(read(&options), "options->quaternion is 3; allowed are 0, 1 and 2");
  options = good, options.quaternion_columns = "a,b";
  EXPECT_INPUT(read(&options), "options->quaternion_columns has 2 names; allowed are 4, or null");
  options = good, options.has_frame = 2;
  EXPECT_INPUT(read(&options), "options->has_frame is 2; allowed are 0 and 1");
  EXPECT_INPUT(abut_read_particles(nullptr, nullptr, &list), "path is null");
  expect_refused(abut_read_particles(at("none").c_str(), nullptr, &list), ABUT_FILE_ERROR, "none");
  EXPECT_EQ(list, nullptr);

  abut_query_file_options query;
  ASSERT_DONE(abut_query_file_options_init(&query, sizeof query));
  const auto ask = [&](const abut_query_file_options* o) {
    return abut_query_pair_file(at("none").c_str(), at("out.h5").c_str(), o, nullptr);
  };
  expect_size_is_checked("options", query, ask);
  query.precision = 16;
  EXPECT_INPUT(ask(&query), "options->precision is 16; allowed are 0, 32 and 64");
  query.precision = 0, query.deflate = 10;
  EXPECT_INPUT(ask(&query), "options->deflate is 10; allowed are 0 to 9");
  query.deflate = 0, query.piece = 0;
  EXPECT_INPUT(ask(&query), "piece is 0; allowed are 1 to");
  EXPECT_INPUT(abut_convert_scene(nullptr, "x.h5", 0, nullptr), "from is null");
}

TEST_F(Files, PrincipalAxesMeshPathsAndFaults) {
  const double inertia[9] = {2, 1, 0, 1, 2, 0, 0, 0, 5};
  double moments[3], axes[9];
  ASSERT_DONE(abut_principal_axes(inertia, moments, axes));
  const PrincipalAxes cpp = principal_axes({{2, 1, 0, 1, 2, 0, 0, 0, 5}});
  EXPECT_EQ(moments[0], cpp.moments.x);
  EXPECT_EQ(moments[2], cpp.moments.z);
  EXPECT_NEAR(moments[0] + moments[1] + moments[2], 9, 1e-14);
  for (int k = 0; k < 9; ++k) EXPECT_EQ(axes[k], cpp.axes.m[k]);
  const double skewed[9] = {2, 1, 0, 0, 2, 0, 0, 0, 5};
  EXPECT_INPUT(abut_principal_axes(skewed, moments, axes), "inertia is not symmetric");
  EXPECT_INPUT(abut_principal_axes(nullptr, moments, axes), "inertia is null");

  int is_mesh = 7;
  ASSERT_DONE(abut_is_mesh_path("a/b.STL", &is_mesh));
  EXPECT_EQ(is_mesh, 1);
  ASSERT_DONE(abut_is_mesh_path("scene.json", &is_mesh));
  EXPECT_EQ(is_mesh, 0);
  EXPECT_INPUT(abut_is_mesh_path("a.obj", nullptr), "is_mesh is null");

  // Two tetrahedra that overlap, and one alone.
  const double points[24] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1, 5};
  const std::uint32_t corners[24] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 4, 6, 5, 4, 5, 7, 4, 7, 6, 5, 6, 7};
  abut_mesh *two = nullptr, *one = nullptr;
  ASSERT_DONE(abut_mesh_new(points, 8, corners, 8, &two));
  ASSERT_DONE(abut_mesh_new(points, 4, corners, 4, &one));
  std::vector<char> text(4096);
  std::size_t bytes = 0;
  ASSERT_DONE(abut_faults_of(two, text.data(), text.size(), &bytes));
  EXPECT_GT(bytes, 2u) << text.data();
  ASSERT_DONE(abut_faults_of(one, text.data(), text.size(), &bytes));
  EXPECT_STREQ(text.data(), "");
  EXPECT_HANDLE(abut_faults_of(nullptr, text.data(), text.size(), &bytes), "mesh is null");
  abut_mesh_free(two), abut_mesh_free(one);
}

}  // namespace
}  // namespace abut::test
