#include "host/detect/cuda_detect.h"

#include <algorithm>

#include "abut/bodies/cuda_parts.h"
#include "abut/cuda_facet_contacts.h"
#include "abut/detect.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/exec/layout.h"
#include "host/facets/device_contacts.h"

namespace abut::host {
namespace {

/// Room for pairs of a part in the first search: dense packings of spheres have six.
constexpr std::uint64_t pairs_a_part = 8;

/// What a list of pairs takes. Data only but for that.
struct ListArrays {
  Pair* pairs;
  std::uint64_t* count;
  ListArrays(Workspace& w, std::uint64_t capacity) : pairs(w.take<Pair>(capacity)), count(w.take<std::uint64_t>(1)) {}
};

/// Room of the first search, a pair: grains that lie on each other have less.
constexpr std::uint64_t facet_pairs_a_pair = 32, facet_contacts_a_pair = 16;

}  // namespace

template <class T>
DeviceScene<T>::DeviceScene(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts)
    : cuda_(cuda),
      shape_memory_(cuda, device_shapes_bytes(shapes)),
      part_memory_(cuda, device_parts_bytes(parts)),
      shapes_(copy_shapes(cuda, shapes, shape_memory_)),
      parts_(copy_parts(cuda, parts, part_memory_)) {}

template <class T>
std::vector<Pair> DeviceScene<T>::find_pairs(double alert_distance) const {
  if (parts_.count < 2) return {};
  const DeviceMemory tree_memory(cuda_, part_tree_bytes(parts_.count));
  const PartTree tree = part_tree_in(tree_memory.data(), parts_.count);
  {
    const DeviceMemory workspace(cuda_, build_tree_workspace(cuda_, parts_.count));
    build_tree(cuda_.with(workspace), {shapes_.headers, parts_, alert_distance}, tree);
  }
  // Where there are more pairs than expected the second search has room for them.
  for (std::uint64_t capacity = pairs_a_part * parts_.count;;) {
    const DeviceMemory memory(cuda_, bytes_of<ListArrays>(capacity));
    const DeviceMemory workspace(cuda_, find_pairs_workspace(cuda_, capacity));
    Workspace arrays(memory.data());
    const ListArrays list(arrays, capacity);
    abut::find_pairs(cuda_.with(workspace), tree, parts_, PairOrder::half, {list.pairs, capacity, list.count});
    std::uint64_t count = 0;
    backend::copy_to_host(cuda_.stream, &count, list.count, sizeof(count));
    backend::wait(cuda_.stream);
    if (count > capacity) {
      capacity = count;
      continue;
    }
    std::vector<Pair> pairs(count);
    backend::copy_to_host(cuda_.stream, pairs.data(), list.pairs, count * sizeof(Pair));
    backend::wait(cuda_.stream);
    return pairs;
  }
}

template <class T>
void DeviceScene<T>::query_pairs(std::span<const Pair> pairs, double alert_distance, Contacts<T>& out) const {
  if (pairs.empty()) return;
  const DeviceMemory pair_memory(cuda_, pairs.size_bytes());
  backend::copy_to_device(cuda_.stream, pair_memory.data(), pairs.data(), pairs.size_bytes());
  Workspace counting;
  lay_out_contacts<T>(pairs.size(), counting);
  const DeviceMemory contact_memory(cuda_, counting.bytes());
  const std::uint32_t rows = pairs.size() >= parts_.count ? parts_.count : 0;
  const DeviceMemory workspace(cuda_, query_pairs_workspace<T>(cuda_, pairs.size(), rows));
  Workspace arrays(contact_memory.data());
  ContactsView<T> contacts = lay_out_contacts<T>(pairs.size(), arrays);
  abut::query_pairs<T>(cuda_.with(workspace), shapes_, parts_,
                       {static_cast<const Pair*>(pair_memory.data()), pairs.size()}, {alert_distance}, contacts);
  ContactsView<T> host = out.view();
  std::vector<void*> to;
  each_array(host, [&](auto* array) { to.push_back(array); });
  auto next = to.begin();
  each_array(contacts, [&](const auto* array) {
    backend::copy_to_host(cuda_.stream, *next++, array, pairs.size() * sizeof(*array));
  });
  backend::wait(cuda_.stream);
}

template <class T>
FacetContacts<T> DeviceScene<T>::find_facet_contacts(const FacetTrees& trees, std::span<const Pair> pairs,
                                                     double alert_distance) const {
  FacetContacts<T> out;
  out.offsets.assign(pairs.size() + 1, 0);
  if (pairs.empty()) return out;
  const DeviceMemory pair_memory(cuda_, pairs.size_bytes());
  backend::copy_to_device(cuda_.stream, pair_memory.data(), pairs.data(), pairs.size_bytes());
  const FacetPairs<T> on_device{{static_cast<const Pair*>(pair_memory.data()), pairs.size()}};
  const DeviceMemory surface_memory(cuda_, device_facets_bytes(trees));
  const FacetSurfaces surfaces = copy_facets(cuda_, trees, surface_memory);
  FacetOptions options{.alert_distance = alert_distance};
  options.room = {facet_pairs_a_pair * pairs.size(), facet_contacts_a_pair * pairs.size()};
  // A search with too little room says what it needs: of pairs of facets the first, of contacts the second.
  for (;;) {
    const std::uint64_t capacity = options.room.contacts;
    const DeviceMemory memory(cuda_, bytes_of<FacetArrays<T>>(pairs.size(), capacity));
    const DeviceMemory workspace(cuda_, find_facet_contacts_workspace(cuda_, pairs.size(), parts_.count, options));
    Workspace arrays(memory.data());
    const FacetContactsView<T> found = FacetArrays<T>(arrays, pairs.size(), capacity).view;
    abut::find_facet_contacts<T>(cuda_.with(workspace), surfaces, parts_, on_device, options, found);
    std::uint64_t count = 0;
    FacetRoom room;
    backend::copy_to_host(cuda_.stream, &count, found.needed, sizeof(count));
    backend::copy_to_host(cuda_.stream, &room, found.room_needed, sizeof(room));
    backend::copy_to_host(cuda_.stream, out.offsets.data(), found.offsets, out.offsets.size() * sizeof(std::uint64_t));
    backend::wait(cuda_.stream);
    if (count <= capacity) {
      download(cuda_, found, count, out);
      return out;
    }
    options.room = {std::max(options.room.facet_pairs, room.facet_pairs),
                    std::max(options.room.contacts, room.contacts)};
  }
}

template class DeviceScene<float>;
template class DeviceScene<double>;

}  // namespace abut::host
