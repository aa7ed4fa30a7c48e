// Counts per kernel, as if its threads ran in warps of 32.
//
// Threads run one after another here, so lanes are put together afterwards: from one operation of the whole warp, where
// its lanes come together, to the next. In between a basic block was issued as often for a warp as for the lane that
// executed it most: what it takes if lanes always come together again. Lanes that take turns need more, so issues are
// a lower bound and active lanes an upper one. Lanes' accesses by one instruction form a request if each makes it for
// the k-th time. PTX is counted, before ptxas removes, joins, spills and schedules; a division or a square root is one.
#include "count.h"

#include <cxxabi.h>

#include <algorithm>
#include <map>
#include <set>

namespace cores {
namespace {

enum Space : uint8_t { global_space, shared_space, local_space };

struct Counts {
  uint64_t warps = 0;
  uint64_t issues[instruction_classes] = {}, lanes = 0;
  uint64_t requests[3] = {}, parts[3] = {};  // sectors of global and local memory, passes over shared memory
  uint64_t local_bytes = 0;
};
std::map<const Kernel*, Counts> all_counts;

const char* const class_names[instruction_classes] = {"float",   "double",  "integer", "memory",
                                                      "control", "special", "warp"};

uint64_t sectors(const CountedAccess* first, const CountedAccess* last) {
  std::set<uint64_t> seen;
  for (; first != last; ++first) {
    for (uint64_t s = first->address / 32; s <= (first->address + first->bytes - 1) / 32; ++s) seen.insert(s);
  }
  return seen.size();
}

/// Local memory lies by words: one word of 32 lanes is a line of 128 bytes, a sector has it of eight lanes.
uint64_t local_sectors(const CountedAccess* first, const CountedAccess* last) {
  std::set<uint64_t> seen;
  for (; first != last; ++first) {
    for (uint64_t w = first->address / 4; w <= (first->address + first->bytes - 1) / 4; ++w) {
      seen.insert(w * 4 + first->lane / 8);
    }
  }
  return seen.size();
}

/// Passes over the 32 banks: the most words that one bank has to give, for halves or quarters of a warp where lanes ask
/// for 8 or 16 bytes.
uint64_t passes(const CountedAccess* first, const CountedAccess* last) {
  uint64_t sum = 0;
  const uint32_t lanes = 128 / std::max(4u, first->bytes);
  for (uint32_t group = 0; group < 32; group += lanes) {
    std::set<uint64_t> banks[32];
    size_t most = 0;
    for (const CountedAccess* a = first; a != last; ++a) {
      if (a->lane < group || a->lane >= group + lanes) continue;
      for (uint64_t w = a->address / 4; w <= (a->address + a->bytes - 1) / 4; ++w) {
        banks[w % 32].insert(w);
        most = std::max(most, banks[w % 32].size());
      }
    }
    sum += most;
  }
  return sum;
}

void count_requests(Counts& counts, std::vector<CountedAccess>& accesses) {
  std::sort(accesses.begin(), accesses.end(), [](const CountedAccess& a, const CountedAccess& b) {
    return a.key != b.key ? a.key < b.key : a.space != b.space ? a.space < b.space : a.lane < b.lane;
  });
  for (size_t i = 0; i < accesses.size();) {
    size_t end = i;
    while (end < accesses.size() && accesses[end].key == accesses[i].key && accesses[end].space == accesses[i].space) {
      if (accesses[end].space == local_space) counts.local_bytes += accesses[end].bytes;
      ++end;
    }
    const CountedAccess *first = &accesses[i], *last = first + (end - i);
    const uint8_t space = first->space;
    ++counts.requests[space];
    counts.parts[space] += space == shared_space  ? passes(first, last)
                           : space == local_space ? local_sectors(first, last)
                                                  : sectors(first, last);
    i = end;
  }
}

std::string short_name(const std::string& mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  std::string name = text ? text : mangled;
  std::free(text);
  if (name.rfind("void ", 0) == 0) name.erase(0, 5);
  if (name.size() && name.back() == ')') {
    size_t at = name.size();
    for (int depth = 0; at-- > 0;) {
      depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
      if (depth == 0) break;
    }
    name.erase(at);
  }
  for (const char* part : {"abut::", "device::", "cuda_queue_detail::", "stages_detail::", "build_detail::",
                           "search_detail::", "history_detail::", "patches_detail::", "filter_detail::", "_kernel"}) {
    for (size_t at; (at = name.find(part)) != std::string::npos;) name.erase(at, std::string(part).size());
  }
  return name;
}

double ratio(uint64_t a, uint64_t b) { return b ? static_cast<double>(a) / static_cast<double>(b) : 0; }

void print_kernel(FILE* csv, const Kernel* kernel, const Counts& n) {
  uint64_t issues = 0;
  for (const uint64_t x : n.issues) issues += x;
  const std::string name = short_name(kernel->name);
  std::fprintf(csv, "\"%s\",%lu,%lu", name.c_str(), kernel->launches, n.warps);
  for (const uint64_t x : n.issues) std::fprintf(csv, ",%lu", x);
  std::fprintf(csv, ",%.2f", ratio(n.lanes, issues));
  for (int space = 0; space < 3; ++space) std::fprintf(csv, ",%lu,%lu", n.requests[space], n.parts[space]);
  std::fprintf(csv, ",%lu\n", n.local_bytes);
  std::fprintf(stderr, "cores: %10lu", issues / std::max<uint64_t>(1, n.warps));
  for (const uint64_t x : n.issues) std::fprintf(stderr, " %5.1f", 100 * ratio(x, issues));
  std::fprintf(stderr, " %6.2f %6.2f %6.2f %10.0f %8.0f  %s\n", ratio(n.lanes, issues),
               ratio(n.parts[0], n.requests[0]), ratio(n.parts[1], n.requests[1]), ratio(n.local_bytes, n.warps),
               ratio(n.parts[2], n.warps), name.c_str());
}

}  // namespace

void count_begin_thread(CountThread& thread, const Kernel* kernel, uint64_t stack_top) {
  thread.times.resize(static_cast<size_t>(kernel->module->info->blocks));
  thread.stack_top = stack_top;
}

void count_block(CountThread& thread, int block) {
  if (thread.times[static_cast<size_t>(block)]++ == 0) thread.touched.push_back(static_cast<uint32_t>(block));
}

void count_access(Ctx* c, uint64_t address, uint32_t bytes, int, int line) {
  CountThread& thread = *c->count;
  CountedAccess access;
  access.space = address - reinterpret_cast<uint64_t>(cores_arena) < arena_size ? global_space
                 : c->smem && address - c->smem < smem_first + c->smem_size     ? shared_space
                                                                                : local_space;
  access.address = access.space == local_space ? thread.stack_top - address : address;
  access.key = static_cast<uint64_t>(line) << 32 | thread.at_line[line]++;
  access.bytes = bytes;
  access.lane = static_cast<uint8_t>(c->lane);
  thread.accesses.push_back(access);
}

void count_join(Kernel* kernel, const std::vector<CountThread*>& lanes) {
  Counts& counts = all_counts[kernel];
  const ModuleInfo& info = *kernel->module->info;
  std::unordered_map<uint32_t, uint32_t> most;
  std::vector<CountedAccess> accesses;
  for (CountThread* lane : lanes) {
    for (const uint32_t block : lane->touched) {
      uint32_t& times = most[block];
      times = std::max(times, lane->times[block]);
      counts.lanes += static_cast<uint64_t>(lane->times[block]) * info.cov_count[block];
      lane->times[block] = 0;
    }
    accesses.insert(accesses.end(), lane->accesses.begin(), lane->accesses.end());
    lane->touched.clear();
    lane->at_line.clear();
    lane->accesses.clear();
  }
  for (const auto& [block, times] : most) {
    for (int k = 0; k < instruction_classes; ++k) {
      counts.issues[k] += static_cast<uint64_t>(times) * info.block_classes[block * instruction_classes + k];
    }
  }
  count_requests(counts, accesses);
}

void count_end_warp(Kernel* kernel, const std::vector<CountThread*>& lanes) {
  count_join(kernel, lanes);
  ++all_counts[kernel].warps;
}

void write_counts() {
  const std::string path = environment("ABUT_CORES_COUNT", "");
  FILE* csv = std::fopen(path.c_str(), "w");
  if (!csv) {
    std::fprintf(stderr, "cores: ABUT_CORES_COUNT: cannot write %s\n", path.c_str());
    return;
  }
  std::fprintf(csv, "kernel,launches,warps");
  std::fprintf(stderr, "cores: issues/warp");
  for (const char* name : class_names) std::fprintf(csv, ",%s", name);
  for (const char* name : class_names) std::fprintf(stderr, " %.5s%%", name);
  std::fprintf(
      csv,
      ",lanes,global_requests,global_sectors,shared_requests,shared_passes,local_requests,local_sectors,local_bytes\n");
  std::fprintf(stderr, " lanes sectors/request passes/request local-bytes/warp local-sectors/warp kernel\n");
  std::vector<std::pair<std::string, const Kernel*>> sorted;
  for (const auto& [kernel, counts] : all_counts) sorted.push_back({short_name(kernel->name), kernel});
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [name, kernel] : sorted) print_kernel(csv, kernel, all_counts[kernel]);
  std::fclose(csv);
}

}  // namespace cores
