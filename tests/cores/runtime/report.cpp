// Reports: the first three of a kind at once, all at the end; a program with reports that nobody has explained fails.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <tuple>

#include "runtime.h"

namespace cores {
namespace {

using What = std::tuple<std::string, int, std::string>;  // text, line of the PTX, kernel
std::map<What, uint64_t> reports;
constexpr uint64_t shown_at_once = 3;
constexpr int failed = 71;

/// Lines of ABUT_CORES_EXPLAINED: part of the kernel's name, a tab or two spaces, the text of the report, `#` and why.
std::vector<std::pair<std::string, std::string>> explained() {
  std::vector<std::pair<std::string, std::string>> list;
  const std::string path = environment("ABUT_CORES_EXPLAINED", "");
  if (path.empty()) return list;
  std::ifstream in(path);
  if (!in) std::fprintf(stderr, "cores: ABUT_CORES_EXPLAINED: cannot read %s\n", path.c_str());
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(" \t") + 1);
    const size_t space = line.find_first_of(" \t");
    if (space == std::string::npos) continue;
    list.push_back({line.substr(0, space), line.substr(line.find_first_not_of(" \t", space))});
  }
  return list;
}

void write_coverage() {
  const std::string path = environment("ABUT_CORES_COVERAGE", "");
  if (path.empty()) return;
  FILE* out = std::fopen(path.c_str(), "a");
  if (!out) return;
  for (const Module* module : modules) {
    if (!module->info) continue;
    for (int i = 0; i < module->info->blocks; ++i) {
      if (module->info->cov[i]) std::fprintf(out, "%s %d\n", module->name.c_str(), i);
    }
  }
  std::fclose(out);
}

void print_launches() {
  std::vector<const Kernel*> all;
  for (const auto& [function, kernel] : kernels) {
    if (kernel->launches) all.push_back(kernel);
  }
  std::sort(all.begin(), all.end(), [](const Kernel* a, const Kernel* b) { return a->seconds > b->seconds; });
  for (const Kernel* k : all) {
    std::fprintf(stderr, "cores: %8lu launches %12lu threads %8.2f s  %s%s\n", k->launches, k->threads, k->seconds,
                 k->info && k->info->has_sync ? "(sync) " : "", k->name.c_str());
  }
}

}  // namespace

void note(const char* what, int line, const Ctx* c, uint64_t address, uint32_t size) {
  const std::string kernel = current ? current->kernel->name : "(host)";
  if (reports[{what, line, kernel}]++ >= shown_at_once) return;
  std::fprintf(stderr, "cores: %s: address %lx size %u, PTX line %d of %s, kernel %s", what, address, size, line,
               current ? current->kernel->module->name.c_str() : "no module", kernel.c_str());
  if (c) {
    std::fprintf(stderr, ", block %u,%u,%u thread %u,%u,%u", c->ctaid[0], c->ctaid[1], c->ctaid[2], c->tid[0],
                 c->tid[1], c->tid[2]);
  }
  std::fprintf(stderr, "%s\n", describe_address(address).c_str());
}

void finish() {
  if (config.stats) print_launches();
  if (config.count) write_counts();
  write_coverage();
  const auto known = explained();
  uint64_t open = 0;
  for (const auto& [report, times] : reports) {
    const auto& [what, line, kernel] = report;
    const bool fine = std::any_of(known.begin(), known.end(), [&w = what, &k = kernel](const auto& e) {
      return k.find(e.first) != std::string::npos && w == e.second;
    });
    open += fine ? 0 : times;
    std::fprintf(stderr, "cores: %8lu x %s%s, PTX line %d, kernel %s\n", times, fine ? "(explained) " : "",
                 what.c_str(), line, kernel.c_str());
  }
  if (open == 0) {
    if (config.stats) std::fprintf(stderr, "cores: no reports\n");
    return;
  }
  std::fprintf(stderr, "cores: %lu reports\n", open);
  std::fflush(nullptr);
  _exit(failed);
}

}  // namespace cores
