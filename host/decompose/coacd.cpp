// It remeshes what it finds wanting, sometimes aborts, and prints: so it gets a process, a time limit, and files that
// have no name, so that none is left however either of the two processes ends.
#include "host/decompose/coacd.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "host/child_process.h"
#include "host/decompose/part_hull.h"
#include "host/finite_vector.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

// Arguments: the mesh, the parts, threshold, most parts (-1: any), most vertices (0: any).
constexpr const char* script = R"(
import struct, sys, time
try:
    import numpy, coacd
except ImportError as error:
    sys.exit("coacd is not there for this Python (" + str(error) + "): pip install coacd, or let the environment's "
             "ABUT_PYTHON name a Python that has it")
mesh, parts, threshold, most_parts, most_vertices = sys.argv[1:]
with open(mesh, "rb") as file:
    n, m = struct.unpack("<QQ", file.read(16))
    vertices = numpy.frombuffer(file.read(24 * n), "<f8").reshape(n, 3)
    triangles = numpy.frombuffer(file.read(12 * m), "<u4").reshape(m, 3)
coacd.set_log_level("error")
options = {"threshold": float(threshold), "max_convex_hull": int(most_parts), "seed": 1}
if int(most_vertices) > 0:
    options.update(decimate=True, max_ch_vertex=int(most_vertices))
start = time.perf_counter()
found = coacd.run_coacd(coacd.Mesh(vertices, triangles), **options)
seconds = time.perf_counter() - start
with open(parts, "wb") as file:
    file.write(struct.pack("<dQ", seconds, len(found)))
    for points, _ in found:
        points = numpy.ascontiguousarray(points, "<f8")
        file.write(struct.pack("<Q", len(points)) + points.tobytes())
)";

/// A file without a name, for two processes.
class SharedFile {
 public:
  SharedFile() : file_(std::tmpfile()) {
    // Above the numbers that it gets in the other process, which does not inherit this one.
    if (file_ != nullptr) descriptor_ = fcntl(fileno(file_), F_DUPFD_CLOEXEC, 10);
    if (descriptor_ < 0) throw std::runtime_error(std::string("coacd: no temporary file: ") + std::strerror(errno));
  }
  ~SharedFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (file_ != nullptr) std::fclose(file_);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  int descriptor() const { return descriptor_; }
  void rewind() const { std::rewind(file_); }

  template <class E>
  void put(const E* data, std::size_t count) const {
    if (std::fwrite(data, sizeof(E), count, file_) != count) fail();
  }
  void flush() const {
    if (std::fflush(file_) != 0) fail();
  }
  template <class E>
  bool get(E* data, std::size_t count) const {
    return std::fread(data, sizeof(E), count, file_) == count;
  }
  std::string text() const {
    std::string all;
    char block[4096];
    std::rewind(file_);
    for (std::size_t n = 0; (n = std::fread(block, 1, sizeof block, file_)) > 0;) all.append(block, n);
    return all;
  }

 private:
  [[noreturn]] static void fail() {
    throw std::runtime_error(std::string("coacd: the mesh cannot be written for it: ") + std::strerror(errno));
  }
  std::FILE* file_;
  int descriptor_ = -1;
};

void write_mesh(const SharedFile& file, const Mesh& mesh) {
  const std::uint64_t counts[2] = {mesh.vertices.size(), mesh.triangles.size()};
  file.put(counts, 2);
  file.put(mesh.vertices.data(), mesh.vertices.size());
  file.put(mesh.triangles.data(), mesh.triangles.size());
  file.flush();
  file.rewind();
}

/// What a Python program says last.
std::string last_line_of(const SharedFile& said) {
  const std::string line = last_line(said.text());
  return line.empty() ? "it said nothing" : line;
}

/// Throws where the process cannot be made or does not become the program.
StartedChild start(const std::vector<std::string>& command, const SharedFile& mesh, const SharedFile& parts,
                   const SharedFile& said) {
  const int nothing = moved_up(open("/dev/null", O_RDWR | O_CLOEXEC));
  const std::array<int, 5> files = {nothing, nothing, said.descriptor(), mesh.descriptor(), parts.descriptor()};
  const StartedChild child = start_child({command, files, true});
  if (nothing >= 0) close(nothing);
  if (child.error == 0) return child;
  throw std::runtime_error("coacd: " + command[0] + " cannot be run: " + std::strerror(child.error) +
                           "; the environment's ABUT_PYTHON can name another Python");
}

/// What the script writes; only parts that have a volume are kept.
CoacdParts read_parts(const SharedFile& file) {
  CoacdParts parts;
  std::uint64_t count = 0;
  bool good = file.get(&parts.seconds, 1) && file.get(&count, 1) && count < 1u << 24;
  for (std::uint64_t i = 0; good && i < count; ++i) {
    std::uint64_t size = 0;
    good = file.get(&size, 1) && size < 1u << 24;
    std::vector<Vec3<double>> points(good ? size : 0);
    good = good && file.get(points.data(), size);
    for (const Vec3<double>& p : points) {
      if (good && !is_finite(p)) {
        throw std::runtime_error("coacd: part " + std::to_string(i) + " of its result has a point that is not finite");
      }
    }
    if (good && part_hull(points).flat()) {
      ++parts.flat;
    } else {
      parts.points.push_back(std::move(points));
    }
  }
  if (!good) throw std::runtime_error("coacd: its result cannot be read");
  if (parts.points.empty()) throw std::runtime_error("coacd: its result has no part with a volume");
  return parts;
}

}  // namespace

CoacdParts run_coacd(const Mesh& mesh, const DecomposeOptions& options) {
  const SharedFile in, out, said;
  write_mesh(in, mesh);
  const char* const named = getenv("ABUT_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  const std::string most_parts = options.most_parts == 0 ? "-1" : std::to_string(options.most_parts);
  const StartedChild child = start({python, "-c", script, "/dev/fd/3", "/dev/fd/4", number_text(options.concavity),
                                    most_parts, std::to_string(options.most_vertices)},
                                   in, out, said);
  const std::optional<int> ended = wait_for(child, options.time_limit);
  if (!ended) {
    throw std::runtime_error("coacd: stopped after " + number_text(options.time_limit) + " s, the time limit");
  }
  if (WIFSIGNALED(*ended)) {
    throw std::runtime_error("coacd: ended by signal " + std::to_string(WTERMSIG(*ended)) + ": " + last_line_of(said));
  }
  if (*ended != 0) throw std::runtime_error("coacd: " + last_line_of(said));
  return read_parts(out);
}

}  // namespace abut::host
