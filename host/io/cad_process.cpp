#include "host/io/cad_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "abut/brep/brep_file.h"
#include "abut/core/error.h"
#include "host/io/output_file.h"

namespace abut::io {
namespace {

/// A file in memory.
class Memory {
 public:
  Memory() : descriptor_(::memfd_create("abut_cad", 0)) {
    if (descriptor_ < 0) throw FileError(std::string("a file in memory cannot be made: ") + std::strerror(errno));
  }
  ~Memory() { ::close(descriptor_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  int descriptor() const { return descriptor_; }
  std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

bool can_run(const std::string& program) { return ::access(program.c_str(), X_OK) == 0; }

/// The one beside the running program, whether or not it is there, unless one is found by PATH alone.
std::string reader() {
  std::error_code fault;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", fault);
  const std::string beside = (self.parent_path() / "abut_cad").string();
  if (can_run(beside)) return beside;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string there = folder + "/abut_cad";
    if (!folder.empty() && can_run(there)) return there;
  }
  return beside;
}

/// What it wrote is in `to`; its status as of `waitpid`.
int run(const std::string& program, const std::string& file, const Memory& to) {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw FileError(file + ": cannot be read: no process can be started: " + std::strerror(errno));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    ::dup2(to.descriptor(), STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), file.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

bool is_cad_name(const std::string& file) {
  std::string suffix = std::filesystem::path(file).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix == ".step" || suffix == ".stp" || suffix == ".iges" || suffix == ".igs" || suffix == ".brep";
}

BrepAssembly read_cad_apart(const std::string& file) {
  const std::string program = reader();
  if (!can_run(program)) {
    throw InvalidInput(file + ": cannot be read: " + program + ", which reads CAD files, is not there");
  }
  const Memory result;
  const int status = run(program, file, result);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    throw InvalidInput(file + ": cannot be read: OpenCASCADE ended with signal " + std::to_string(signal) + " (" +
                       ::strsignal(signal) + ")");
  }
  constexpr int refused = 2;
  if (WEXITSTATUS(status) == refused) throw InvalidInput(read_text(result.name()));
  if (WEXITSTATUS(status) != 0) {
    throw InvalidInput(file + ": cannot be read: abut_cad ended with status " + std::to_string(WEXITSTATUS(status)));
  }
  return read_brep(result.name());
}

}  // namespace abut::io
