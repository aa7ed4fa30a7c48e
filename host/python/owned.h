// Objects that keep what they have found from step to step, each with its lock: one thread at a time.
#pragma once

#include <nanobind/nanobind.h>

#include <limits>
#include <mutex>
#include <new>

#include "abut/core/executor.h"
#include "host/python/array.h"
#include "host/python/held.h"

namespace abut::python {

template <class T>
struct Owned {
  T value;
  std::mutex guard{};

  template <class... From>
  explicit Owned(const From&... from) : value(from...) {}
};

/// The constructor, and `reset`.
template <class T>
void bind_owned(nb::class_<Owned<T>>& c) {
  using nb::literals::operator""_a;
  c.def(
      "__init__",
      [](Owned<T>* self, nb::handle threads) {
        // What is whole and below 0 is told by the executor.
        int count = 0;
        if (PyFloat_CheckExact(threads.ptr()) || !nb::try_cast(threads, count)) {
          count = static_cast<int>(whole_number_of(threads, "threads", std::numeric_limits<int>::max()));
        }
        new (self) Owned<T>(Cpu{count});
      },
      nb::kw_only(), "threads"_a = 0, nb::sig("def __init__(self, *, threads: int = 0) -> None"));
  c.def(
      "reset", [](Owned<T>& owned) { asked(owned, [](T& value) { value.reset(); }); },
      "Forgets what has been found; the memory stays.");
}

}  // namespace abut::python
