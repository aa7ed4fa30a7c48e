// The environment's variables (docs/how-to/cores.md), and what is set up at the first call.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime.h"

extern "C" {
uint32_t cores_poison_local = 0;
}

namespace cores {

Config config;
std::mt19937_64 random_bits;
std::recursive_mutex global_lock;

namespace {

long number(const char* name, long otherwise) {
  const std::string text = environment(name, "");
  if (text.empty()) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 0);
  if (*end == 0) return value;
  std::fprintf(stderr, "cores: %s=%s is no number\n", name, text.c_str());
  _exit(70);
}

void on_bad_access(int, siginfo_t* info, void*) {
  std::fprintf(stderr, "cores: access to %p, which is no memory", info->si_addr);
  if (current) std::fprintf(stderr, ", in kernel %s", current->kernel->name.c_str());
  if (current_thread) std::fprintf(stderr, ", block %u thread %u", current_thread->ctaid[0], current_thread->tid[0]);
  std::fprintf(stderr, "\n");
  _exit(139);
}

void catch_bad_accesses() {
  static char memory[65536];
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = sizeof memory;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_bad_access;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}

void read_order() {
  const std::string order = environment("ABUT_CORES_ORDER", "fwd");
  config.order = order == "fwd" ? Order::forward : order == "rev" ? Order::reverse : Order::random;
  if (config.order == Order::random) config.seed = static_cast<uint64_t>(number("ABUT_CORES_ORDER", 0));
  random_bits.seed(config.seed);
}

}  // namespace

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void init() {
  static bool done = false;
  if (done) return;
  done = true;
  read_order();
  config.preempt = static_cast<int>(number("ABUT_CORES_PREEMPT", 0));
  config.lazy = static_cast<int>(number("ABUT_CORES_LAZY", 0));
  config.race = number("ABUT_CORES_RACE", 0) != 0;
  config.fill = static_cast<int>(number("ABUT_CORES_FILL", 0xcb));
  config.multiprocessors = static_cast<int>(number("ABUT_CORES_SMS", 16));
  config.architecture = static_cast<int>(number("ABUT_CORES_SM", 90));
  config.stats = number("ABUT_CORES_STATS", 0) != 0;
  config.trace = number("ABUT_CORES_TRACE", 0) != 0;
  config.count = !environment("ABUT_CORES_COUNT", "").empty();
  if (config.count) config.order = Order::forward;  // lanes of a warp one after another
  config.memory = static_cast<uint64_t>(number("ABUT_CORES_MEMORY_MB", 2048)) << 20;
  config.resident = static_cast<int>(number("ABUT_CORES_RESIDENT", config.preempt ? 4 : 1));
  cores_poison_local = static_cast<uint32_t>(number("ABUT_CORES_POISON_LOCAL", 0));
  map_arena();  // before a pointer is compared with it
  catch_bad_accesses();
  std::atexit(finish);
}

}  // namespace cores
