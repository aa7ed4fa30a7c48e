// What do reading and writing cost `abut query`, beside the queries, and how much memory does it take?
//
//   bench_hdf5_query [--pairs N] [--precision f32|f64] [--fields NAMES] [--folder DIR]
//
// Makes a file of N pairs of 1,000 random hulls of 64 vertices, half of them apart by up to 5 % of their size, half
// overlapping by as much, unless it is there; answers it by `abut query`, which lies beside this program, in a process
// of its own; and answers the same pairs from memory, in the same pieces: what the queries alone take. A sample of the
// answers in the file is compared with those. Files stay in DIR (build/bench/hdf5_query).
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/hdf5.h"
#include "bench/options.h"
#include "host/exec/instruction_set.h"
#include "host/io/columns_reader.h"
#include "host/io/pair_feed.h"
#include "host/io/random.h"

namespace {

using namespace abut;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t hull_count = 1000, hull_vertices = 64;
constexpr std::uint64_t piece_pairs = 65536;

struct Flags {
  std::uint64_t pairs = 10'000'000;
  std::string precision = "f64", fields, folder = "build/bench/hdf5_query";
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Vec3<double> on_sphere(io::Random& random) {
  for (;;) {
    const Vec3<double> v{2 * random.uniform() - 1, 2 * random.uniform() - 1, 2 * random.uniform() - 1};
    const double square = dot(v, v);
    if (square <= 1 && square > 0.01) return v * (1 / std::sqrt(square));
  }
}

/// The next pairs of the file; shapes are nearly balls of radius 1.
void draw(io::Random& random, std::uint64_t count, io::PairPiece& piece) {
  piece.pairs.resize(count);
  piece.poses.resize(12 * count);
  for (std::uint64_t i = 0; i < count; ++i) {
    piece.pairs[i] = {static_cast<std::uint32_t>(random.below(hull_count)),
                      static_cast<std::uint32_t>(random.below(hull_count))};
    double q[4];
    random.rotation(q);
    const Mat3<double> r = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    const Vec3<double> t = on_sphere(random) * (1.97 + 0.1 * (2 * random.uniform() - 1));
    const double m[12] = {r.m[0], r.m[1], r.m[2], t.x, r.m[3], r.m[4], r.m[5], t.y, r.m[6], r.m[7], r.m[8], t.z};
    std::copy(std::begin(m), std::end(m), &piece.poses[12 * i]);
  }
}

void make_file(const std::string& path, std::uint64_t pairs) {
  io::Random random(1);
  io::SceneColumns columns;
  for (std::uint32_t k = 0; k < hull_count; ++k) {
    std::vector<Vec3<double>> vertices;
    for (std::uint32_t i = 0; i < hull_vertices; ++i) vertices.push_back(on_sphere(random));
    columns.add({.kind = io::ShapeCode::hull, .vertices = vertices});
  }
  const auto sink = io::create_hdf5(path);
  io::write_columns(columns, *sink);
  sink->create("pairs/shapes", io::Element::u32, {pairs, 2});
  sink->create("pairs/pose", io::Element::f64, {pairs, 3, 4});
  io::PairPiece piece;
  for (std::uint64_t i = 0; i < pairs; i += piece_pairs) {
    const std::uint64_t count = std::min(piece_pairs, pairs - i);
    draw(random, count, piece);
    sink->write("pairs/shapes", i, count, piece.pairs.data());
    sink->write("pairs/pose", i, count, piece.poses.data());
  }
  sink->publish();
}

struct Ran {
  nlohmann::json summary;
  double peak_megabytes = 0, processor_seconds = 0;
};

/// `abut query` in a process of its own.
Ran run_query(const Flags& flags, const std::string& from, const std::string& to) {
  const std::string program = (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "abut").string();
  const std::string out = to + ".json";
  std::vector<std::string> arguments{program, "query", from, "--out", to, "--precision", flags.precision, "--json"};
  if (!flags.fields.empty()) arguments.insert(arguments.end(), {"--fields", flags.fields});
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (std::freopen(out.c_str(), "w", stdout) == nullptr) ::_exit(127);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "bench_hdf5_query: %s query failed\n", program.c_str());
    std::exit(1);
  }
  const auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  std::ifstream json(out);
  return {nlohmann::json::parse(json), static_cast<double>(usage.ru_maxrss) / 1024,
          seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

/// Seconds of the queries alone. Separations of the first piece are compared with the file's.
template <class T>
double from_memory(const Flags& flags, const std::string& from, io::DataSource& answers, std::uint64_t& different) {
  const auto source = io::open_hdf5(from);
  const io::SceneColumns columns = io::read_columns(*source, io::PairsWanted::kind_only);
  io::SceneColumns shapes_alone = columns;
  shapes_alone.pair_kind = io::PairKind::none;
  const Scene scene = io::scene_of(shapes_alone, from);
  const ShapeSetView<T> shapes = scene.shapes.view<T>();
  io::PairFeed feed(source.get(), columns, from);
  io::PairPiece piece;
  Contacts<T> out(std::min(piece_pairs, flags.pairs));
  double seconds = 0;
  for (std::uint64_t done = 0; feed.next(piece_pairs, piece); done += piece.pairs.size()) {
    const Clock::time_point start = Clock::now();
    query_shape_pairs<T>(Cpu{}, shapes, piece.pairs, {piece.poses.data(), 12}, {}, out.view());
    seconds += seconds_since(start);
    if (done > 0) continue;
    std::vector<double> written(piece.pairs.size());
    answers.read("separation", 0, written.size(), written);
    for (std::size_t i = 0; i < written.size(); ++i) different += written[i] != static_cast<double>(out.separation[i]);
  }
  return seconds;
}

void print(const Flags& flags, const Ran& ran, double alone, std::uint64_t different, const std::string& from,
           const std::string& to) {
  const auto& s = ran.summary["seconds"];
  const auto get = [&](const char* name) { return s[name].get<double>(); };
  const double io = get("read") + get("write"), total = get("total");
  const auto megabytes = [](const std::string& path) {
    return static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  };
  std::printf("%s, all cores, %s, %llu pairs of hulls of %u vertices\n\n", name_of(chosen_instruction_set()),
              flags.precision.c_str(), static_cast<unsigned long long>(flags.pairs), hull_vertices);
  std::printf("fields           %s\n", ran.summary["fields"].dump().c_str());
  std::printf("status           %s\n", ran.summary["status"].dump().c_str());
  std::printf("files            %.0f MB read, %.0f MB written\n", megabytes(from), megabytes(to));
  std::printf(
      "preparing        %.2f s: hulls\nreading          %.2f s, checks included\nwriting          %.2f s, and %.2f s "
      "until all was on the "
      "disk\n",
      get("prepare"), get("read"), get("write"), get("disk"));
  std::printf("querying         %.2f s beside these, which waited %.2f s for them\n", get("query"), get("waited"));
  std::printf("queries alone    %.2f s, from memory\n", alone);
  std::printf("total            %.2f s, %.2f s of all cores\n", total, ran.processor_seconds);
  std::printf("reading, writing %.2f of the queries alone\n", io / alone);
  std::printf("peak memory      %.0f MB\n", ran.peak_megabytes);
  std::printf("compared         separations of the first piece: %llu differ\n",
              static_cast<unsigned long long>(different));
}

}  // namespace

int main(int argc, char** argv) try {
  Flags flags;
  bench::Options("bench_hdf5_query", "What do reading and writing cost abut query, and how much memory does it take?")
      .number("--pairs", flags.pairs, std::uint64_t{1}, std::uint64_t{1} << 32)
      .choice("--precision", flags.precision, {"f32", "f64"})
      .text("--fields", flags.fields, "NAMES")
      .text("--folder", flags.folder, "DIR")
      .read_or_exit(argc, argv);
  if (!hdf5_available()) {
    std::printf("this build has no HDF5: left out\n");
    return 0;
  }
  std::filesystem::create_directories(flags.folder);
  const std::string from = flags.folder + "/pairs_" + std::to_string(flags.pairs) + ".h5",
                    to = flags.folder + "/contacts.h5";
  if (!std::filesystem::exists(from)) make_file(from, flags.pairs);
  const Ran ran = run_query(flags, from, to);
  const auto answers = io::open_hdf5(to);
  std::uint64_t different = 0;
  const double alone = flags.precision == "f32" ? from_memory<float>(flags, from, *answers, different)
                                                : from_memory<double>(flags, from, *answers, different);
  print(flags, ran, alone, different, from, to);
  return different == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_hdf5_query: %s\n", error.what());
  return 2;
}
