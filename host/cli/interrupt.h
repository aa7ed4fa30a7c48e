// What signals do to the program.
#pragma once

namespace abut::cli {

/// SIGINT, SIGTERM and SIGHUP end the program at once with 128 plus the signal's number (130 for Ctrl-C) and remove
/// what it was writing. A file size limit becomes an error of the write, as a full disk is.
void install_interrupt_handlers();

}  // namespace abut::cli
