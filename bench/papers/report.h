// What the programs of bench/papers/ print alike, and how they take time: seconds of this thread's processor time, so
// that other work on the machine distorts little; candidates in turn, so that what distorts hits all; medians.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bench/format.h"

namespace abut::papers {

using bench::format;

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Keeps an object's value from being optimised away.
template <class T>
inline void use(T& object) {
  __asm__ volatile("" : : "r"(&object) : "memory");
}

/// Medians of `repeats` timings of each work, in seconds, after one run of each to warm up.
inline std::vector<double> medians(int repeats, const std::vector<std::function<void()>>& works) {
  std::vector<std::vector<double>> times(works.size());
  for (int r = 0; r <= repeats; ++r) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      const double start = thread_seconds();
      works[i]();
      if (r > 0) times[i].push_back(thread_seconds() - start);
    }
  }
  std::vector<double> out;
  for (const auto& t : times) out.push_back(median(t));
  return out;
}

inline std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, name = "unknown processor", family, model;
  while (std::getline(in, line) && !line.empty()) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string value = line.substr(colon + 2);
    if (line.starts_with("model name")) name = value;
    if (line.starts_with("cpu family")) family = ", family " + value;
    if (line.starts_with("model\t")) model = ", model " + value;
  }
  return name + family + model;
}

/// Of the source tree that the program is started in.
inline std::string commit() {
  std::string out;
  if (std::FILE* git = popen("git describe --always --dirty --abbrev=7 2>/dev/null", "r")) {
    char text[64];
    if (std::fgets(text, sizeof text, git) != nullptr) out = text;
    pclose(git);
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out.empty() ? "unknown" : out;
}

/// Ends the program, without a failure, on a machine that lacks the instructions it is compiled for. `threads`: 0 for
/// as many as there are cores.
inline void print_machine(int threads = 1) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::printf("this machine has no AVX2 with FMA: nothing measured\n");
    std::exit(0);
  }
#endif
  const unsigned cores = std::thread::hardware_concurrency();
  const unsigned used = threads > 0 ? static_cast<unsigned>(threads) : cores;
  std::printf("commit %s, %s, %u cores, compiler %s, f64, %u thread%s\n", commit().c_str(), processor().c_str(), cores,
              __VERSION__, used, used == 1 ? "" : "s");
}

/// Sentences of the thesis, or of another source, and whether this run's numbers agree.
class Trends {
 public:
  /// `of`: what the numbers belong to, where there is a choice.
  explicit Trends(const char* of = nullptr, const char* source = "thesis") {
    std::printf("\nWhat the %s says, and whether this run shows it%s%s:\n\n", source, of ? "; " : "", of ? of : "");
  }
  /// A sentence on one sub-algorithm, or on the others.
  void add(bool seen, const char* sentence, const std::string& found) { add(seen ? "yes" : "NO ", sentence, found); }
  /// A sentence on Signed Volumes: the library's (SV) and the thesis's own (SP).
  void add(bool sv_shows_it, bool sp_shows_it, const char* sentence, const std::string& found) {
    add(format("SV %s SP %s", sv_shows_it ? "yes" : "NO ", sp_shows_it ? "yes" : "NO ").c_str(), sentence, found);
  }

 private:
  static void add(const char* verdict, const char* sentence, const std::string& found) {
    std::printf("  %-13s  \"%s\"\n                 here: %s\n", verdict, sentence, found.c_str());
  }
};

}  // namespace abut::papers
