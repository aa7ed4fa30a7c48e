// Checks of searches of knots that are about to be enqueued, and copies of surfaces; the work is the backend's.
#include "abut/surface/cuda_surface_contacts.h"

#include <string>
#include <vector>

#include "abut/surface/contact_surfaces.h"
#include "host/exec/device_batch_checks.h"
#include "host/exec/list_checks.h"
#include "host/exec/staged_copy.h"
#include "host/surface/surface_layout.h"

namespace abut {
namespace {

constexpr const char* function = "find_surface_contacts";

template <class Copy>
ContactSurfaceView lay_out_shape(const ContactSurfaces& surfaces, std::uint32_t shape, Workspace& to,
                                 const Copy& copy) {
  std::vector<Vec3<double>> points;
  for (const KnotPosition& k : surfaces.knots(shape)) points.push_back(k.point);
  ContactSurfaceView out{host::lay_out_surface(surfaces.view(shape), to, copy), points.data(),
                         static_cast<std::uint32_t>(points.size())};
  host::layout_detail::place(out.knots, points.size(), to, copy);
  return out;
}

/// Of all shapes: first the table of views, then what they point to.
template <class Copy>
std::vector<ContactSurfaceView> lay_out_shapes(const ContactSurfaces& surfaces, Workspace& to, const Copy& copy) {
  std::vector<ContactSurfaceView> table(surfaces.shape_count());
  to.take<ContactSurfaceView>(table.size());
  for (std::uint32_t shape = 0; shape < table.size(); ++shape) {
    if (surfaces.has(shape)) table[shape] = lay_out_shape(surfaces, shape, to, copy);
  }
  return table;
}

template <class T>
void check_arrays(const backend::KnotSearch& s, const SurfaceContactsView<T>& out) {
  const auto check = [](const char* name, const auto* array) {
    host::check_pointer(function, name, array, sizeof(*array));
  };
  check("out.offsets", out.offsets), check("out.needed", out.needed), check("out.room_needed", out.room_needed);
  const auto check_out = [&](const auto* array) {
    if (array != nullptr) check("an array of out", array);
  };
  check_out(out.key.data), check_out(out.separation.data), check_out(out.u.data), check_out(out.v.data);
  for (const StridedVec3<T>& v : {out.normal, out.point}) check_out(v.x), check_out(v.y), check_out(v.z);
  check_out(out.status.data);
  if (s.pair_count == 0) return;
  host::check_pointer(function, "pairs", s.pairs, alignof(Pair));
  if (s.surfaces.count > 0) {
    host::check_pointer(function, "surfaces", s.surfaces.of_shape, alignof(ContactSurfaceView));
  }
  const PartsView& p = s.parts;
  check("parts.shape", p.shape);
  for (const double* array : {p.px, p.py, p.pz, p.body_x, p.body_y, p.body_z}) check("an array of parts", array);
  for (const double* array : p.r) check("an array of parts.r", array);
  if (p.alert != nullptr) check("parts.alert", p.alert);
}

/// The debug mode: throws for the first pair that names a part that is not there.
void check_pairs(const Cuda& cuda, const backend::KnotSearch& s) {
  const host::DeviceMemory lowest(cuda, sizeof(std::uint64_t));
  backend::find_bad_pair(cuda.stream, {s.pairs, s.pair_count, s.count, nullptr, s.parts.count, s.parts.count},
                         static_cast<std::uint64_t*>(lowest.data()));
  const auto bad = host::read_back<std::uint64_t>(cuda, lowest.data());
  if (bad == backend::no_bad_pair) return;
  const auto pair = host::read_back<Pair>(cuda, s.pairs + bad);
  for (const std::uint32_t part : {pair.a, pair.b}) host::check_index(function, bad, part, s.parts.count);
}

template <class T>
void enqueue(const Cuda& cuda, const backend::KnotSearch& search, const SurfaceContactsView<T>& out) {
  if (!host::is_distance(search.options.alert_distance)) {
    throw InvalidInput("find_surface_contacts: alert_distance is " + host::number_text(search.options.alert_distance) +
                       "; allowed is 0 or more, finite");
  }
  host::check_count(function, "pairs", search.pair_count);
  host::check_count(function, "options.room", search.options.room);
  check_arrays(search, out);
  host::need_device();
  if (cuda.checked && search.pair_count > 0) check_pairs(cuda, search);
  const std::size_t needed = backend::find_surface_contacts_workspace(search.pair_count, search.options.room);
  host::check_workspace(function, cuda, needed);
  backend::find_surface_contacts(cuda.stream, search, out, cuda.workspace.data());
}

}  // namespace

std::size_t device_contact_surfaces_bytes(const ContactSurfaces& surfaces) {
  Workspace counting;
  lay_out_shapes(surfaces, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

ContactSurfaceViews copy_contact_surfaces(const Cuda& cuda, const ContactSurfaces& surfaces, const Workspace& memory) {
  const std::size_t bytes = device_contact_surfaces_bytes(surfaces);
  if (!host::check_copy("copy_contact_surfaces", memory, bytes)) return {};
  host::copy_staged(cuda, memory.data(), bytes,
                    [&](Workspace& arrays, const auto& stage) { return lay_out_shapes(surfaces, arrays, stage); });
  return {static_cast<const ContactSurfaceView*>(memory.data()), surfaces.shape_count()};
}

std::size_t find_surface_contacts_workspace(const Cuda&, std::uint64_t pair_count,
                                            const SurfaceContactOptions& options) {
  host::need_device();
  return backend::find_surface_contacts_workspace(pair_count, options.room);
}

template <class T>
void find_surface_contacts(const Cuda& cuda, const ContactSurfaceViews& surfaces, const PartsView& parts,
                           std::span<const Pair> pairs, const SurfaceContactOptions& options,
                           const SurfaceContactsView<T>& out) {
  enqueue<T>(cuda, {surfaces, parts, pairs.data(), pairs.size(), nullptr, options}, out);
}

template <class T>
void find_surface_contacts(const Cuda& cuda, const ContactSurfaceViews& surfaces, const PartsView& parts,
                           const PairList& pairs, const SurfaceContactOptions& options,
                           const SurfaceContactsView<T>& out) {
  host::check_list(function, "pairs", pairs);
  enqueue<T>(cuda, {surfaces, parts, pairs.pairs, pairs.capacity, pairs.count, options}, out);
}

#define ABUT_INSTANTIATE(T)                                                                                          \
  template void find_surface_contacts<T>(const Cuda&, const ContactSurfaceViews&, const PartsView&,                  \
                                         std::span<const Pair>, const SurfaceContactOptions&,                        \
                                         const SurfaceContactsView<T>&);                                             \
  template void find_surface_contacts<T>(const Cuda&, const ContactSurfaceViews&, const PartsView&, const PairList&, \
                                         const SurfaceContactOptions&, const SurfaceContactsView<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
