#include "host/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include "host/io/output_file.h"

namespace abut::cli {
namespace {

extern "C" void end_by_signal(int signal) {
  abut::io::remove_partial_files();
  const char message[] = "\nabut: interrupted\n";
  // After a progress bar the message needs a line of its own, and the terminal has echoed a ^C without one.
  const char* text = ::isatty(STDERR_FILENO) != 0 ? message : message + 1;
  const ssize_t ignored = ::write(STDERR_FILENO, text, sizeof message - 1 - static_cast<size_t>(text - message));
  static_cast<void>(ignored);
  ::_exit(128 + signal);
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action {};
  action.sa_handler = end_by_signal;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    // A program started in the background by a shell ignores these, and goes on doing so.
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace abut::cli
