// What a contact pipeline does between its stages: remembers the step before, and notes numbers.
#pragma once

#include "abut/contacts/matching.h"
#include "kernels/backend.h"
#include "kernels/support/queue.h"

namespace abut::device {

namespace step_detail {

/// Four bytes of one element.
struct CopyWord {
  const std::uint64_t* count;
  std::uint64_t capacity;
  const std::uint32_t* from;
  std::uint32_t* to;
  std::uint64_t words;  ///< of an element
  ABUT_HD void operator()(std::uint64_t k) const {
    if (k < listed(count, capacity) * words) to[k] = from[k];
  }
};

struct NoteNumbers {
  backend::StepNumbers in;
  ABUT_HD void operator()(std::uint64_t) const {
    const std::uint64_t pairs = *in.pairs;
    note_step(*in.counts, in.candidates != nullptr ? *in.candidates : pairs, pairs, in.points, in.unanswered);
    *in.usable = listed(in.pairs, in.pair_capacity);
  }
};

}  // namespace step_detail

template <class Queue>
void copy_listed(Queue& queue, const backend::ListedCopy& copy) {
  const std::uint64_t words = copy.element_bytes / sizeof(std::uint32_t);
  queue.for_each(copy.capacity * words,
                 step_detail::CopyWord{copy.count, copy.capacity, static_cast<const std::uint32_t*>(copy.from),
                                       static_cast<std::uint32_t*>(copy.to), words});
}

template <class Queue>
void note_numbers(Queue& queue, const backend::StepNumbers& numbers) {
  queue.for_each(1, step_detail::NoteNumbers{numbers});
}

}  // namespace abut::device
