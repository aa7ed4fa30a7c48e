// Pairs of a file answered in pieces: each row is the answer to its pair alone, whatever the pieces and the threads;
// what fails in any piece leaves the file that was there.
#if ABUT_HAVE_HDF5
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "host/io/columns_reader.h"
#include "host/io/contact_rows.h"
#include "host/io/data_source.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using io::SceneColumns;

/// Hulls and balls, three bodies of one part, two of two and one of three, and pairs of them.
class QueryPairFile : public testing::Test {
 protected:
  QueryPairFile() {
    Random random(9);
    for (int s = 0; s < 4; ++s) {
      std::vector<Vec3<double>> vertices(8);
      for (Vec3<double>& v : vertices) v = random.in_cube();
      columns_.add({.kind = io::ShapeCode::hull, .vertices = vertices});
    }
    columns_.add({.kind = io::ShapeCode::sphere, .size = {0.5}});
    for (const std::size_t parts : {1u, 2u, 1u, 3u, 2u, 1u}) {
      std::vector<Part> all(parts);
      for (Part& part : all) part = {random.below(5), {random.in_cube(), random.rotation()}};
      columns_.add_body({random.in_cube() * 3.0, random.rotation()}, all, {});
    }
    columns_.pair_kind = io::PairKind::bodies;
    for (int i = 0; i < 20; ++i) {
      const std::uint32_t a = random.below(6);
      columns_.pairs.push_back({a, (a + 1 + random.below(5)) % 6});
    }
  }

  std::string in() const { return folder_ / "pairs.h5"; }
  std::string out() const { return folder_ / "contacts.h5"; }
  void write() const {
    const auto sink = io::create_hdf5(in());
    io::write_columns(columns_, *sink);
    sink->publish();
  }
  /// Pairs of parts in the order in which they are answered: of the first body part by part.
  std::vector<Pair> part_pairs() const {
    std::vector<Pair> all;
    for (const Pair& pair : columns_.pairs) {
      for (auto a = columns_.part_offsets[pair.a]; a < columns_.part_offsets[pair.a + 1]; ++a) {
        for (auto b = columns_.part_offsets[pair.b]; b < columns_.part_offsets[pair.b + 1]; ++b) {
          all.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
        }
      }
    }
    return all;
  }
  std::vector<double> numbers(const std::string& name) const {
    const auto source = io::open_hdf5(out());
    const std::vector<std::uint64_t> shape = source->info(name).shape;
    std::vector<double> all(std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>()));
    source->read(name, 0, shape[0], std::span(all));
    return all;
  }
  std::string told(const QueryFileOptions& options) const {
    return complaint([&] { query_pair_file(in(), out(), options); });
  }

  TemporaryFolder folder_;
  SceneColumns columns_;
};

TEST_F(QueryPairFile, EveryRowIsTheAnswerToItsPairAlone) {
  write();
  const std::vector<Pair> pairs = part_pairs();
  const QueryFileSummary summary = query_pair_file(in(), out());
  EXPECT_EQ(summary.pairs, pairs.size());
  EXPECT_EQ(std::accumulate(summary.status.begin(), summary.status.end(), std::uint64_t{0}), pairs.size());
  EXPECT_EQ(summary.fields, (std::vector<std::string>(std::begin(io::contact_fields), std::end(io::contact_fields))));
  const Scene scene = read_scene(in());
  const std::vector<double> separation = numbers("separation"), point = numbers("point"), pair = numbers("pair"),
                            body = numbers("body"), status = numbers("status"), bound = numbers("lower_bound");
  ASSERT_EQ(separation.size(), pairs.size());
  Contacts<double> alone(1);
  std::array<std::uint64_t, status_count> counts{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    query_pairs<double>(Cpu{1}, scene.shapes.view<double>(), scene.bodies.parts(), {&pairs[i], 1}, {}, alone.view());
    EXPECT_EQ(separation[i], alone.separation[0]) << i;
    EXPECT_EQ(point[3 * i + 1], alone.point_y[0]) << i;
    EXPECT_EQ(bound[i], alone.lower_bound[0]) << i;
    EXPECT_EQ(status[i], alone.status[0]) << i;
    EXPECT_EQ(pair[2 * i], pairs[i].a) << i;
    EXPECT_EQ(pair[2 * i + 1], pairs[i].b) << i;
    EXPECT_EQ(body[2 * i + 1], scene.bodies.parts().body[pairs[i].b]) << i;
    ++counts[static_cast<std::size_t>(status_of(alone.status[0]))];
  }
  EXPECT_EQ(counts, summary.status);
}

TEST_F(QueryPairFile, PiecesAndThreadsChangeNoByte) {
  write();
  QueryFileOptions options;
  query_pair_file(in(), out(), options);
  const std::string first = content(out());
  for (const int threads : {1, 3}) {
    for (const std::uint64_t piece : {1u, 5u, 64u}) {
      options.piece = piece;
      options.executor = Cpu{threads};
      query_pair_file(in(), out(), options);
      EXPECT_TRUE(content(out()) == first) << threads << ' ' << piece;
    }
  }
  // The same scene as JSON gives the same answers.
  convert_scene(in(), folder_ / "pairs.json");
  query_pair_file(folder_ / "pairs.json", out(), options);
  EXPECT_TRUE(content(out()) == first);
}

TEST_F(QueryPairFile, ProgressIsToldAfterEachPiece) {
  write();
  const std::uint64_t count = part_pairs().size();
  for (const std::uint64_t piece : {1u, 7u, 1000u}) {
    QueryFileOptions options;
    options.piece = piece;
    std::vector<std::uint64_t> done;
    options.progress = [&](std::uint64_t now, std::uint64_t of) {
      done.push_back(now);
      EXPECT_EQ(of, count);
      EXPECT_FALSE(std::filesystem::exists(out())) << "before all is written";
    };
    query_pair_file(in(), out(), options);
    std::filesystem::remove(out());
    std::vector<std::uint64_t> expected;
    for (std::uint64_t n = piece; n < count + piece; n += piece) expected.push_back(std::min(n, count));
    EXPECT_EQ(done, expected);
  }
}

struct Stop {};

TEST_F(QueryPairFile, WhoStopsItInProgressFindsTheOldFile) {
  write();
  folder_.write("contacts.h5", "old");
  for (const std::uint64_t at : {1u, 3u, 8u}) {
    QueryFileOptions options;
    options.piece = 2;
    std::uint64_t calls = 0;
    options.progress = [&](std::uint64_t, std::uint64_t) {
      if (++calls == at) throw Stop();
    };
    EXPECT_THROW(query_pair_file(in(), out(), options), Stop);
    EXPECT_EQ(calls, at);
    EXPECT_EQ(content(out()), "old");
    EXPECT_EQ(folder_.names().size(), 2u);
  }
}

TEST_F(QueryPairFile, ABadPairOfAnyPieceLeavesTheOldFile) {
  folder_.write("contacts.h5", "old");
  const std::vector<Pair> good = columns_.pairs;
  for (const std::size_t at : {std::size_t{0}, std::size_t{9}, good.size() - 1}) {
    for (const Pair bad : {Pair{0, 6}, Pair{3, 3}}) {
      columns_.pairs = good;
      columns_.pairs[at] = bad;
      write();
      QueryFileOptions options;
      options.piece = 1;
      const std::string place = in() + ": pairs/bodies[" + std::to_string(at) + "]";
      EXPECT_EQ(told(options), bad.b == 6 ? place + "[1]: 6 is out of range, allowed is a body from 0 to 5"
                                          : place + ": names body 3 twice, allowed are two");
      EXPECT_EQ(content(out()), "old");
      EXPECT_EQ(folder_.names().size(), 2u);
    }
  }
}

TEST_F(QueryPairFile, ADiskThatGetsFullInAnyPieceLeavesTheOldFile) {
  write();
  query_pair_file(in(), out());
  const std::string old = content(out());
  for (const double part : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    const FileSizeLimit full(static_cast<rlim_t>(part * static_cast<double>(old.size() - 1)));
    QueryFileOptions options;
    options.piece = 3;
    try {
      query_pair_file(in(), out(), options);
      ADD_FAILURE() << "was written within " << part;
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(), out() + ": cannot be written: File too large") << part;
    }
    EXPECT_TRUE(content(out()) == old) << part;
    EXPECT_EQ(folder_.names().size(), 2u);
  }
}

TEST_F(QueryPairFile, PrecisionAndAlertAreThoseOfTheCallThenOfTheFile) {
  struct Case {
    const char* file;
    const char* call;
    const char* taken;
  };
  for (const Case& c :
       {Case{"", "", "f64"}, Case{"f32", "", "f32"}, Case{"f32", "f64", "f64"}, Case{"", "f32", "f32"}}) {
    columns_.precision = c.file;
    write();
    QueryFileOptions options;
    options.precision = c.call;
    EXPECT_EQ(query_pair_file(in(), out(), options).precision, c.taken);
    const auto source = io::open_hdf5(out());
    EXPECT_EQ(std::get<std::string>(source->attribute("precision").value), c.taken);
    EXPECT_EQ(source->info("separation").type, c.taken == std::string("f32") ? "float32" : "float64");
  }
  columns_.precision = "";
  const auto alert_of = [&](std::optional<double> file, std::optional<double> call) {
    columns_.alert_distance = file;
    write();
    QueryFileOptions options;
    options.alert_distance = call;
    const double taken = query_pair_file(in(), out(), options).alert_distance;
    EXPECT_EQ(std::get<double>(io::open_hdf5(out())->attribute("alert_distance").value), taken);
    return taken;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(alert_of({}, {}), infinity);
  EXPECT_EQ(alert_of(0.25, {}), 0.25);
  EXPECT_EQ(alert_of(0.25, 0.0), 0);
  EXPECT_EQ(alert_of(0.0, infinity), infinity);
  // Whoever is farther than that is told so, and counted so.
  columns_.alert_distance = 0;
  write();
  const QueryFileSummary near = query_pair_file(in(), out());
  const auto far = near.status[static_cast<std::size_t>(Status::farther_than_alert)];
  const std::vector<double> status = numbers("status");
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(status.begin(), status.end(), 2.0)), far);
  EXPECT_GT(far, 0u);
}

TEST_F(QueryPairFile, OnlyTheNamedFieldsAreWrittenWithTheNumbersOfAll) {
  write();
  query_pair_file(in(), out());
  const std::vector<double> normal = numbers("normal"), epa = numbers("epa_iterations"), key = numbers("lower_bound");
  QueryFileOptions options;
  options.fields = {"epa_iterations", "normal", "lower_bound"};
  options.piece = 4;
  options.deflate = 7;
  EXPECT_EQ(query_pair_file(in(), out(), options).fields, options.fields);
  EXPECT_EQ(io::open_hdf5(out())->entries().size(), 3u);
  EXPECT_EQ(numbers("normal"), normal);
  EXPECT_EQ(numbers("epa_iterations"), epa);
  EXPECT_EQ(numbers("lower_bound"), key);
}

TEST_F(QueryPairFile, NoPairsAreAFileWithoutRows) {
  columns_.pairs.clear();
  write();
  for (const int deflate : {0, 4}) {
    QueryFileOptions options;
    options.deflate = deflate;
    options.progress = [](std::uint64_t, std::uint64_t) { ADD_FAILURE() << "of nothing"; };
    EXPECT_EQ(query_pair_file(in(), out(), options).pairs, 0u);
    EXPECT_EQ(io::open_hdf5(out())->info("normal").shape, (std::vector<std::uint64_t>{0, 3}));
  }
  columns_.pair_kind = io::PairKind::none;
  write();
  EXPECT_EQ(told({}), in() + ": has no pairs to query (abut detect finds pairs of bodies)");
}

TEST_F(QueryPairFile, OptionsAreCheckedBeforeAnythingIsRead) {
  QueryFileOptions options;  // there is no file to read
  for (const double alert : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    options.alert_distance = alert;
    EXPECT_EQ(told(options), std::string("alert_distance is ") + (alert < 0 ? "-1" : "nan") + "; allowed is 0 or more");
  }
  options = {};
  options.precision = "f16";
  EXPECT_EQ(told(options), "precision: 'f16' is not a precision, allowed are f32 and f64");
  options = {};
  for (const int deflate : {-1, 10}) {
    options.deflate = deflate;
    EXPECT_EQ(told(options), "deflate is " + std::to_string(deflate) + "; allowed are 0 to 9");
  }
  options = {};
  for (const std::uint64_t piece : {std::uint64_t{0}, (std::uint64_t{1} << 24) + 1}) {
    options.piece = piece;
    EXPECT_EQ(told(options), "piece is " + std::to_string(piece) + "; allowed are 1 to 16777216");
  }
  write();
  options = {};
  options.fields = {"separation", "Separation"};
  EXPECT_EQ(told(options).find("fields: 'Separation' is not a field of a contact, allowed are body, pair,"), 0u);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"pairs.h5"});
}

/// Every field of a detection, as it is in memory.
template <class T>
void expect_written(const TemporaryFolder& folder, int deflate) {
  Scene scene =
      read_scene(folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [1.5, 0, 0]},
                                    {"shape": 0, "position": [0, 1.75, 0]})",
                                                   R"(, "length_unit": "km", "options": {"alert_distance": 0.5})")));
  const Detection<T> found = detect<T>(Cpu{1}, scene.shapes, scene.bodies, {.alert_distance = 0.5});
  ASSERT_EQ(found.pairs.size(), 3u);
  const std::string path = folder / "c.h5";
  write_contacts_hdf5(scene, found, path, deflate);
  const auto source = io::open_hdf5(path);
  EXPECT_EQ(std::get<std::string>(source->attribute("length_unit").value), "km");
  EXPECT_EQ(std::get<double>(source->attribute("alert_distance").value), 0.5);
  EXPECT_EQ(std::get<std::string>(source->attribute("frame").value), "world axes, from the position of body A");
  std::vector<double> separation(3), normal(9);
  source->read("separation", 0, 3, std::span(separation));
  source->read("normal", 0, 3, std::span(normal));
  std::vector<std::uint64_t> key(3), feature(3);
  source->read("key", 0, 3, std::span(key));
  source->read("feature_b", 0, 3, std::span(feature));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(separation[i], static_cast<double>(found.contacts.separation[i]));
    EXPECT_EQ(normal[3 * i + 1], static_cast<double>(found.contacts.normal_y[i]));
    EXPECT_EQ(key[i], found.contacts.key[i]);
    EXPECT_EQ(feature[i], found.contacts.feature_b[i].code);
  }
}

TEST(ContactsHdf5, OfADetectionAreItsFieldsInItsOrder) {
  const TemporaryFolder folder;
  for (const int deflate : {0, 9}) {
    expect_written<float>(folder, deflate);
    expect_written<double>(folder, deflate);
  }
}

}  // namespace
}  // namespace abut::test
#endif
