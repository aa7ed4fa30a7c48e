// Makes writing fail for a while: a limit on the size of files stands for a full disk, another user for a folder that
// is not ours.
#pragma once

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace abut::test {

/// No file grows beyond `bytes` while this lives; whoever tries is told that it is too large.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

/// A folder may be read and not written to while this lives. Who may do everything is another user meanwhile.
class ReadOnly {
 public:
  explicit ReadOnly(const std::string& folder) : folder_(folder) {
    ::chmod(folder.c_str(), 0555);
    if (::getuid() == 0) is_other_ = ::setresuid(nobody, nobody, 0) == 0;
  }
  ~ReadOnly() {
    const bool is_back = !is_other_ || ::setresuid(0, 0, 0) == 0;
    if (is_back) ::chmod(folder_.c_str(), 0755);
  }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;

  bool holds() const { return ::access(folder_.c_str(), W_OK) != 0; }

 private:
  static constexpr uid_t nobody = 65534;
  std::string folder_;
  bool is_other_ = false;
};

}  // namespace abut::test
