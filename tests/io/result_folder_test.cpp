// A folder of results is of one run: whatever fails, all files of the run before stay as they were. And the pictures in
// it, by what a viewer reads of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/quaternion.h"
#include "host/io/result_files.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/io/vtp_arrays.h"
#include "tests/support/complaint.h"
#include "tests/support/picture.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

/// Bodies in a row, each of two parts, and a contact of every status between neighbours.
struct Row {
  Row() {
    scene.shapes.add_box({1, 1, 1});
    scene.shapes.add_sphere(0.5);
    scene.shapes.add_point({0, 0, 0});
    Pose second;
    second.position = {0, 0, 2};
    const Part parts[2] = {{0, {}}, {1, second}};
    for (int i = 0; i <= status_count; ++i) {
      Pose pose;
      pose.position = {100.0 * i, -1, 7};
      scene.bodies.add(pose, parts);
    }
    found.contacts.resize(status_count);
    for (std::uint32_t i = 0; i < status_count; ++i) {
      found.pairs.push_back({2 * i + 1, 2 * i + 2});
      found.contacts.status[i] = static_cast<std::uint8_t>(i | (i == 1 ? normal_undefined_flag : 0));
      found.contacts.separation[i] = -0.5 * i;
      found.contacts.normal_z[i] = 1;
      found.contacts.point_x[i] = 0.25;
      found.contacts.point_y[i] = i;
    }
  }
  void write(const std::string& folder, const std::string& summary = "{}", const Patches<double>* patches = nullptr,
             bool surfaces = false) const {
    write_results(scene, found, summary, folder, patches, surfaces);
  }
  Scene scene;
  Detection<double> found;
};

/// Of every contact a triangle, a segment, a point or nothing, in turn.
Patches<double> some_patches(std::size_t contacts) {
  Patches<double> patches;
  patches.offsets.push_back(0);
  for (std::size_t i = 0; i < contacts; ++i) {
    const std::size_t corners = 3 - i % 4;
    for (std::size_t k = 0; k < corners; ++k) {
      patches.point_x.push_back(static_cast<double>(i));
      patches.point_y.push_back(static_cast<double>(k));
      patches.point_z.push_back(0.125);
      patches.gap.push_back(-static_cast<double>(10 * i + k));
    }
    patches.area.push_back(static_cast<double>(i) + 0.5);
    patches.offsets.push_back(patches.gap.size());
  }
  return patches;
}

std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename().string()] = content(entry.path().string());
  }
  return files;
}

TEST(ResultFolder, ARunThatFailsLeavesEveryFileOfTheOneBefore) {
  const TemporaryFolder folder;
  Row row;
  const Patches<double> patches = some_patches(status_count);
  row.write(folder / "out", "{\"run\": 1}", &patches, true);
  const auto before = files_of(folder / "out");
  ASSERT_EQ(before.size(), 9u);
  std::size_t largest = 0;
  for (const auto& [name, text] : before) largest = std::max(largest, text.size());
  // Some files of the second run fit and some do not; none is as it was.
  for (double& separation : row.found.contacts.separation) separation += 1;
  for (const std::size_t limit : {std::size_t{0}, std::size_t{10}, std::size_t{1000}, largest - 1}) {
    const FileSizeLimit full(limit);
    EXPECT_THROW(row.write(folder / "out", "{\"run\": 2}", &patches, true), FileError) << limit;
    EXPECT_TRUE(files_of(folder / "out") == before) << limit;
  }
  // A name that a folder has: the first file fails, with those after it not yet begun.
  std::filesystem::create_directory(folder / "out/contacts.csv.partial");
  EXPECT_THROW(row.write(folder / "out", "{\"run\": 2}", &patches), FileError);
  std::filesystem::remove(folder / "out/contacts.csv.partial");
  EXPECT_TRUE(files_of(folder / "out") == before);
}

TEST(ResultFolder, AFolderOfAnotherIsRefusedBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  const Row row;
  row.write(folder.path());
  const auto before = files_of(folder.path());
  const ReadOnly locked(folder.path());
  if (!locked.holds()) GTEST_SKIP() << "this user writes everywhere";
  EXPECT_THROW(row.write(folder.path(), "{\"run\": 2}"), FileError);
  EXPECT_TRUE(files_of(folder.path()) == before);
}

TEST(ResultFolder, FilesOfARunThatWroteMoreAreRemovedAndOthersAreLeft) {
  const TemporaryFolder folder;
  const Row row;
  const Patches<double> patches = some_patches(status_count);
  row.write(folder.path(), "{}", &patches, true);
  folder.write("notes.txt", "mine");
  row.write(folder.path(), "{}", &patches);
  auto files = files_of(folder.path());
  EXPECT_EQ(files.count("surfaces.vtp"), 0u);
  EXPECT_EQ(files.count("patches.csv") + files.count("patches.vtp") + files.count("notes.txt"), 3u);
  row.write(folder.path());
  files = files_of(folder.path());
  EXPECT_EQ(files.count("patches.csv") + files.count("patches.vtp"), 0u);
  EXPECT_EQ(files.size(), 7u);
  EXPECT_EQ(files["notes.txt"], "mine");
}

TEST(ResultFolder, PatchesOfOtherContactsAreRefusedBeforeTheFolderIsMade) {
  const TemporaryFolder folder;
  const Row row;
  for (const std::size_t contacts : {0u, 6u, 8u}) {
    const Patches<double> patches = some_patches(contacts);
    EXPECT_EQ(complaint([&] { row.write(folder / "out", "{}", &patches); }),
              "write_results: patches has " + std::to_string(contacts + 1) +
                  " offsets; there are 7 contacts, and one more is allowed");
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(ResultFolder, TheSummaryIsWrittenAsItIsAndEndsItsLine) {
  const TemporaryFolder folder;
  const Row row;
  for (const std::string summary : {"", "{}", "{\n}\n", "{\"a\": \"\xc3\xa4\"}"}) {
    row.write(folder.path(), summary);
    EXPECT_EQ(content(folder / "summary.json"), summary.ends_with("\n") ? summary : summary + "\n");
  }
}

TEST(ResultFolder, EveryVtpFileIsWellFormedWithAsManyThingsAsItSays) {
  const TemporaryFolder folder;
  const Row row;
  const Patches<double> patches = some_patches(status_count);
  row.write(folder.path(), "{}", &patches, true);
  for (const char* name : {"contacts.vtp", "bodies.vtp", "shapes.vtp", "surfaces.vtp", "patches.vtp"}) {
    const std::string text = content(folder / name);
    const std::string head = "<?xml version=\"1.0\"?>\n";
    ASSERT_EQ(text.find(head), 0u) << name;
    expect_well_formed(text.substr(head.size()));
    const auto count = [&](const std::string& what) {
      const std::size_t at = text.find("NumberOf" + what + "=\"");
      EXPECT_NE(at, std::string::npos) << name << what;
      return std::stoul(text.substr(text.find('"', at) + 1));
    };
    EXPECT_EQ(vtp_array<double>(text, "Points", "Points").size(), 3 * count("Points")) << name;
    for (const char* kind : {"Verts", "Lines", "Polys"}) {
      if (text.find(std::string("\n<") + kind) == std::string::npos) {
        EXPECT_EQ(count(kind), 0u) << name << kind;
        continue;
      }
      const auto ends = vtp_array<std::int64_t>(text, kind, "offsets");
      const auto ids = vtp_array<std::int64_t>(text, kind, "connectivity");
      EXPECT_EQ(ends.size(), count(kind)) << name << kind;
      EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end()));
      EXPECT_EQ(ends.empty() ? 0u : static_cast<std::size_t>(ends.back()), ids.size()) << name << kind;
      for (const std::int64_t id : ids) EXPECT_TRUE(id >= 0 && static_cast<std::size_t>(id) < count("Points")) << name;
    }
  }
}

/// What has no place is left out of the picture and stays in the table.
TEST(ResultFolder, ContactsThatHaveAPlaceAreDrawnAndAllAreInTheTable) {
  const TemporaryFolder folder;
  const Row row;
  row.write(folder.path());
  const std::string text = content(folder / "contacts.vtp");
  using Ids = std::vector<std::uint32_t>;
  EXPECT_EQ(vtp_array<std::uint8_t>(text, "PointData", "status"), (std::vector<std::uint8_t>{0, 0x81, 3}));
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "a"), (Ids{1, 3, 7}));
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "b"), (Ids{2, 4, 8}));
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "body_a"), (Ids{0, 1, 3}));
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "body_b"), (Ids{1, 2, 4}));
  EXPECT_EQ(vtp_array<double>(text, "PointData", "separation"), (std::vector<double>{0, -0.5, -1.5}));
  // From the position of body A, not from that of its second part.
  EXPECT_EQ(vtp_array<double>(text, "Points", "Points"),
            (std::vector<double>{0.25, -1, 7, 100.25, 0, 7, 300.25, 2, 7}));
  const std::string table = content(folder / "contacts.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + status_count);
}

/// Cells stand in the order points, segments, polygons; their numbers go with them.
TEST(ResultFolder, PatchesAreCellsThatNameTheirContact) {
  const TemporaryFolder folder;
  const Row row;
  const Patches<double> patches = some_patches(status_count);
  row.write(folder.path(), "{}", &patches);
  const std::string text = content(folder / "patches.vtp");
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "CellData", "contact"), (std::vector<std::uint32_t>{2, 6, 1, 5, 0, 4}));
  EXPECT_EQ(vtp_array<double>(text, "CellData", "area"), (std::vector<double>{2.5, 6.5, 1.5, 5.5, 0.5, 4.5}));
  EXPECT_EQ(vtp_array<double>(text, "CellData", "separation"), (std::vector<double>{-1, -3, -0.5, -2.5, 0, -2}));
  EXPECT_EQ(vtp_array<double>(text, "PointData", "gap"), patches.gap);
  using Ids = std::vector<std::int64_t>;
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Verts", "connectivity"), (Ids{5, 11}));
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Lines", "connectivity"), (Ids{3, 4, 9, 10}));
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Lines", "offsets"), (Ids{2, 4}));
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Polys", "connectivity"), (Ids{0, 1, 2, 6, 7, 8}));
  const std::vector<double> points = vtp_array<double>(text, "Points", "Points");
  // The last corner of all, contact 6 of part 13, whose body is the seventh.
  EXPECT_EQ((std::vector<double>(points.end() - 3, points.end())), (std::vector<double>{606, -1, 7.125}));
}

TEST(ResultFolder, PartsAreDrawnWhereTheirBodyPutsThem) {
  const TemporaryFolder folder;
  Row row;
  Pose pose, inner;
  pose.position = {0, 0, -50};
  pose.rotation = rotation_from_quaternion(1.0, 1.0, 0.0, 0.0);  // z goes to -y
  inner.position = {0, 0, 3};
  inner.rotation = rotation_from_quaternion(1.0, 0.0, 0.0, 1.0);  // x goes to y
  const Part part[1] = {{2, inner}};
  row.scene.bodies.add(pose, part);
  row.write(folder.path());
  const std::string text = content(folder / "bodies.vtp");
  const std::vector<double> points = vtp_array<double>(text, "Points", "Points");
  ASSERT_EQ(points.size(), 3u * (2 * (status_count + 1) + 1));
  EXPECT_EQ(points[5], 9);
  EXPECT_NEAR(points[points.size() - 2], -3, 1e-15);
  EXPECT_NEAR(points.back(), -50, 1e-15);
  const std::vector<float> q = vtp_array<float>(text, "PointData", "quaternion");
  // Both turns: (1 + i)(1 + k) / 2 = (1 + i - j + k) / 2.
  const double expected[4] = {0.5, 0.5, -0.5, 0.5};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(static_cast<double>(q[q.size() - 4 + k]), expected[k], 1e-7) << k;
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "body").back(), 8u);
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "part").back(), 16u);
}

/// Each of the four ways to find it, for turns by a half too, where the first number vanishes.
TEST(Quaternion, OfARotationIsTheOneThatItWasMadeOf) {
  Random random(5);
  const auto expect_same = [](double w, double x, double y, double z) {
    const double norm = std::sqrt(w * w + x * x + y * y + z * z), q[4] = {w / norm, x / norm, y / norm, z / norm};
    const std::array<double, 4> got = io::quaternion_of(rotation_from_quaternion(w, x, y, z));
    double same = 0;
    for (std::size_t k = 0; k < 4; ++k) same += got[k] * q[k];
    EXPECT_NEAR(std::abs(same), 1, 1e-15) << w << ' ' << x << ' ' << y << ' ' << z;  // q and -q are one rotation
  };
  for (int i = 0; i < 2000; ++i) {
    const double small = i % 4 == 0 ? 1 : random.magnitude(1e-18, 1);
    double q[4] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    for (int k = 0; k < 4; ++k) q[k] *= k == i / 4 % 4 ? 1 : small;
    expect_same(q[0], q[1], q[2], q[3]);
  }
  for (int n = 0; n < 81; ++n) {  // every quaternion of -1, 0 and 1 but zero
    if (n != 40) expect_same(n % 3 - 1, n / 3 % 3 - 1, n / 9 % 3 - 1, n / 27 - 1);
  }
}

TEST(StatusText, NamesEveryStatusWithItsFlagAndNoOther) {
  const char* const names[] = {"converged",        "touching",         "farther_than_alert", "iteration_limit",
                               "degenerate_shape", "unsupported_pair", "invalid_pose"};
  for (int i = 0; i < 256; ++i) {
    const std::string flag = (i & 0x80) != 0 ? "+normal_undefined" : "";
    const std::string name = (i & 15) < status_count ? names[i & 15] : "unknown";
    EXPECT_EQ(io::status_text(static_cast<std::uint8_t>(i)), name + flag);
  }
  EXPECT_EQ(io::feature_text(make_feature(FeatureKind::edge, 0xffffffffu)), "e4294967295");
  EXPECT_EQ(io::feature_text(Feature{0}), "-");
}

}  // namespace
}  // namespace abut::test
