#include "host/io/cad_process.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "abut/brep/brep_file.h"
#include "abut/core/error.h"
#include "host/child_process.h"
#include "host/io/output_file.h"
#include "host/number_text.h"

namespace abut {
namespace io {
namespace {

/// A file in memory.
class Memory {
 public:
  Memory() : descriptor_(host::moved_up(::memfd_create("abut_cad", MFD_CLOEXEC))) {
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

void check(const CadProcessOptions& options) {
  if (options.time_limit >= 0) return;
  throw InvalidInput("CadProcessOptions.time_limit is " + host::number_text(options.time_limit) +
                     "; allowed are seconds from 0 on, of which 0 and infinity are no limit");
}

std::optional<int> wait(const host::StartedChild& child, const std::string& file, double time_limit) {
  try {
    return host::wait_for(child, time_limit == 0 ? std::numeric_limits<double>::infinity() : time_limit);
  } catch (const std::runtime_error& e) {
    throw InvalidInput(file + ": cannot be read: " + e.what());
  }
}

/// What the program wrote is in `out` and `said`. Its exit status.
int run(const std::string& program, const std::string& file, const CadProcessOptions& options, const Memory& out,
        const Memory& said) {
  const std::array<int, 3> files = {-1, out.descriptor(), said.descriptor()};
  const host::StartedChild child = host::start_child({{program, file, host::number_text(options.unit)}, files});
  const std::string reason = std::strerror(child.error);
  if (child.process < 0) throw InvalidInput(file + ": cannot be read: no process can be started: " + reason);
  if (child.error != 0) {
    throw InvalidInput(file + ": cannot be read: " + program + ", which reads CAD files, cannot be run: " + reason);
  }
  const std::optional<int> status = wait(child, file, options.time_limit);
  if (!status) {
    throw InvalidInput(file + ": cannot be read: OpenCASCADE was stopped after " +
                       host::number_text(options.time_limit) + " s, the time limit");
  }
  if (!WIFSIGNALED(*status)) return WEXITSTATUS(*status);
  const int signal = WTERMSIG(*status);
  const std::string fault = host::last_line(read_text(said.name())), own_words = fault.empty() ? "" : ": " + fault;
  throw InvalidInput(file + ": cannot be read: OpenCASCADE ended with signal " + std::to_string(signal) + " (" +
                     ::strsignal(signal) + ")" + own_words);
}

/// Of `read_brep`, whose complaints begin with a name that tells nobody anything.
BrepAssembly brep_of(const std::string& file, const Memory& out) {
  try {
    return read_brep(out.name());
  } catch (const InvalidInput& e) {
    std::string why = e.what();
    if (why.starts_with(out.name() + ": ")) why.erase(0, out.name().size() + 2);
    throw InvalidInput(file + ": cannot be read: abut_cad gave what is no B-Rep: " + why);
  }
}

}  // namespace

}  // namespace io

bool io::is_cad_name(const std::string& file) {
  std::string suffix = std::filesystem::path(file).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix == ".step" || suffix == ".stp" || suffix == ".iges" || suffix == ".igs" || suffix == ".brep";
}

BrepAssembly read_cad_apart(const std::string& path, const CadProcessOptions& options) {
  using namespace io;
  check(options);
  // With a slash, without which it would be one of PATH.
  const bool is_bare = !options.program.empty() && options.program.find('/') == std::string::npos;
  const std::string program = options.program.empty() ? reader() : (is_bare ? "./" : "") + options.program;
  if (!can_run(program)) {
    throw InvalidInput(path + ": cannot be read: " + program + ", which reads CAD files, is not there");
  }
  const Memory out, said;
  const int status = run(program, path, options, out, said);
  if (status == 0) return brep_of(path, out);
  constexpr int refused = 2, not_opened = 4;
  const std::string line = host::last_line(read_text(out.name())), fault = host::last_line(read_text(said.name()));
  if (status == refused && !line.empty()) throw InvalidInput(line);
  if (status == not_opened && !line.empty()) throw FileError(line);
  const std::string ended = std::to_string(status) + (fault.empty() ? "" : ": " + fault);
  throw InvalidInput(path + ": cannot be read: abut_cad ended with status " + ended);
}

}  // namespace abut
