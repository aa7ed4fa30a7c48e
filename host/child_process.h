// Programs that Abut runs as processes of their own, since they may crash, hang or print: started without a shell,
// waited for with a time limit, and gone when the one that waits for them is. POSIX.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace abut::host {

/// A program, and what it gets as 0, 1, 2 and on: descriptors from `least_given` on, or -1 for what this process has.
/// `own_group`: with a group of its own, which ends with it; a terminal's Ctrl-C then reaches this process alone.
struct ChildCommand {
  std::vector<std::string> arguments;  ///< the first is the program; without a slash it is one of PATH
  std::span<const int> files;
  bool own_group = false;
};
inline constexpr int least_given = 10;

/// `error`: why it could not be started, or 0.
struct StartedChild {
  pid_t process = -1;
  bool own_group = false;
  int error = 0;
};

/// The same file under a number from `least_given` on, which no process inherits; below 0 with `errno` set where there
/// is none.
inline int moved_up(int descriptor) {
  const int high = ::fcntl(descriptor, F_DUPFD_CLOEXEC, least_given), reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  errno = reason;
  return high;
}

namespace child_detail {

/// In the new process: only calls that need no lock, since other threads of the old one may have held some. Writes to
/// `failed` why it does not become the program.
[[noreturn]] inline void become(char* const* arguments, const ChildCommand& command, pid_t parent, int failed) {
#ifdef __linux__
  // It ends with the one that waits for it, however that ends.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (::getppid() != parent) ::_exit(127);
  if (command.own_group) ::setpgid(0, 0);
  for (std::size_t i = 0; i < command.files.size(); ++i) {
    if (command.files[i] >= 0) ::dup2(command.files[i], static_cast<int>(i));
  }
  // Not execvp for all: it hands what is no program to a shell.
  (std::strchr(arguments[0], '/') != nullptr ? ::execv : ::execvp)(arguments[0], arguments);
  const int error = errno;
  const ssize_t ignored = ::write(failed, &error, sizeof error);
  static_cast<void>(ignored);
  ::_exit(127);
}

}  // namespace child_detail

/// Returns when it has become the program, or says why it has not.
inline StartedChild start_child(const ChildCommand& command) {
  std::vector<char*> arguments;
  for (const std::string& c : command.arguments) arguments.push_back(const_cast<char*>(c.c_str()));
  arguments.push_back(nullptr);
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {-1, false, errno};
  const int told = moved_up(ends[1]), hear = ends[0];
  const pid_t parent = ::getpid(), child = told < 0 ? -1 : ::fork();
  int error = child < 0 ? errno : 0;
  if (child == 0) child_detail::become(arguments.data(), command, parent, told);
  if (told >= 0) ::close(told);
  if (child > 0) {
    if (command.own_group) ::setpgid(child, child);  // both do, whoever comes first
    // Ends without a number when the program is there.
    while (::read(hear, &error, sizeof error) < 0 && errno == EINTR) {
    }
    if (error != 0) ::waitpid(child, nullptr, 0);
  }
  ::close(hear);
  return {child, command.own_group, error};
}

/// Its status as of `waitpid`; none where it was stopped after so many seconds, which may be infinite, with its group
/// if it has one. Either way it is gone. Throws `std::runtime_error` where another took the status: this process
/// ignores SIGCHLD, or waits for any child.
inline std::optional<int> wait_for(const StartedChild& child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child.process, &status, WNOHANG);
    if (ended == child.process) return status;
    if (ended < 0 && errno != EINTR) {
      throw std::runtime_error(std::string("how a process ended cannot be told: ") + std::strerror(errno) +
                               "; allowed is a program that does not ignore SIGCHLD");
    }
    const double passed = std::chrono::duration<double>(Clock::now() - begin).count();
    if (passed > seconds) break;
    // Short ones are not made longer by more than a 20th.
    std::this_thread::sleep_for(std::chrono::duration<double>(std::clamp(passed / 20, 1e-4, 5e-3)));
  }
  ::kill(child.own_group ? -child.process : child.process, SIGKILL);
  while (::waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return std::nullopt;
}

/// Of a text, such as a process's standard error: the last line that has anything.
inline std::string last_line(const std::string& text) {
  std::string last, line;
  for (const char c : text + "\n") {
    if (c != '\n') {
      line += c;
    } else {
      if (!line.empty()) last = line;
      line.clear();
    }
  }
  return last;
}

}  // namespace abut::host
