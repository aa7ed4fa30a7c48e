// The line protocol of the peers' programs, by peers made here: right ones, and ones with planted wrong answers that
// the files and sums show.
#include "bench/peers/serve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace {

using namespace peers;

std::string temporary(const std::string& name) {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  return (std::filesystem::temp_directory_path() / ("abut_" + test + "_" + std::to_string(getpid()) + "_" + name))
      .string();
}

/// Balls of radius 1/2 on the x axis, of which the second one is so far from the first.
Set balls(const std::vector<double>& distances, std::size_t checked) {
  Set set;
  set.shapes.resize(1);
  set.shapes[0].kind = Kind::sphere, set.shapes[0].radius = 0.5;
  for (const double d : distances) {
    set.pairs.push_back({0, 0, {{1, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}, {{1 + d, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    if (set.truth.size() < checked) set.truth.push_back(d - 1);
  }
  return set;
}

int prepared = 0, asked = 0;

/// Answers along the line of centres; `off` is added to each separation, and normals are turned about.
class BallPeer : public RecordingPeer {
 public:
  BallPeer(const Set& set, double off, double sign) : RecordingPeer(set), set_(set), off_(off), sign_(sign) {}
  void prepare() override { ++prepared; }
  void run() override {
    ++asked;
    for (std::size_t i = 0; i < set_.pairs.size(); ++i) {
      const double *a = set_.pairs[i].pose_a.position, *b = set_.pairs[i].pose_b.position;
      Record& r = records[i];
      r.separation = b[0] - a[0] - 1 + off_;
      set3(r.normal, sign_, 0, 0);
      set3(r.witness_a, a[0] + 0.5, a[1], a[2]);
      r.outcome = Outcome::answered;
    }
  }

 private:
  const Set& set_;
  double off_, sign_;
};

std::unique_ptr<Peer> make(const Set& set, const std::string& mode) {
  if (set.regime == Regime::overlapping) return nullptr;
  return std::make_unique<BallPeer>(set, mode == "off" ? 0.25 : 0, mode == "turned" ? -1 : 1);
}
const Description description{"Balls 1.2", "here", {{"right", "f64"}, {"off", "f32"}}, make};

std::vector<Checked> read_answers(const std::string& file) {
  detail::Reader in(file);
  std::vector<Checked> out(std::filesystem::file_size(file) / sizeof(Checked));
  in.take(out.data(), out.size());
  in.end();
  return out;
}

class PeerServer : public testing::Test {
 protected:
  ~PeerServer() override {
    std::filesystem::remove(set_);
    std::filesystem::remove(answers_);
  }
  const std::string set_ = temporary("a set.bin"), answers_ = temporary("answers.bin");
  Server server_{description};
};

TEST_F(PeerServer, SaysWhatItIsAndWhatItCannotDo) {
  EXPECT_EQ(server_.answer("about"), "Balls 1.2 | here");
  EXPECT_EQ(server_.answer("modes"), "right:f64 off:f32");
  for (const char* command : {"run", "answers x", "anything"}) {
    EXPECT_EQ(server_.answer(command), "cannot: no set is loaded");
  }
  write_set(set_, balls({1.5}, 1));
  EXPECT_EQ(server_.answer("load right " + set_), "ok") << "a file's name may hold blanks";
  EXPECT_EQ(server_.answer("walk"), "cannot: unknown command walk");
  EXPECT_EQ(server_.answer("answers /no/such/folder/file"), "cannot: /no/such/folder/file cannot be written");
  EXPECT_THROW(server_.answer("load right " + set_ + ".none"), std::runtime_error);
  EXPECT_EQ(server_.answer("run"), "cannot: no set is loaded") << "nothing of the last set is left";
  Set overlapping = balls({0.5}, 1);
  overlapping.regime = Regime::overlapping;
  write_set(set_, overlapping);
  EXPECT_EQ(server_.answer("load right " + set_), "cannot: no answers for this regime");
  EXPECT_EQ(server_.answer("run"), "cannot: no set is loaded");
}

TEST_F(PeerServer, RunsAllPairsAndHandsOverThoseThatAreChecked) {
  write_set(set_, balls({1.5, 1.25, 2}, 2));
  ASSERT_EQ(server_.answer("load right " + set_), "ok");
  prepared = asked = 0;
  std::istringstream times(server_.answer("run"));
  double cpu = -1, wall = -1;
  times >> cpu >> wall;
  EXPECT_TRUE(cpu >= 0 && wall >= 0 && times.eof());
  EXPECT_TRUE(prepared == 1 && asked == 1);
  ASSERT_EQ(server_.answer("answers " + answers_), "ok");
  const std::vector<Checked> answers = read_answers(answers_);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1].separation, 0.25);
  EXPECT_EQ(answers[1].along_normal, 0.25);
  EXPECT_EQ(answers[1].witness_a[0], 1.5);
  EXPECT_TRUE(std::isnan(answers[1].witness_b[0])) << "what a peer does not offer";
  EXPECT_EQ(answers[1].outcome, 0u);
}

TEST_F(PeerServer, PlantedFaultsShowInTheAnswersFile) {
  write_set(set_, balls({1.5}, 1));
  for (const char* mode : {"off", "turned"}) {
    ASSERT_EQ(server_.answer("load " + std::string(mode) + " " + set_), "ok");
    server_.answer("run");
    ASSERT_EQ(server_.answer("answers " + answers_), "ok");
    const Checked c = read_answers(answers_).at(0);
    // The judge's own width along the normal does not follow the peer's separation.
    EXPECT_EQ(c.separation, std::string(mode) == "off" ? 0.75 : 0.5);
    EXPECT_EQ(c.along_normal, std::string(mode) == "off" ? 0.5 : -2.5);
  }
}

TEST(Lines, GoOnAfterAFailureAndEndWithQuit) {
  struct Echo {
    std::string answer(const std::string& line) {
      if (line == "bad") throw std::runtime_error("a reason");
      return "<" + line + ">";
    }
  } server;
  std::istringstream in("one\nbad\ntwo\nquit\nthree\n");
  std::streambuf* const before = std::cin.rdbuf(in.rdbuf());
  testing::internal::CaptureStdout();
  EXPECT_EQ(serve_lines(server), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "<one>\ncannot: a reason\n<two>\n");
  std::cin.rdbuf(before);
}

/// One shape of each kind, in any pose.
Shape shape_of(Kind kind) {
  Shape s;
  s.kind = kind;
  if (kind == Kind::hull) s.vertices = {{0.4, 0, 0}, {-0.3, 0.2, 0}, {0, -0.4, 0.1}, {0, 0, 0.5}, {0.1, 0.1, -0.4}};
  if (kind == Kind::sphere || kind == Kind::capsule) s.radius = 0.2;
  if (kind == Kind::capsule) s.half = {0, 0, 0.3};
  if (kind == Kind::box) s.half = {0.3, 0.2, 0.1};
  return s;
}

TEST(SupportHeight, IsReachedByAPointOfTheShapeAndByNoneExceeded) {
  const Pose pose{{0.5, -0.25, 2}, {0, -0.6, 0.8, 1, 0, 0, 0, 0.8, 0.6}};
  for (const Kind kind : {Kind::hull, Kind::sphere, Kind::capsule, Kind::box}) {
    const Shape shape = shape_of(kind);
    for (const auto& d : {std::array{1.0, 0.0, 0.0}, {0.3, -2.0, 0.7}, {-0.1, 0.2, -0.9}}) {
      // Points of the surface: corners or the ends of a segment, with a ball of directions around them.
      std::vector<std::array<double, 3>> core = shape.vertices;
      for (int k = 0; k < 8 && kind != Kind::hull; ++k) {
        core.push_back(
            {(k & 1 ? 1 : -1) * shape.half[0], (k & 2 ? 1 : -1) * shape.half[1], (k & 4 ? 1 : -1) * shape.half[2]});
      }
      double highest = -1e9;
      for (const auto& c : core) {
        for (int i = 0; i <= 200; ++i) {
          for (int j = 0; j < (shape.radius > 0 ? 400 : 1); ++j) {
            const double z = std::cos(M_PI * i / 200), s = std::sin(M_PI * i / 200), t = M_PI * j / 200;
            const double l[3] = {c[0] + shape.radius * s * std::cos(t), c[1] + shape.radius * s * std::sin(t),
                                 c[2] + shape.radius * z};
            double height = 0;
            for (std::size_t k = 0; k < 3; ++k) {
              const double* r = pose.rotation + 3 * k;
              height += d[k] * (pose.position[k] + r[0] * l[0] + r[1] * l[1] + r[2] * l[2]);
            }
            highest = std::max(highest, height);
          }
          if (shape.radius == 0) break;
        }
      }
      const double direction[3] = {d[0], d[1], d[2]}, found = support_height(shape, pose, direction);
      EXPECT_GE(found, highest - 1e-12) << static_cast<int>(kind);
      EXPECT_LE(found, highest + (shape.radius > 0 ? 1e-3 : 1e-12)) << static_cast<int>(kind);
    }
  }
}

TEST(SetFiles, OfUnknownKindsRegimesAndCountsAreRefused) {
  const std::string file = temporary("set.bin");
  write_set(file, balls({1.5}, 1));
  std::string good(std::filesystem::file_size(file), '\0');
  std::ifstream(file, std::ios::binary).read(good.data(), static_cast<std::streamsize>(good.size()));
  const auto told = [&](std::size_t at, std::uint32_t value) -> std::string {
    std::string changed = good;
    std::memcpy(changed.data() + at, &value, sizeof value);
    std::ofstream(file, std::ios::binary) << changed;
    try {
      read_set(file);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(told(8, 0), "");
  EXPECT_EQ(told(8, 3), file + ": is of an unknown regime");
  EXPECT_EQ(told(20, 2), file + ": has more truths than pairs");
  EXPECT_EQ(told(24, 4), file + ": has a shape of an unknown kind");
  EXPECT_EQ(told(12, 0xffffffff), file + ": ends early");
  EXPECT_EQ(told(28, 0xffffffff), file + ": ends early") << "before memory is taken for the vertices";
  Set set = balls({1.5}, 1);
  set.shapes[0] = shape_of(Kind::hull);
  set.shapes[0].triangles = {{0, 1, 5}};
  write_set(file, set);
  good.resize(std::filesystem::file_size(file));
  std::ifstream(file, std::ios::binary).read(good.data(), static_cast<std::streamsize>(good.size()));
  EXPECT_EQ(told(8, 0), file + ": has a triangle of a vertex that is not there");
  std::filesystem::remove(file);
}

}  // namespace
