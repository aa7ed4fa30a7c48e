#include "host/cli/cad_process.h"

#include <filesystem>
#include <system_error>

#include "host/io/cad_process.h"

namespace abut::cli {

BrepAssembly read_cad_apart(const std::string& file) {
  std::error_code fault;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", fault);
  return io::read_cad_apart((self.parent_path() / "abut_cad").string(), file);
}

}  // namespace abut::cli
