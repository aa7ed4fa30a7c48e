// The program `abut_cad FILE [UNIT]`, which `abut` and the Python package run to read a CAD file: writes it as a B-Rep
// in JSON to the standard output, in a unit of so many metres, or with status 2 or 4 (a `FileError`) one line that says
// why not. A fault in OpenCASCADE ends this process alone, and those who run it start without OpenCASCADE's libraries.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "host/io/brep_writer.h"

namespace {

/// What OpenCASCADE prints goes nowhere; where results go, or -1.
int silence() {
  const int results = ::dup(STDOUT_FILENO), nowhere = ::open("/dev/null", O_WRONLY);
  if (results < 0 || nowhere < 0) return -1;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  return results;
}

bool write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(to, text.data() + at, text.size() - at);
    if (written <= 0) return false;
    at += static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int refused = 2, unwritten = 3, not_opened = 4;
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "abut_cad: is run by abut: abut info FILE\n");
    return refused;
  }
  const std::string path = argv[1];
  abut::CadOptions options;
  if (argc == 3) options.unit = std::strtod(argv[2], nullptr);
  const int results = silence();
  if (results < 0) return unwritten;
  std::string fault;
  int status = refused;
  try {
    return write_all(results, abut::io::brep_json(abut::read_cad(path, options))) ? 0 : unwritten;
  } catch (const std::bad_alloc&) {
    fault = path + ": there is not enough memory";
  } catch (const abut::FileError& e) {
    fault = e.what(), status = not_opened;
  } catch (const std::exception& e) {
    fault = e.what();
  }
  return write_all(results, fault) ? status : unwritten;
}
