// Contacts of facets in device memory: how their arrays lie there, and their way back.
#pragma once

#include "abut/core/workspace.h"
#include "abut/facet_contacts.h"
#include "kernels/backend.h"

namespace abut::host {

/// What contacts of facets take, vectors as those of `FacetContacts`. Data only but for that.
template <class T>
struct FacetArrays {
  FacetContactsView<T> view;
  FacetArrays(Workspace& w, std::uint64_t pairs, std::uint64_t capacity) {
    view.offsets = w.take<std::uint64_t>(pairs + 1), view.needed = w.take<std::uint64_t>(1);
    view.room_needed = w.take<FacetRoom>(1);
    view.capacity = capacity;
    view.facet_a.data = w.take<std::uint32_t>(capacity), view.facet_b.data = w.take<std::uint32_t>(capacity);
    view.separation.data = w.take<T>(capacity);
    for (StridedVec3<T>* v : {&view.normal, &view.witness_a, &view.witness_b, &view.point}) {
      T* const first = w.take<T>(3 * capacity);
      *v = {first, first + 1, first + 2, 3};
    }
    view.feature_a.data = w.take<Feature>(capacity), view.feature_b.data = w.take<Feature>(capacity);
    view.kind.data = w.take<FacetContactKind>(capacity);
    view.key.data = w.take<std::uint64_t>(capacity);
  }
};

/// Copies `count` contacts from a device into `out`, whose offsets are there.
template <class T>
void download(const Cuda& cuda, const FacetContactsView<T>& from, std::uint64_t count, FacetContacts<T>& out) {
  const auto take = [&](auto& array, const void* data) {
    array.resize(count);
    backend::copy_to_host(cuda.stream, array.data(), data, count * sizeof(array[0]));
  };
  take(out.facet_a, from.facet_a.data), take(out.facet_b, from.facet_b.data);
  take(out.separation, from.separation.data);
  take(out.normal, from.normal.x), take(out.point, from.point.x);
  take(out.witness_a, from.witness_a.x), take(out.witness_b, from.witness_b.x);
  take(out.feature_a, from.feature_a.data), take(out.feature_b, from.feature_b.data);
  take(out.kind, from.kind.data), take(out.key, from.key.data);
  backend::wait(cuda.stream);
}

}  // namespace abut::host
