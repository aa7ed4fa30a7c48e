#include "host/io/cad_process.h"

#include <dlfcn.h>
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
#include <system_error>

#include "abut/brep/brep_file.h"
#include "abut/core/error.h"
#include "host/io/output_file.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

/// A file in memory.
class Memory {
 public:
  Memory() : descriptor_(::memfd_create("abut_cad", MFD_CLOEXEC)) {
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

/// The program's path, or the shared object's.
std::filesystem::path own_file() {
  Dl_info of{};
  std::error_code fault;
  const bool is_told = ::dladdr(reinterpret_cast<const void*>(&can_run), &of) != 0 && of.dli_fname != nullptr;
  const std::filesystem::path told = is_told ? std::filesystem::canonical(of.dli_fname, fault) : "";
  // The program's own name may be one that only PATH knows.
  return told.empty() || fault ? std::filesystem::read_symlink("/proc/self/exe", fault) : told;
}

/// The one beside this code, whether or not it is there, unless one is found by PATH alone.
std::string reader() {
  const std::string beside = (own_file().parent_path() / "abut_cad").string();
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
int run(const std::string& program, const std::string& file, const std::string& unit, const Memory& to) {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw FileError(file + ": cannot be read: no process can be started: " + std::strerror(errno));
  if (child == 0) {  // others may hold locks: nothing is called here that may not be called in a signal handler
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    ::dup2(to.descriptor(), STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), file.c_str(), unit.c_str(), static_cast<char*>(nullptr));
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

BrepAssembly read_cad_apart(const std::string& program, const std::string& file, const CadOptions& options) {
  if (!can_run(program)) {
    throw InvalidInput(file + ": cannot be read: " + program + ", which reads CAD files, is not there");
  }
  const Memory result;
  const int status = run(program, file, host::number_text(options.unit), result);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    throw InvalidInput(file + ": cannot be read: OpenCASCADE ended with signal " + std::to_string(signal) + " (" +
                       ::strsignal(signal) + ")");
  }
  constexpr int refused = 2, not_opened = 4;
  if (WEXITSTATUS(status) == refused) throw InvalidInput(read_text(result.name()));
  if (WEXITSTATUS(status) == not_opened) throw FileError(read_text(result.name()));
  if (WEXITSTATUS(status) != 0) {
    throw InvalidInput(file + ": cannot be read: abut_cad ended with status " + std::to_string(WEXITSTATUS(status)));
  }
  return read_brep(result.name());
}

BrepAssembly read_cad_apart(const std::string& file) { return read_cad_apart(reader(), file, {}); }

}  // namespace abut::io
