// The last message: one line of bounded length, kept by each thread for itself; and options that are filled in.
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "abut/decompose.h"
#include "abut/planar.h"
#include "tests/capi/both.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

TEST(CMessages, AreOfOneLineAndCutWhereTheyAreTooLong) {
  abut_mesh* mesh = nullptr;
  const std::string begins = "abut_read_mesh: ";
  for (const std::size_t length : {10u, 1900u, 5000u}) {
    const std::string path = "/" + std::string(length, 'x') + ".obj";
    EXPECT_EQ(abut_read_mesh(path.c_str(), &mesh), ABUT_FILE_ERROR);
    const std::string message = abut_last_message();
    EXPECT_EQ(message.substr(0, begins.size() + 10), begins + "/xxxxxxxxx");
    EXPECT_EQ(message.size() == 2047, length == 5000) << message.size();
  }
  abut_scene* scene = nullptr;
  expect_refused(abut_read_scene("/no\r\nsuch.json", &scene), ABUT_FILE_ERROR, "abut_read_scene: /no  such.json");
}

TEST(CMessages, StayWhereTheyAreUntilTheThreadsNextFailure) {
  std::uint32_t n = 0;
  EXPECT_EQ(abut_shapes_count(nullptr, &n), ABUT_INVALID_HANDLE);
  const char* const message = abut_last_message();
  const std::string text = message;
  abut_shapes* shapes = nullptr;
  ASSERT_OK(abut_shapes_new(&shapes));
  EXPECT_EQ(abut_last_message(), message) << "one place a thread";
  EXPECT_EQ(message, text) << "a success leaves it";
  std::thread([] { EXPECT_INPUT(abut_shapes_new(nullptr), "shapes is null"); }).join();
  EXPECT_EQ(message, text) << "another thread's failure leaves it";
  EXPECT_EQ(abut_shapes_add_sphere(shapes, -2, &n), ABUT_INVALID_INPUT);
  EXPECT_NE(std::string(message), text);
  ASSERT_OK(abut_shapes_free(shapes));
}

/// Two threads that take turns.
class Turns {
 public:
  void wait_for(int turn) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == turn; });
  }
  void next() {
    {
      const std::lock_guard lock(mutex_);
      ++turn_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int turn_ = 0;
};

TEST(CMessages, OfTwoThreadsThatTakeTurnsAreTheirOwn) {
  Turns turns;
  const auto fail_in_turn = [&turns](int me) {
    abut_shapes* shapes = nullptr;
    EXPECT_OK(abut_shapes_new(&shapes));
    std::string mine;
    for (int round = 0; round < 20; ++round) {
      turns.wait_for(2 * round + me);
      EXPECT_EQ(abut_last_message(), mine) << "after the other one's failure";
      std::uint32_t index = 0;
      const double radius = -1 - round - 100 * me;
      EXPECT_EQ(abut_shapes_add_sphere(shapes, radius, &index), ABUT_INVALID_INPUT);
      mine = abut_last_message();
      EXPECT_NE(mine.find(std::to_string(static_cast<int>(radius))), std::string::npos) << mine;
      turns.next();
    }
    EXPECT_OK(abut_shapes_free(shapes));
  };
  std::thread first(fail_in_turn, 0), second(fail_in_turn, 1);
  first.join(), second.join();
}

/// `init` fills the structure as far as the caller's goes, with `expected`; a longer one gets zeros behind.
template <class Options>
void expect_filled(const char* function, int (*init)(Options*, std::size_t), const Options& expected) {
  SCOPED_TRACE(function);
  Options options;
  std::memset(static_cast<void*>(&options), 0xee, sizeof options);
  ASSERT_OK(init(&options, sizeof options));
  EXPECT_EQ(std::memcmp(&options, &expected, sizeof options), 0);

  // An older caller's structure, and what lies behind it in memory.
  std::memset(static_cast<void*>(&options), 0xee, sizeof options);
  ASSERT_OK(init(&options, sizeof options - 8));
  EXPECT_EQ(options.size, sizeof options - 8);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&options);
  const auto* wanted = reinterpret_cast<const unsigned char*>(&expected);
  EXPECT_EQ(std::memcmp(bytes + 8, wanted + 8, sizeof options - 16), 0);
  for (std::size_t k = sizeof options - 8; k < sizeof options; ++k) ASSERT_EQ(bytes[k], 0xee) << k;

  struct Newer {
    Options known;
    std::uint64_t more[2];
  } newer;
  std::memset(static_cast<void*>(&newer), 0xee, sizeof newer);
  ASSERT_OK(init(&newer.known, sizeof newer));
  EXPECT_EQ(newer.known.size, sizeof newer);
  EXPECT_TRUE(newer.more[0] == 0 && newer.more[1] == 0);

  const std::string begins = std::string(function) + ": options";
  EXPECT_INPUT(init(nullptr, sizeof options), begins + " is null; allowed is a pointer to memory");
  for (const std::size_t size : {std::size_t{0}, sizeof options + 1, std::size_t{4104}}) {
    EXPECT_INPUT(init(&options, size), begins + "->size is " + std::to_string(size) +
                                           "; allowed is the structure's sizeof, here " +
                                           std::to_string(sizeof options));
  }
}

TEST(COptions, AreFilledWithTheDefaultsOfTheCppLibrary) {
  const double infinite = std::numeric_limits<double>::infinity();
  expect_filled("abut_query_options_init", abut_query_options_init,
                abut_query_options{sizeof(abut_query_options), infinite, nullptr});
  expect_filled("abut_detect_options_init", abut_detect_options_init,
                abut_detect_options{sizeof(abut_detect_options), 0, nullptr});
  const BodyOptions body;
  expect_filled("abut_body_options_init", abut_body_options_init,
                abut_body_options{sizeof(abut_body_options), body.groups, body.meets, 0, 0, 0, body.world, 0});
  expect_filled("abut_planar_query_options_init", abut_planar_query_options_init,
                abut_planar_query_options{sizeof(abut_planar_query_options), infinite, 0, nullptr});
  const PatchOptions patch;
  expect_filled("abut_patch_options_init", abut_patch_options_init,
                abut_patch_options{sizeof(abut_patch_options), patch.margin, patch.most_points, 0,
                                   static_cast<std::uint32_t>(patch.capacity), 0});
  const FacetOptions facets;
  expect_filled(
      "abut_facet_options_init", abut_facet_options_init,
      abut_facet_options{sizeof(abut_facet_options), facets.alert_distance, facets.cone_tolerance, 1, 1, {0, 0}});
  expect_filled("abut_facet_mesh_options_init", abut_facet_mesh_options_init,
                abut_facet_mesh_options{sizeof(abut_facet_mesh_options), FacetMeshOptions{}.flatness, 0});
  const DecomposeOptions parts;
  expect_filled("abut_decompose_options_init", abut_decompose_options_init,
                abut_decompose_options{sizeof(abut_decompose_options), ABUT_PARTS_COVER, ABUT_ENGINE_ABUT,
                                       parts.concavity, parts.most_parts, parts.most_vertices, 1, ABUT_BODY_AUTOMATIC,
                                       parts.time_limit, parts.thickness});
  expect_filled("abut_wrap_options_init", abut_wrap_options_init,
                abut_wrap_options{sizeof(abut_wrap_options), WrapOptions{}.resolution, 0});
  expect_filled("abut_grain_scene_options_init", abut_grain_scene_options_init,
                abut_grain_scene_options{sizeof(abut_grain_scene_options), 1000, 1, 0.5, 0, nullptr});
  expect_filled(
      "abut_query_file_options_init", abut_query_file_options_init,
      abut_query_file_options{sizeof(abut_query_file_options), nullptr, 0, 65536, 0, 0, 0, 0, nullptr, nullptr});
  expect_filled("abut_particle_scene_options_init", abut_particle_scene_options_init,
                abut_particle_scene_options{sizeof(abut_particle_scene_options), nullptr, nullptr, 0, 1});
}

TEST(CVersions, HeadersThatAreOlderInTheirMinorNumberDoFromOneOn) {
  EXPECT_OK(abut_check_version(ABUT_C_MAJOR, ABUT_C_MINOR));
  for (std::uint32_t minor = 0; minor != ABUT_C_MINOR; ++minor) {
    const int code = abut_check_version(ABUT_C_MAJOR, minor);
    if (ABUT_C_MAJOR > 0) {
      EXPECT_OK(code);
    } else {
      expect_refused(code, ABUT_WRONG_VERSION, "allowed are headers of the same minor version");
    }
  }
  expect_refused(abut_check_version(ABUT_C_MAJOR, ABUT_C_MINOR + 1), ABUT_WRONG_VERSION,
                 "abut_check_version: the header is of version " + std::to_string(ABUT_C_MAJOR) + "." +
                     std::to_string(ABUT_C_MINOR + 1));
  expect_refused(abut_check_version(0xffffffffu, 0), ABUT_WRONG_VERSION, "4294967295.0; the library is ");
}

TEST(CRotations, AreThatOfTheUnitQuaternionWhateverTheLength) {
  Random random(12);
  for (const double scale : {1.0, 1e-3, 1e3, -2.0}) {
    const double q[4] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    double r[9], longer[9];
    ASSERT_OK(abut_rotation_from_quaternion(q[0], q[1], q[2], q[3], r));
    ASSERT_OK(abut_rotation_from_quaternion(scale * q[0], scale * q[1], scale * q[2], scale * q[3], longer));
    const Mat3<double> m = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    for (int k = 0; k < 9; ++k) {
      EXPECT_EQ(r[k], m.m[k]) << k;
      EXPECT_NEAR(longer[k], r[k], 1e-15) << k;
    }
    // A quarter turn about z carries x to y: rows, not columns.
    ASSERT_OK(abut_rotation_from_quaternion(scale, 0, 0, scale, r));
    EXPECT_NEAR(r[3], 1, 1e-15);
    EXPECT_NEAR(r[1], -1, 1e-15);
  }
  double r[9] = {7};
  for (int k = 0; k < 4; ++k) {
    double q[4] = {1, 2, 3, 4};
    q[k] = std::numeric_limits<double>::infinity();
    EXPECT_INPUT(abut_rotation_from_quaternion(q[0], q[1], q[2], q[3], r), "the quaternion is not finite");
  }
  EXPECT_EQ(r[0], 7);
  EXPECT_INPUT(abut_rotation_from_quaternion(1, 0, 0, 0, nullptr), "rotation is null");
}

}  // namespace
}  // namespace abut::test
