#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "host/cli/commands.h"

namespace abut::cli {

void add_executor_flags(CLI::App& command, ExecutorFlags& flags) {
  command.add_option("--backend", flags.backend, "Where pairs are found and queried: cpu, or cuda for an NVIDIA GPU")
      ->check(CLI::IsMember({"cpu", "cuda"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--precision", flags.precision, "Scalar of the query: f32 or f64; the scene's if not given")
      ->check(CLI::IsMember({"f32", "f64"}).description(""))
      ->type_name("NAME");
  command.add_option("--threads", flags.threads, "CPU threads, 1 or more; all cores if not given")
      ->check(whole_number_in(1, 65536))
      ->type_name("N");
}

std::function<std::string(const std::string&)> whole_number_in(std::uint64_t least, std::uint64_t most) {
  return [least, most](const std::string& text) {
    // CLI11 alone takes hexadecimal, octal and the empty text, wraps " -1" and cuts what is too large.
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    const bool plain = digits && (text.size() == 1 || text[0] != '0') && text.size() <= 19;
    const std::uint64_t number = plain ? std::stoull(text) : 0;
    const bool allowed = plain && number >= least && number <= most;
    return allowed ? std::string()
                   : "'" + text + "', allowed are whole numbers from " + std::to_string(least) + " to " +
                         std::to_string(most);
  };
}

std::string not_negative(const std::string& text) {
  static const auto check = whole_number_in(0, 9999999999999999999u);
  return check(text);
}

std::string a_distance(const std::string& text) {
  double distance = -1;
  const bool allowed = CLI::detail::lexical_cast(text, distance) && distance >= 0 && std::isfinite(distance);
  return allowed ? std::string() : "'" + text + "', allowed are numbers from 0, finite";
}

std::string a_time_limit(const std::string& text) {
  double seconds = -1;
  const bool allowed = CLI::detail::lexical_cast(text, seconds) && seconds >= 0;
  return allowed ? std::string() : "'" + text + "', allowed are seconds from 0 on, of which 0 and inf are no limit";
}

std::string not_empty(const std::string& text) { return text.empty() ? "is empty, allowed is a path" : std::string(); }

void require_backend(const ExecutorFlags& flags) {
  if (flags.backend != "cuda") return;
  if (const char* reason = cuda_unavailable_reason()) {
    throw InvalidInput(std::string("--backend cuda cannot be used here: ") + reason + " (allowed is cpu)");
  }
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw FileError(std::string("the standard output cannot be written: ") + std::strerror(errno));
}

std::string format(const char* pattern, ...) {
  std::va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
  va_end(arguments);
  std::string text(static_cast<std::size_t>(length > 0 ? length : 0), '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  return text;
}

}  // namespace abut::cli
