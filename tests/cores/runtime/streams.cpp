// Streams, captures and graphs. An operation runs at once, or, with ABUT_CORES_LAZY, when it is waited for: streams
// then take turns at random, in an order that CUDA allows.
#include <algorithm>
#include <deque>
#include <set>

#include "runtime.h"

namespace cores {
struct Operation {
  std::function<void()> run;
  uint64_t sequence;
};
}  // namespace cores

struct CUstream_st {
  bool nonblocking = false;
  std::deque<cores::Operation> ops;
  bool capturing = false, broken = false;
  std::vector<std::function<void()>> captured;
};
struct CUgraph_st {
  std::vector<std::function<void()>> ops;
};
struct CUgraphExec_st {
  std::vector<std::function<void()>> ops;
};
struct CUevent_st {
  double at = 0;
  bool done = true;
};

namespace cores {
namespace {
CUstream_st legacy;
std::set<CUstream_st*> streams{&legacy};
uint64_t sequence = 0;
thread_local cudaError_t last = cudaSuccess;
}  // namespace
bool is_capturing(cudaStream_t stream) { return stream_of(stream)->capturing; }
cudaError_t fail(cudaError_t e) {
  if (e != cudaSuccess) last = e;
  return e;
}
cudaStream_t stream_of(cudaStream_t s) {
  return s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread ? &legacy : s;
}
bool any_capture() {
  for (auto* s : streams)
    if (s->capturing) return true;
  return false;
}
cudaError_t refuse_in_capture() {
  for (auto* s : streams)
    if (s->capturing) s->broken = true;
  note("call that is not allowed while a stream is captured", 0, nullptr, 0, 0);
  return fail(cudaErrorStreamCaptureUnsupported);
}
static bool eligible(CUstream_st* s) {
  if (s->ops.empty()) return false;
  if (s->nonblocking) return true;
  const uint64_t q = s->ops.front().sequence;
  if (s == &legacy) {
    for (auto* o : streams)
      if (o != &legacy && !o->nonblocking && !o->ops.empty() && o->ops.front().sequence < q) return false;
    return true;
  }
  return legacy.ops.empty() || legacy.ops.front().sequence > q;
}
void flush(CUstream_st* only) {  // until `only` is empty, or all are
  for (;;) {
    if (only && only->ops.empty()) return;
    std::vector<CUstream_st*> can;
    for (auto* s : streams)
      if (eligible(s)) can.push_back(s);
    if (can.empty()) return;
    CUstream_st* s = can[random_bits() % can.size()];
    Operation op = std::move(s->ops.front());
    s->ops.pop_front();
    op.run();
  }
}
cudaError_t enqueue(cudaStream_t st, std::function<void()> f) {
  CUstream_st* s = stream_of(st);
  if (!streams.count(s)) return fail(cudaErrorInvalidResourceHandle);
  if (auto ends = take_array_ends(); !ends.empty()) {
    f = [ends = std::move(ends), run = std::move(f)] {
      tell_array_ends(ends);
      run();
    };
  }
  if (s->capturing) {
    s->captured.push_back(std::move(f));
    return cudaSuccess;
  }
  if (s == &legacy)
    for (auto* o : streams)
      if (o->capturing && !o->nonblocking) {
        o->broken = true;
        note("legacy stream used while a stream is captured", 0, nullptr, 0, 0);
        return fail(cudaErrorStreamCaptureImplicit);
      }
  if (config.lazy)
    s->ops.push_back({std::move(f), ++sequence});
  else
    f();
  return cudaSuccess;
}

}  // namespace cores

using namespace cores;

extern "C" cudaError_t cudaGetLastError() {
  cudaError_t e = last;
  last = cudaSuccess;
  return e;
}
extern "C" cudaError_t cudaPeekAtLastError() { return last; }
extern "C" const char* cudaGetErrorString(cudaError_t e) {
  switch (e) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidDeviceFunction: return "invalid device function";
    case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorStreamCaptureUnsupported: return "operation not permitted when stream is capturing";
    case cudaErrorStreamCaptureInvalidated: return "operation failed due to a previous error during capture";
    case cudaErrorStreamCaptureImplicit:
      return "operation would make the legacy stream depend on a capturing blocking stream";
    default: return "unknown error";
  }
}
extern "C" const char* cudaGetErrorName(cudaError_t) { return "cudaError"; }
extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned f) {
  const std::lock_guard lock(global_lock);
  init();
  *s = new CUstream_st();
  (*s)->nonblocking = f & cudaStreamNonBlocking;
  streams.insert(*s);
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamCreate(cudaStream_t* s) { return cudaStreamCreateWithFlags(s, 0); }
extern "C" cudaError_t cudaStreamDestroy(cudaStream_t s) {
  const std::lock_guard lock(global_lock);
  init();
  if (!streams.count(s) || s == &legacy) return fail(cudaErrorInvalidResourceHandle);
  flush(s);
  streams.erase(s);
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  CUstream_st* s = stream_of(st);
  if (!streams.count(s)) return fail(cudaErrorInvalidResourceHandle);
  if (s->capturing) return refuse_in_capture();
  flush(s);
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamQuery(cudaStream_t st) { return cudaStreamSynchronize(st); }
extern "C" cudaError_t cudaDeviceSynchronize() {
  const std::lock_guard lock(global_lock);
  init();
  if (any_capture()) return refuse_in_capture();
  flush(nullptr);
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  const std::lock_guard lock(global_lock);
  init();
  flush(nullptr);
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamBeginCapture(cudaStream_t st, cudaStreamCaptureMode) {
  const std::lock_guard lock(global_lock);
  init();
  CUstream_st* s = stream_of(st);
  if (s == &legacy) return fail(cudaErrorStreamCaptureUnsupported);
  if (s->capturing) return fail(cudaErrorIllegalState);
  s->capturing = true;
  s->broken = false;
  s->captured.clear();
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamEndCapture(cudaStream_t st, cudaGraph_t* g) {
  const std::lock_guard lock(global_lock);
  init();
  CUstream_st* s = stream_of(st);
  *g = nullptr;
  if (!s->capturing) return fail(cudaErrorIllegalState);
  s->capturing = false;
  if (s->broken) {
    s->captured.clear();
    return fail(cudaErrorStreamCaptureInvalidated);
  }
  *g = new CUgraph_st{std::move(s->captured)};
  s->captured.clear();
  return cudaSuccess;
}
extern "C" cudaError_t cudaStreamIsCapturing(cudaStream_t st, cudaStreamCaptureStatus* c) {
  const std::lock_guard lock(global_lock);
  init();
  *c = stream_of(st)->capturing ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
extern "C" cudaError_t cudaGraphInstantiate(cudaGraphExec_t* e, cudaGraph_t g, unsigned long long) {
  const std::lock_guard lock(global_lock);
  init();
  if (!g) return fail(cudaErrorInvalidValue);
  *e = new CUgraphExec_st{g->ops};
  return cudaSuccess;
}
extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  if (!e) return fail(cudaErrorInvalidValue);
  for (auto& f : e->ops)
    if (cudaError_t r = enqueue(st, f)) return r;
  return cudaSuccess;
}
extern "C" cudaError_t cudaGraphDestroy(cudaGraph_t g) {
  delete g;
  return cudaSuccess;
}
extern "C" cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) {
  const std::lock_guard lock(global_lock);
  init();
  if (e) delete e;
  return cudaSuccess;
}
extern "C" cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t*, size_t* n) {
  *n = g->ops.size();
  return cudaSuccess;
}
extern "C" cudaError_t cudaEventCreate(cudaEvent_t* e) {
  *e = new CUevent_st();
  return cudaSuccess;
}
extern "C" cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) { return cudaEventCreate(e); }
extern "C" cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
extern "C" cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  e->done = false;
  return enqueue(st, [e] {
    e->at = now();
    e->done = true;
  });
}
extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  const std::lock_guard lock(global_lock);
  init();
  if (!e->done) flush(nullptr);
  return cudaSuccess;
}
extern "C" cudaError_t cudaEventQuery(cudaEvent_t e) { return cudaEventSynchronize(e); }
extern "C" cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t a, cudaEvent_t b) {
  const std::lock_guard lock(global_lock);
  init();
  *ms = (float)(std::max(1e-6, b->at - a->at) * 1e3);
  return cudaSuccess;
}
extern "C" cudaError_t cudaProfilerStart() { return cudaSuccess; }
extern "C" cudaError_t cudaProfilerStop() { return cudaSuccess; }
