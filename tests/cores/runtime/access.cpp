// Accesses that the short tests in translated code (machine.h) did not find in order: the reason is looked for here.
#include <cstring>

#include "runtime.h"

using namespace cores;

namespace {

/// Accesses of 4 and more are to local memory by its own instructions.
bool is_load(int kind) { return kind == 0 || kind == 4; }

bool device_access(const Ctx* c, uint64_t address, uint64_t offset, uint32_t size, bool load, int line) {
  const uint8_t* shadow = cores_shadow + offset;
  for (uint32_t i = 0; i < size; ++i) {
    if (shadow[i] & 1) continue;
    note(load ? "load out of bounds" : "store out of bounds", line, c, address, size);
    return false;
  }
  for (uint32_t i = 0; load && i < size; ++i) {
    if (shadow[i] & 2) continue;
    note("uninitialised load", line, c, address, size);
    return true;
  }
  return true;
}

bool shared_access(const Ctx* c, uint64_t address, uint32_t size, bool load, int line) {
  uint8_t* written = c->smem_init + (address - c->smem);
  if (!load) {
    std::memset(written, 1, size);
    return true;
  }
  for (uint32_t i = 0; i < size; ++i) {
    if (written[i]) continue;
    note("uninitialised shared load", line, c, address, size);
    break;
  }
  return true;
}

}  // namespace

extern "C" {

/// sizes: bytes of the access, and above 8 bits those of the whole vector, for its alignment. May the access be made?
bool cores_slow_access(Ctx* c, uint64_t address, uint32_t sizes, int kind, int line) {
  const uint32_t vector = sizes >> 8, size = vector ? sizes & 255 : sizes;
  const bool load = is_load(kind);
  if (vector && (address & (vector - 1))) {
    note(load ? "misaligned load" : "misaligned store", line, c, address, vector);
    return false;
  }
  const uint64_t offset = address - reinterpret_cast<uint64_t>(cores_arena);
  if (offset < arena_size && kind < 4) return device_access(c, address, offset, size, load, line);
  for (const LocalFrame* f = c->frames; f; f = f->prev) {
    if (address >= f->lo && address + size <= f->hi) return true;
  }
  if (kind >= 4) {
    note(load ? "local load out of bounds" : "local store out of bounds", line, c, address, size);
    return false;
  }
  if (address >= c->param_lo && address + size <= c->param_hi) {
    if (!load) note("store to parameters", line, c, address, size);
    return load;
  }
  const uint64_t shared = c->smem + smem_first;
  if (c->smem && address >= shared && address + size <= shared + c->smem_size) {
    return shared_access(c, address, size, load, line);
  }
  note(load ? "load of no device memory" : "store to no device memory", line, c, address, size);
  return false;
}

void cores_report(Ctx* c, const char* what, uint64_t address, uint32_t size, int line) {
  note(what, line, c, address, size);
}

void cores_unsupported(Ctx* c, const char* what, int line) {
  note((std::string("unsupported instruction ") + what).c_str(), line, c, 0, 0);
}

void cores_watch(Ctx* c, uint64_t address, uint32_t size, uint32_t vector, int kind, int line) {
  if (c->watch & 1) race_access(c, address, size, kind, line);
  if (c->watch & 2 && vector) count_access(c, address, vector, kind, line);
}

void cores_watch_fence(Ctx* c) {
  if (c->watch & 1) race_fence(c);
}

void cores_count_block(Ctx* c, int block) { count_block(*c->count, block); }

}  // extern "C"
