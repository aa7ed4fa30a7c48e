// The main of a fuzz target that is built without libFuzzer, so that every compiler builds them and every test run runs
// them: fuzz_NAME RUNS FOLDER takes inputs from the folder, evenly spread where they are more than half of RUNS, and
// changes them at random for the rest; always the same ones. fuzz_NAME FILE repeats one.
//
// An input that ends the process is in ./fuzz_NAME.input then.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string input, kept;

void keep_input(int) {
  const int file = ::open(kept.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const bool written = file >= 0 && ::write(file, input.data(), input.size()) == static_cast<ssize_t>(input.size());
  const char text[] = "the input is in ./fuzz_NAME.input\n";
  const bool told = written && ::write(2, text, sizeof text - 1) > 0;
  ::_exit(told ? 134 : 135);
}

void run(const std::string& bytes) {
  input = bytes;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// splitmix64.
struct Random {
  std::uint64_t state = 1;
  std::size_t below(std::size_t count) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>((z ^ z >> 31) % count);
  }
};

/// A few bytes of it other ones, left out, said twice or cut off.
std::string changed(std::string bytes, Random& random) {
  for (std::size_t k = 0; k <= random.below(4); ++k) {
    if (bytes.empty()) bytes += static_cast<char>(random.below(256));
    const std::size_t at = random.below(bytes.size()),
                      length = 1 + random.below(std::min<std::size_t>(bytes.size() - at, 16));
    switch (random.below(4)) {
      case 0: bytes[at] = static_cast<char>(random.below(256)); break;
      case 1: bytes.erase(at, length); break;
      case 2: bytes.insert(at, bytes.substr(at, length)); break;
      default: bytes.resize(random.below(8) == 0 ? at : bytes.size());
    }
  }
  return bytes;
}

std::vector<std::string> inputs_in(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs{""};
  for (const auto& file : files) inputs.push_back(content(file));
  return inputs;
}

}  // namespace

int main(int count, char** arguments) {
  kept = std::filesystem::path(arguments[0]).filename().string() + ".input";
  std::signal(SIGABRT, keep_input);
#if !defined(__SANITIZE_ADDRESS__)  // which tells more of these
  for (const int signal : {SIGSEGV, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, keep_input);
#endif
  if (count == 2 && std::filesystem::is_regular_file(arguments[1])) {
    run(content(arguments[1]));
    return 0;
  }
  if (count != 3 || std::atoi(arguments[1]) < 1 || !std::filesystem::is_directory(arguments[2])) {
    std::fprintf(stderr, "usage: %s RUNS FOLDER, or %s FILE\n", arguments[0], arguments[0]);
    return 2;
  }
  const auto runs = static_cast<std::size_t>(std::atoi(arguments[1]));
  const std::vector<std::string> inputs = inputs_in(arguments[2]);
  const std::size_t taken = std::min(inputs.size(), (runs + 1) / 2);
  for (std::size_t k = 0; k < taken; ++k) run(inputs[k * inputs.size() / taken]);
  Random random;
  for (std::size_t k = taken; k < runs; ++k) run(changed(inputs[random.below(inputs.size())], random));
  std::printf("%zu inputs, %zu of them changed\n", runs, runs - taken);
  return 0;
}
