// Checks of what is about to be enqueued; the work is the backend's.
#include "abut/contacts/history.h"
#include "host/exec/list_checks.h"

namespace abut {
namespace {

using host::check_count;
using host::check_list;
using host::check_pointer;
using host::check_workspace;
using host::need_device;

void check_ids(const char* function, const std::string& name, const ContactIds& ids) {
  check_count(function, name, ids.capacity);
  const auto check = [&](const char* array, const auto* pointer) {
    check_pointer(function, (name + "." + array).c_str(), pointer, alignof(decltype(*pointer)));
  };
  if (ids.count != nullptr) check("count", ids.count);
  if (ids.capacity == 0) return;
  check("pairs", ids.pairs), check("feature_a", ids.feature_a), check("feature_b", ids.feature_b);
  check("key", ids.key);
}

void check_places(const char* function, const std::uint32_t* places, std::uint64_t capacity,
                  const std::uint64_t* matched) {
  if (capacity > 0) check_pointer(function, "places", places, sizeof(*places));
  if (matched != nullptr) check_pointer(function, "matched", matched, sizeof(*matched));
}

}  // namespace

void match_pairs(const Cuda& cuda, const PairList& before, const PairList& now, std::uint32_t* places,
                 std::uint64_t* matched) {
  constexpr const char* function = "match_pairs";
  check_list(function, "before", before);
  check_list(function, "now", now);
  check_places(function, places, now.capacity, matched);
  need_device();
  backend::match_pairs(cuda.stream, before, now, places, matched);
}

std::size_t match_contacts_workspace(const Cuda&, std::uint64_t before_capacity) {
  need_device();
  return backend::match_contacts_workspace(before_capacity);
}

void match_contacts(const Cuda& cuda, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                    std::uint64_t* matched) {
  constexpr const char* function = "match_contacts";
  check_ids(function, "before", before);
  check_ids(function, "now", now);
  check_places(function, places, now.capacity, matched);
  need_device();
  check_workspace(function, cuda, backend::match_contacts_workspace(before.capacity));
  backend::match_contacts(cuda.stream, before, now, places, matched, cuda.workspace.data());
}

void carry(const Cuda& cuda, const Carried& which, const void* before, void* now, std::size_t element_bytes) {
  constexpr const char* function = "carry";
  if (element_bytes % 4 != 0) {
    throw InvalidInput("carry: element_bytes is " + std::to_string(element_bytes) + "; allowed are multiples of 4");
  }
  if (which.capacity == 0 || element_bytes == 0) return;
  check_count(function, "now", which.capacity);
  check_pointer(function, "places", which.places, sizeof(*which.places));
  if (which.count != nullptr) check_pointer(function, "count", which.count, sizeof(*which.count));
  check_pointer(function, "before", before, 4);
  check_pointer(function, "now", now, 4);
  need_device();
  backend::carry(cuda.stream, which, before, now, element_bytes);
}

}  // namespace abut
