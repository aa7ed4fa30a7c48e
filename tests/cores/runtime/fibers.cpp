// A fiber is a thread of a kernel that can wait for others: a stack of its own, and a switch of stacks (x86-64).
#include <sys/mman.h>

#include "count.h"
#include "race.h"

asm(R"(
.text
.globl cores_switch
.type cores_switch,@function
cores_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size cores_switch,.-cores_switch
.globl cores_fiber_entry
cores_fiber_entry:
  movq %r12, %rdi
  call *%r13
  ud2
)");

namespace cores {
namespace {

constexpr size_t stack_size = 512 << 10, guard_size = 4096;

void fiber_main(Fiber* fiber) {
  for (;;) {
    fiber->kernel->run(&fiber->context);
    fiber->state = State::ended;
    to_scheduler(*fiber);
  }
}

}  // namespace

void* scheduler_sp = nullptr;

Fiber::Fiber() = default;
Fiber::~Fiber() {
  if (stack) munmap(stack - guard_size, stack_size + guard_size);
}
Block::Block() = default;
Block::~Block() = default;

std::unique_ptr<Fiber> new_fiber() {
  auto fiber = std::make_unique<Fiber>();
  uint8_t* memory = map_memory(stack_size + guard_size);
  mprotect(memory, guard_size, PROT_NONE);
  fiber->stack = reinterpret_cast<char*>(memory + guard_size);
  if (config.race) fiber->race = std::make_unique<RaceThread>();
  if (config.count) fiber->count = std::make_unique<CountThread>();
  return fiber;
}

/// The stack as cores_switch leaves it: rsp is a multiple of 16 before the call in cores_fiber_entry.
void start_fiber(Fiber& fiber) {
  uint64_t* sp = reinterpret_cast<uint64_t*>(fiber.stack + stack_size) - 2;
  *--sp = reinterpret_cast<uint64_t>(&cores_fiber_entry);
  *--sp = 0;                                        // rbp
  *--sp = 0;                                        // rbx
  *--sp = reinterpret_cast<uint64_t>(&fiber);       // r12
  *--sp = reinterpret_cast<uint64_t>(&fiber_main);  // r13
  *--sp = 0;                                        // r14
  *--sp = 0;                                        // r15
  fiber.sp = sp;
  fiber.state = State::ready;
}

void to_scheduler(Fiber& fiber) {
  cores_switch(&fiber.sp, scheduler_sp);
  current_thread = &fiber.context;
}

}  // namespace cores
