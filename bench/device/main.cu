// How many pair queries, boxes and time steps a second does a GPU do, and how near is that to what it can do at all?
//
//   bench_device [--pairs N] [--quick] [--only NAME] [--wanted TEXT] [--out FOLDER] [--commit TEXT]
//
// N (4000000) random pairs of each kind (of curved ones N / 16), 2.5 N boxes, N / 4 grains; 2400 grains of
// 1,280 facets. --quick: 2000 pairs, a few
// runs, for a run under compute-sanitizer. NAME: limits, pairs, trees, step or facets. --wanted: of pairs and facets,
// only measurements with TEXT in their names. --out: device.csv and device.md, written anew after each measurement. The
// status is 1 where an answer was wrong, or without a GPU.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <stdexcept>

#include "abut/detect.h"
#include "bench/device/bench.h"

namespace abut::device_bench {
namespace {

struct Part {
  const char* name;
  void (*measure)(Bench&);
};
constexpr Part parts[] = {{"limits", measure_limits}, {"pairs", measure_pairs},   {"trees", measure_trees},
                          {"step", measure_step},     {"facets", measure_facets}, {"surfaces", measure_surfaces}};

struct Arguments {
  std::size_t pairs = 0;
  bool quick = false;
  std::string only, wanted, folder, commit = "unknown";
};

std::size_t count_of(const std::string& text) {
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  if (end == text.c_str() || *end != '\0' || value < 100 || value > 100'000'000) {
    throw InvalidInput("--pairs is " + text + "; allowed is 100 to 100000000");
  }
  return static_cast<std::size_t>(value);
}

Arguments parse(int argc, char** argv) {
  Arguments out;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--quick") {
      out.quick = true;
      continue;
    }
    if (flag != "--pairs" && flag != "--only" && flag != "--wanted" && flag != "--out" && flag != "--commit") {
      throw InvalidInput("unknown option " + flag);
    }
    if (++i == argc) throw InvalidInput(flag + " wants a value");
    if (flag == "--pairs") out.pairs = count_of(argv[i]);
    if (flag == "--only") out.only = argv[i];
    if (flag == "--wanted") out.wanted = argv[i];
    if (flag == "--out") out.folder = argv[i];
    if (flag == "--commit") out.commit = argv[i];
  }
  const bool known = std::any_of(std::begin(parts), std::end(parts), [&](const Part& p) { return out.only == p.name; });
  if (!out.only.empty() && !known)
    throw InvalidInput("--only is " + out.only + "; allowed are limits, pairs, trees, step, facets, surfaces");
  return out;
}

/// The first line that the command prints, or "unknown".
std::string line_from(const char* command) {
  std::string line;
  if (std::FILE* pipe = popen(command, "r")) {
    char text[256];
    if (std::fgets(text, sizeof text, pipe) != nullptr) line = text;
    (void)pclose(pipe);
  }
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  return line.empty() ? "unknown" : line;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::tm parts_of_it{};
  std::strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &parts_of_it));
  return text;
}

Machine machine(const std::string& commit) {
  int device = 0, clock = 0, memory = 0;
  cudaDeviceProp properties;
  ABUT_CUDA_CHECK(cudaGetDevice(&device));
  ABUT_CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  ABUT_CUDA_CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device));
  ABUT_CUDA_CHECK(cudaDeviceGetAttribute(&memory, cudaDevAttrMemoryClockRate, device));
  Machine out;
  out.device = std::string(properties.name) + " (" + std::to_string(properties.multiProcessorCount) + " processors, " +
               std::to_string(properties.l2CacheSize >> 20) + " MiB of L2)";
  out.driver = line_from("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null");
  out.clocks = "up to " + std::to_string(clock / 1000) + " MHz, memory " + std::to_string(memory / 1000) + " MHz";
  out.commit = commit;
  out.date = today();
  return out;
}

int run(const Arguments& wanted) {
  if (const char* reason = cuda_unavailable_reason()) {
    std::fprintf(stderr, "bench_device: %s\n", reason);
    return 1;
  }
  Bench bench;
  if (wanted.quick) {
    bench.pairs = 2000;
    bench.repeats = 2;
    bench.warm_up = 0;
  }
  if (wanted.pairs > 0) bench.pairs = wanted.pairs;
  bench.wanted = wanted.wanted;
  bench.folder = wanted.folder;
  bench.machine = machine(wanted.commit);
  if (!bench.folder.empty()) std::filesystem::create_directories(bench.folder);
  std::printf("%s, driver %s, clocks %s, commit %s\n", bench.machine.device.c_str(), bench.machine.driver.c_str(),
              bench.machine.clocks.c_str(), bench.machine.commit.c_str());
  for (const Part& part : parts) {
    if (wanted.only.empty() || wanted.only == part.name) part.measure(bench);
  }
  return bench.failed() ? 1 : 0;
}

}  // namespace

void Bench::add(Measurement m) {
  std::printf("%s\n", line_of(m).c_str());
  std::fflush(stdout);
  all.push_back(std::move(m));
  if (folder.empty()) return;
  write_file(folder + "/device.csv", csv(machine, all));
  write_file(folder + "/device.md", markdown(machine, all));
}

bool Bench::failed() const {
  return std::any_of(all.begin(), all.end(), [](const Measurement& m) { return !m.fault.empty(); });
}

Timing time_replays(Bench& bench, std::span<const Graph* const> graphs, const std::function<void(int)>& prepare) {
  constexpr int fewest = 2;  // that warm up
  const Event begin, end;
  const cudaStream_t stream = bench.stream.get();
  int k = 0;
  const auto replay = [&] {
    prepare(k);
    ABUT_CUDA_CHECK(cudaEventRecord(begin.get(), stream));
    graphs[static_cast<std::size_t>(k++) % graphs.size()]->launch();
    ABUT_CUDA_CHECK(cudaEventRecord(end.get(), stream));
    bench.stream.wait();
    float milliseconds = 0;
    ABUT_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()));
    return 1e-3 * static_cast<double>(milliseconds);
  };
  // A device that has idled while a scene was made takes a while to raise its clocks.
  for (double spent = 0; k < fewest || (spent < bench.warm_up && k < 1000);) spent += replay();
  std::vector<double> seconds;
  while (static_cast<int>(seconds.size()) < bench.repeats) seconds.push_back(replay());
  return timing_of(seconds);
}

void add_timed(Bench& bench, Measurement m, std::span<const Graph* const> graphs,
               const std::function<void(int)>& prepare) {
  if (m.fault.empty()) m.timing = time_replays(bench, graphs, prepare);
  bench.add(std::move(m));
}

}  // namespace abut::device_bench

int main(int argc, char** argv) {
  try {
    return abut::device_bench::run(abut::device_bench::parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_device: %s\n", error.what());
    return 1;
  }
}
