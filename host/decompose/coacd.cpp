// It remeshes what it finds wanting, sometimes aborts, and prints: so it gets files, a process, and a time limit.
#include "host/decompose/coacd.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "host/number_text.h"

extern char** environ;

namespace abut::host {
namespace {

namespace fs = std::filesystem;

// Arguments: the mesh, the parts, threshold, most parts (-1: any), most vertices (0: any).
constexpr const char* script = R"(
import struct, sys
try:
    import numpy, coacd
except ImportError as error:
    sys.exit("coacd is not installed for this Python: " + str(error))
mesh, parts, threshold, most_parts, most_vertices = sys.argv[1:]
with open(mesh, "rb") as file:
    n, m = struct.unpack("<QQ", file.read(16))
    vertices = numpy.frombuffer(file.read(24 * n), "<f8").reshape(n, 3)
    triangles = numpy.frombuffer(file.read(12 * m), "<u4").reshape(m, 3)
coacd.set_log_level("error")
options = {"threshold": float(threshold), "max_convex_hull": int(most_parts), "seed": 1}
if int(most_vertices) > 0:
    options.update(decimate=True, max_ch_vertex=int(most_vertices))
found = coacd.run_coacd(coacd.Mesh(vertices, triangles), **options)
with open(parts, "wb") as file:
    file.write(struct.pack("<Q", len(found)))
    for points, _ in found:
        points = numpy.ascontiguousarray(points, "<f8")
        file.write(struct.pack("<Q", len(points)) + points.tobytes())
)";

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "abut-coacd-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error(name + ": cannot be made: " + std::strerror(errno));
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

template <class E>
void put(std::ofstream& file, const E* data, std::size_t count) {
  file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * sizeof(E)));
}
template <class E>
bool get(std::ifstream& file, E* data, std::size_t count) {
  return static_cast<bool>(file.read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(count * sizeof(E))));
}

void write_mesh(const std::string& path, const Mesh& mesh) {
  std::ofstream file(path, std::ios::binary);
  const std::uint64_t counts[2] = {mesh.vertices.size(), mesh.triangles.size()};
  put(file, counts, 2);
  put(file, mesh.vertices.data(), mesh.vertices.size());
  put(file, mesh.triangles.data(), mesh.triangles.size());
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

/// Of the process's standard error: what a Python program says last.
std::string last_line(const std::string& path) {
  std::ifstream file(path);
  std::string line, last;
  while (std::getline(file, line)) {
    if (!line.empty()) last = line;
  }
  return last.empty() ? "it said nothing" : last;
}

/// Waits for a process, and stops it and its children after so many seconds. Returns its status, -1 when stopped.
int wait_for(pid_t child, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return status;
}

pid_t start(const std::vector<std::string>& command, const std::string& output) {
  std::vector<char*> arguments;
  for (const std::string& c : command) arguments.push_back(const_cast<char*>(c.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, output.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error("coacd: " + command[0] + " cannot be run: " + std::strerror(error));
  return child;
}

}  // namespace

std::vector<std::vector<Vec3<double>>> run_coacd(const Mesh& mesh, const DecomposeOptions& options) {
  const TemporaryFolder folder;
  const std::string in = folder / "mesh", out = folder / "parts", said = folder / "said";
  write_mesh(in, mesh);
  const char* const named = getenv("ABUT_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  const std::string most_parts = options.most_parts == 0 ? "-1" : std::to_string(options.most_parts);
  const pid_t child = start({python, "-c", script, in, out, number_text(options.concavity), most_parts,
                             std::to_string(options.most_vertices)},
                            said);
  const int status = wait_for(child, options.time_limit);
  if (status == -1) {
    throw std::runtime_error("coacd: stopped after " + number_text(options.time_limit) + " s, the time limit");
  }
  if (WIFSIGNALED(status)) {
    throw std::runtime_error("coacd: ended by signal " + std::to_string(WTERMSIG(status)) + ": " + last_line(said));
  }
  if (status != 0) throw std::runtime_error("coacd: " + last_line(said));

  std::ifstream file(out, std::ios::binary);
  std::uint64_t count = 0;
  bool good = get(file, &count, 1) && count < 1u << 24;
  std::vector<std::vector<Vec3<double>>> parts(good ? count : 0);
  for (auto& part : parts) {
    std::uint64_t points = 0;
    good = good && get(file, &points, 1) && points < 1u << 24;
    part.resize(good ? points : 0);
    good = good && get(file, part.data(), points);
  }
  if (!good || parts.empty()) throw std::runtime_error("coacd: its result cannot be read");
  return parts;
}

}  // namespace abut::host
