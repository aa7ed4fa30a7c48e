// Checks of what is about to be enqueued; the work is the backend's.
#include "abut/contacts/pair_filter.h"
#include "host/exec/list_checks.h"

namespace abut {
namespace {

using host::check_pointer;
using host::need_device;

void check_cleared(const char* function, const std::string& name, const ClearedPairs& pairs) {
  host::check_list(function, name + ".list", pairs.list);
  if (pairs.list.capacity > 0) {
    check_pointer(function, (name + ".clearance").c_str(), pairs.clearance, sizeof(double));
  }
}

void check_near(const char* function, const NearPairs& near) {
  host::check_list(function, "near.list", near.list);
  if (near.list.capacity > 0) check_pointer(function, "near.places", near.places, sizeof(*near.places));
}

void check_places(const char* function, const PartPlace* places) {
  check_pointer(function, "part_places", places, alignof(PartPlace));
}

}  // namespace

void take_part_places(const Cuda& cuda, const ShapeHeader* headers, const PartsView& parts, PartPlace* part_places) {
  constexpr const char* function = "take_part_places";
  if (parts.count == 0) return;
  host::check_boxed_parts(function, {headers, parts, 0});
  check_places(function, part_places);
  need_device();
  backend::take_part_places(cuda.stream, headers, parts, part_places);
}

std::size_t filter_pairs_workspace(const Cuda&, std::uint32_t part_count, std::uint64_t capacity) {
  need_device();
  return backend::filter_pairs_workspace(part_count, capacity);
}

void filter_pairs(const Cuda& cuda, const FilterStep& step) {
  constexpr const char* function = "filter_pairs";
  const std::uint32_t parts = step.parts.parts.count;
  if (parts > 0) {
    host::check_boxed_parts(function, step.parts);
    check_places(function, step.part_places);
  }
  check_cleared(function, "before", step.before);
  check_cleared(function, "now", step.now);
  check_near(function, step.near);
  need_device();
  host::check_workspace(function, cuda, backend::filter_pairs_workspace(parts, step.now.list.capacity));
  backend::filter_pairs(cuda.stream, step, cuda.workspace.data());
}

template <class T>
void learn_clearances(const Cuda& cuda, const FilterStep& step, const Strided<T>& lower_bounds) {
  constexpr const char* function = "learn_clearances";
  check_near(function, step.near);
  if (step.near.list.capacity == 0) return;
  check_places(function, step.part_places);
  check_pointer(function, "now.clearance", step.now.clearance, sizeof(double));
  check_pointer(function, "lower_bounds", lower_bounds.data, sizeof(T));
  need_device();
  backend::learn_clearances(cuda.stream, step, lower_bounds);
}
template void learn_clearances<float>(const Cuda&, const FilterStep&, const Strided<float>&);
template void learn_clearances<double>(const Cuda&, const FilterStep&, const Strided<double>&);

}  // namespace abut
