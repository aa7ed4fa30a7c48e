// Runs the built program `abut` as a person would.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/io/scene_files.h"

namespace abut::test {

struct Ended {
  int status = -1;     ///< exit status; 128 + signal when a signal ended it
  double seconds = 0;  ///< since the signal was sent, or since the start where none was
  std::string out, error;
};

struct RunOptions {
  int signal = 0;  ///< sent as soon as a partial file is there (`wait_for`), or after a while
  std::string wait_for;
  rlim_t file_size = RLIM_INFINITY;  ///< largest file that it may write
  std::string standard_output;       ///< file to write to instead of `out`
};

inline Ended run(const std::vector<std::string>& arguments, const RunOptions& options = {}) {
  const TemporaryFolder folder;
  const std::string out = options.standard_output.empty() ? folder / "out" : options.standard_output;
  const std::string error = folder / "error";
  std::vector<char*> argv{const_cast<char*>(ABUT_CLI)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);
    const rlimit limit{options.file_size, options.file_size};
    if (options.file_size != RLIM_INFINITY) ::setrlimit(RLIMIT_FSIZE, &limit);
    const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    const int error_file = ::open(error.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(out_file, STDOUT_FILENO);
    ::dup2(error_file, STDERR_FILENO);
    ::execv(ABUT_CLI, argv.data());
    ::_exit(127);
  }
  if (options.signal != 0) {
    const auto limit = Clock::now() + std::chrono::seconds(options.wait_for.empty() ? 0 : 20);
    while (!std::filesystem::exists(options.wait_for) && Clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(options.wait_for.empty() ? 300 : 20));
    start = Clock::now();
    ::kill(child, options.signal);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  Ended ended;
  ended.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (options.standard_output.empty()) ended.out = content(out);
  ended.error = content(error);
  return ended;
}

/// It ended with status 2 and one line "abut: ..." that has all of `parts`.
inline void expect_refused(const Ended& ended, std::initializer_list<const char*> parts) {
  EXPECT_EQ(ended.status, 2) << ended.error;
  EXPECT_EQ(ended.error.find("abut: "), 0u) << ended.error;
  EXPECT_EQ(std::count(ended.error.begin(), ended.error.end(), '\n'), 1) << ended.error;
  EXPECT_EQ(ended.out, "");
  for (const char* part : parts)
    EXPECT_NE(ended.error.find(part), std::string::npos) << ended.error << "lacks " << part;
}

inline nlohmann::json json_of(const Ended& ended) {
  const nlohmann::json json = nlohmann::json::parse(ended.out, nullptr, false);
  EXPECT_TRUE(json.is_object()) << ended.out << ended.error;
  return json;
}

inline std::string grains_folder() { return std::string(ABUT_EXAMPLE_DATA) + "/grains"; }

/// Makes a scene of `count` grains in the folder and returns its path.
inline std::string grain_scene(const TemporaryFolder& folder, int count) {
  const std::string path = folder / "grains.json";
  const Ended ended =
      run({"scene", "grains", "--count", std::to_string(count), "--grains", grains_folder(), "--out", path});
  EXPECT_EQ(ended.status, 0) << ended.error;
  return path;
}

}  // namespace abut::test
