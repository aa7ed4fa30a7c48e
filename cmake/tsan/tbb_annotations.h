// For builds with the thread sanitizer, where this file is included first wherever oneTBB is used. oneTBB as packaged
// is not built with the sanitizer, which then does not see how it orders threads and reports every use; suppressing
// that would suppress our own races as well. So the order that oneTBB does give is told to the sanitizer here, and no
// more:
//   - a body runs after the start of the call, after the splitting of its range, and before the end of the call;
//   - a reduction's value is read after it was written.
// Two bodies of one call stay unordered, as they are.
#pragma once

#include <oneapi/tbb.h>
#include <sanitizer/tsan_interface.h>

#include <optional>
#include <utility>

namespace abut_tsan {

inline void written(const void* place) { __tsan_release(const_cast<void*>(place)); }

template <class T>
T& read(T& place) {
  __tsan_acquire(const_cast<void*>(static_cast<const void*>(&place)));
  return place;
}

// Lives as long as the call of a parallel algorithm.
struct Call {
  char start = 0;
  char end = 0;
  Call() { written(&start); }
  ~Call() { read(end); }
};

// Lives as long as one body of the call.
struct Running {
  Call& call;
  explicit Running(Call& c) : call(c) { read(call.start); }
  ~Running() { written(&call.end); }
};

// The body of a parallel_for, which is copied with each part of the range.
template <class R, class F>
struct ForBody {
  Call& call;
  const F& f;
  ForBody(Call& c, const F& function) : call(c), f(function) { written(this); }
  ForBody(const ForBody& other) : call(read(other).call), f(other.f) { written(this); }
  void operator()(const R& part) const {
    const Running running(read(*this).call);
    f(read(part).range());
  }
};

// A range that is split in one thread and used in another.
template <class R>
struct Range : R {
  explicit Range(const R& range) : R(range) { written(this); }
  Range(const Range& other) : R(static_cast<const R&>(read(other))) { written(this); }
  template <class Split>
  Range(Range& other, Split&& split) : R(static_cast<R&>(read(other)), std::forward<Split>(split)) {
    written(this);
  }
  const R& range() const { return *this; }
};

// A reduction's value, which one thread leaves for another, in memory that oneTBB uses again.
template <class V>
struct Value {
  std::optional<V> v;
  explicit Value(V value) { set(std::move(value)); }
  Value(const Value& other) { set(V(*read(other).v)); }
  Value(Value&& other) noexcept { set(other.take()); }
  Value& operator=(const Value& other) { return set(V(*read(other).v)); }
  Value& operator=(Value&& other) noexcept { return set(other.take()); }
  ~Value() {
    read(*this).v.reset();
    written(this);
  }
  V take() {
    V value = std::move(*read(*this).v);
    written(this);
    return value;
  }
  Value& set(V value) {
    read(*this).v = std::move(value);
    written(this);
    return *this;
  }
};

}  // namespace abut_tsan

namespace tbb {

// (range, body, options...)
template <class R, class F, class... Options>
requires requires(const R& range) { range.empty(); }
void abut_parallel_for(const R& range, const F& f, Options&&... options) {
  abut_tsan::Call call;
  const abut_tsan::ForBody<abut_tsan::Range<R>, F> body(call, f);
  parallel_for(abut_tsan::Range<R>(range), body, std::forward<Options>(options)...);
}

// (first, last, body, options...)
template <class Index, class F, class... Options>
requires requires(const F& f, Index i) { f(i); }
void abut_parallel_for(Index first, Index last, const F& f, Options&&... options) {
  if (!(first < last)) return;
  const auto body = [&f](const blocked_range<Index>& range) {
    for (Index i = range.begin(); i < range.end(); ++i) f(i);
  };
  abut_parallel_for(blocked_range<Index>(first, last), body, std::forward<Options>(options)...);
}

// (range, identity, body, reduction, options...)
template <class R, class V, class F, class Reduction, class... Options>
V abut_parallel_reduce(const R& range, const V& identity, const F& f, const Reduction& reduction,
                       Options&&... options) {
  using Value = abut_tsan::Value<V>;
  abut_tsan::Call call;
  const auto body = [&](const abut_tsan::Range<R>& part, const Value& value) {
    abut_tsan::read(part);
    const abut_tsan::Running running(call);
    return Value(f(part.range(), *abut_tsan::read(value).v));
  };
  const auto join = [&](const Value& a, const Value& b) {
    abut_tsan::read(a), abut_tsan::read(b);
    const abut_tsan::Running running(call);
    return Value(reduction(*a.v, *b.v));
  };
  return parallel_reduce(abut_tsan::Range<R>(range), Value(identity), body, join, std::forward<Options>(options)...)
      .take();
}

}  // namespace tbb

#define parallel_for abut_parallel_for
#define parallel_reduce abut_parallel_reduce
