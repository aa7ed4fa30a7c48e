// The arrays of a contact pipeline, whichever executor's memory they lie in.
#pragma once

#include <algorithm>

#include "abut/contacts/clearance.h"
#include "abut/pipeline.h"
#include "host/exec/layout.h"

namespace abut::host {

/// How many of each there is room for: options with what 0 stands for put in.
inline PipelineOptions with_capacities(PipelineOptions options, std::uint32_t part_count) {
  if (options.candidates == 0) options.candidates = std::max<std::uint64_t>(1024, 24ull * part_count);
  if (!options.filter) options.pairs = options.candidates;
  if (options.pairs == 0) options.pairs = (options.candidates + 1) / 2;
  if (!options.patches) options.points = 0;
  if (options.patches && options.points == 0) options.points = 4 * options.pairs;
  return options;
}

/// Pairs that are queried, and what is kept of them. Data only.
struct QueriedPairs {
  Pair* pairs;
  std::uint64_t* count;
  CachedPolytope* caches;
  std::byte* kept;

  QueriedPairs(Workspace& w, const PipelineOptions& o)
      : pairs(w.take<Pair>(o.pairs)),
        count(w.take<std::uint64_t>(1)),
        caches(w.take<CachedPolytope>(o.pairs)),
        kept(w.take<std::byte>(o.pairs * o.kept_bytes)) {}
};

/// Candidates with their clearances. Data only.
struct Candidates {
  Pair* pairs;
  std::uint64_t* count;
  double* clearance;

  Candidates(Workspace& w, std::uint64_t capacity)
      : pairs(w.take<Pair>(capacity)), count(w.take<std::uint64_t>(1)), clearance(w.take<double>(capacity)) {}
};

template <class T>
PatchesView<T> lay_out_patches(Workspace& w, const PipelineOptions& o) {
  PatchesView<T> out;
  if (!o.patches && !o.volumes) return out;
  const auto vectors = [&](std::uint64_t count) {
    return StridedVec3<T>{w.take<T>(count), w.take<T>(count), w.take<T>(count), 1};
  };
  out.unanswered = w.take<std::uint64_t>(1);
  if (o.volumes) {
    out.volume = {w.take<T>(o.pairs), 1};
    out.volume_centre = vectors(o.pairs), out.volume_normal = vectors(o.pairs), out.volume_moment = vectors(o.pairs);
  }
  if (!o.patches) return out;
  out.area = {w.take<T>(o.pairs), 1};
  out.centre = vectors(o.pairs);
  out.offsets = w.take<std::uint64_t>(o.pairs + 1);
  out.needed = w.take<std::uint64_t>(1);
  out.points = vectors(o.points);
  out.gaps = {w.take<T>(o.points), 1};
  out.capacity = o.points;
  return out;
}

/// What both executors have. Data only.
template <class T>
struct PipelineArrays {
  PipelineCounts* counts;
  std::uint64_t* usable;  ///< `PipelineContacts::count`
  QueriedPairs now, before;
  std::uint32_t* previous;
  ContactsView<T> records;
  PatchesView<T> patches;

  PipelineArrays(Workspace& w, const PipelineOptions& o)
      : counts(w.take<PipelineCounts>(1)),
        usable(w.take<std::uint64_t>(1)),
        now(w, o),
        before(w, o),
        previous(w.take<std::uint32_t>(o.pairs)),
        records(lay_out_contacts<T>(o.pairs, w)),
        patches(lay_out_patches<T>(w, o)) {}

  PipelineContacts<T> contacts(const PipelineOptions& o, const PartsView& parts) const {
    return {usable, o.pairs, now.pairs, records, previous, o.kept_bytes > 0 ? now.kept : nullptr, patches, parts};
  }
};

}  // namespace abut::host
