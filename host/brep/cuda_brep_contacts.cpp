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
host::LeafArrays ask(const Cuda& cuda, const BrepViews& views, const host::LeafQuestions& questions,
                     BrepLeafRoom& room) {
  const host::DeviceMemory models(cuda, questions.models.size() * sizeof(PlacedModels));
  backend::copy_to_device(cuda.stream, models.data(), questions.models.data(), models.size());
  for (;;) {
    const auto* const at = static_cast<const PlacedModels*>(models.data());
    const BrepLeafSearch search = host::leaf_search(views, questions, at, room);
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
std::vector<host::BrepPairContacts> search(const Cuda& cuda, const CopiedBreps& models, const PartsView& parts,
                                           std::span<const Pair> pairs, const BrepContactOptions& options) {
  std::vector<host::BrepPairContacts> found(pairs.size());
  const std::size_t most = host::most_pairs_of_a_batch(models.views);
  BrepLeafRoom room = host::room_for(std::min(most, pairs.size()));
  for (std::size_t begin = 0; begin < pairs.size(); begin += most) {
    const auto some = pairs.subspan(begin, std::min(most, pairs.size() - begin));
    std::vector<host::PlacedBreps> placed(some.size());
    tbb::parallel_for(std::size_t{0}, some.size(),
                      [&](std::size_t i) { placed[i] = host::placed_breps(models.breps, parts, some[i], options); });
    const host::LeafQuestions questions = host::leaf_questions(placed, parts, some, options, models.views);
    const host::LeafArrays answers =
        questions.models.empty() ? host::LeafArrays{} : ask(cuda, models.views, questions, room);
    const host::LeafBatch leaves(answers, questions);
    host::find_contacts(placed, questions, leaves, options, std::span(found).subspan(begin, some.size()));
  }
  return found;
}

void check(const CopiedBreps& models, const PartsView& parts, std::span<const Pair> pairs,
           const BrepContactOptions& options) {
  host::check_options(name, options);
  host::check_pairs(name, models.breps, parts, pairs);
  host::thread_count(models.cpu);
  if (models.views.edition != host::edition_of(models.breps)) {
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
BrepContactCounts find_brep_contacts(const Cuda& cuda, const CopiedBreps& models, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out) {
  if (out.contacts.offsets == nullptr) throw InvalidInput("find_brep_contacts: offsets is null");
  check(models, parts, pairs, options);
  return host::in_arena(models.cpu, [&] {
    const auto found = search(cuda, models, parts, pairs, options);
    host::store<T>(models.breps, parts, pairs, found, out);
    return host::sum_of(found);
  });
}

template <class T>
BrepContacts<T> find_brep_contacts(const Cuda& cuda, const CopiedBreps& models, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options) {
  check(models, parts, pairs, options);
  return host::in_arena(models.cpu, [&] {
    return host::stored<T>(models.breps, parts, pairs, search(cuda, models, parts, pairs, options));
  });
}

#define ABUT_INSTANTIATE(T)                                                                        \
  template BrepContactCounts find_brep_contacts(const Cuda&, const CopiedBreps&, const PartsView&, \
                                                std::span<const Pair>, const BrepContactOptions&,  \
                                                const BrepContactsView<T>&);                       \
  template BrepContacts<T> find_brep_contacts(const Cuda&, const CopiedBreps&, const PartsView&,   \
                                              std::span<const Pair>, const BrepContactOptions&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
