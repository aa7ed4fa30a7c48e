#include "abut/brep/cuda_brep_contacts.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <string>

#include "abut/core/error.h"
#include "host/brep/brep_layout.h"
#include "host/brep/leaf_batch.h"
#include "host/exec/arena.h"
#include "host/exec/device_batch_checks.h"
#include "host/exec/staged_copy.h"

namespace abut {
namespace {

constexpr const char* name = "find_brep_contacts";

template <class E>
std::vector<E> array_of(const Cuda& cuda, const E* from, std::uint64_t count) {
  std::vector<E> out(count);
  if (count > 0) backend::copy_to_host(cuda.stream, out.data(), from, count * sizeof(E));
  return out;
}

/// Asks again with more room where it was too little; `room` is what was enough.
host::LeafArrays ask(const CudaBreps& on, const host::LeafQuestions& questions, BrepLeafRoom& room) {
  const Cuda& cuda = on.cuda;
  const host::DeviceMemory models(cuda, questions.models.size() * sizeof(PlacedModels));
  backend::copy_to_device(cuda.stream, models.data(), questions.models.data(), models.size());
  for (;;) {
    const auto* const at = static_cast<const PlacedModels*>(models.data());
    const BrepLeafSearch search = host::leaf_search(on.views, questions, at, room);
    const host::DeviceMemory workspace(cuda, backend::find_brep_leaves_workspace(search));
    const BrepLeaves found = backend::find_brep_leaves(cuda.stream, search, workspace.data());
    const auto counts = host::read_back<BrepLeafCounts>(cuda, found.counts);
    if (host::fits(counts.needed, room)) {
      host::LeafArrays out{
          array_of(cuda, found.near, counts.leaves), array_of(cuda, found.touching, counts.needed.touching),
          array_of(cuda, found.verdicts, counts.leaves), array_of(cuda, found.solved, counts.needed.solved)};
      backend::wait(cuda.stream);
      return out;
    }
    room = host::grown(room, counts.needed);
  }
}

/// Some pairs at a time. Runs in the calling task arena.
std::vector<host::BrepPairContacts> search(const CudaBreps& on, const ContactBreps& breps, const PartsView& parts,
                                           std::span<const Pair> pairs, const BrepContactOptions& options) {
  std::vector<host::BrepPairContacts> found(pairs.size());
  const std::size_t most = host::most_pairs_of_a_batch(on.views);
  BrepLeafRoom room = host::room_for(std::min(most, pairs.size()));
  for (std::size_t begin = 0; begin < pairs.size(); begin += most) {
    const auto some = pairs.subspan(begin, std::min(most, pairs.size() - begin));
    std::vector<host::PlacedBreps> placed(some.size());
    tbb::parallel_for(std::size_t{0}, some.size(),
                      [&](std::size_t i) { placed[i] = host::placed_breps(breps, parts, some[i], options); });
    const host::LeafQuestions questions = host::leaf_questions(placed, parts, some, options, on.views);
    const host::LeafArrays answers = questions.models.empty() ? host::LeafArrays{} : ask(on, questions, room);
    const host::LeafBatch leaves(answers, questions);
    host::find_contacts(placed, questions, leaves, options, std::span(found).subspan(begin, some.size()));
  }
  return found;
}

void check(const CudaBreps& on, const ContactBreps& breps, const PartsView& parts, std::span<const Pair> pairs,
           const BrepContactOptions& options) {
  host::check_options(name, options);
  host::check_pairs(name, breps, parts, pairs);
  host::thread_count(on.cpu);
  if (on.views.edition != host::edition_of(breps)) {
    throw InvalidInput(
        "find_brep_contacts: views are of other models; allowed is a copy made since the last one was set");
  }
  host::need_device();
}

}  // namespace

std::size_t device_breps_bytes(const ContactBreps& breps) {
  Workspace counting;
  host::lay_out_breps(breps, counting, [](auto*, const auto*, std::size_t) {});
  return counting.bytes();
}

BrepViews copy_breps(const Cuda& cuda, const ContactBreps& breps, const Workspace& memory) {
  const std::size_t bytes = device_breps_bytes(breps);
  if (!host::check_copy("copy_breps", memory, bytes)) return host::brep_views(breps, nullptr);
  host::copy_staged(cuda, memory.data(), bytes,
                    [&](Workspace& arrays, const auto& stage) { return host::lay_out_breps(breps, arrays, stage); });
  return host::brep_views(breps, static_cast<const BrepView<double>*>(memory.data()));
}

template <class T>
BrepContactCounts find_brep_contacts(const CudaBreps& on, const ContactBreps& breps, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out) {
  if (out.contacts.offsets == nullptr) throw InvalidInput("find_brep_contacts: offsets is null");
  check(on, breps, parts, pairs, options);
  return host::in_arena(on.cpu, [&] {
    const auto found = search(on, breps, parts, pairs, options);
    host::store<T>(breps, parts, pairs, found, out);
    return host::sum_of(found);
  });
}

template <class T>
BrepContacts<T> find_brep_contacts(const CudaBreps& on, const ContactBreps& breps, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options) {
  check(on, breps, parts, pairs, options);
  return host::in_arena(on.cpu,
                        [&] { return host::stored<T>(breps, parts, pairs, search(on, breps, parts, pairs, options)); });
}

#define ABUT_INSTANTIATE(T)                                                                              \
  template BrepContactCounts find_brep_contacts(const CudaBreps&, const ContactBreps&, const PartsView&, \
                                                std::span<const Pair>, const BrepContactOptions&,        \
                                                const BrepContactsView<T>&);                             \
  template BrepContacts<T> find_brep_contacts(const CudaBreps&, const ContactBreps&, const PartsView&,   \
                                              std::span<const Pair>, const BrepContactOptions&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
