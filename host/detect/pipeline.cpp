// Contact pipelines: their arguments. The work is that of the executors' stages.
#include "abut/pipeline.h"

#include <cmath>
#include <string>

#include "abut/contacts/matching.h"
#include "abut/contacts/patch_batch.h"
#include "abut/core/error.h"
#include "host/contacts/patch_checks.h"
#include "host/detect/pipeline_stages.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace pipeline_detail {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("ContactPipeline: " + what); }

void check_capacity(const char* name, std::uint64_t room) {
  if (room <= no_match) return;
  refuse("options." + std::string(name) + " is " + std::to_string(room) + "; allowed are " + std::to_string(no_match));
}

template <class T>
void check_options(const PipelineOptions& o) {
  if (!host::is_distance(o.alert_distance)) {
    refuse("options.alert_distance is " + host::number_text(o.alert_distance) + "; allowed are finite numbers from 0");
  }
  if (o.kept_bytes % 4 != 0) {
    refuse("options.kept_bytes is " + std::to_string(o.kept_bytes) + "; allowed are multiples of 4");
  }
  check_capacity("candidates", o.candidates), check_capacity("pairs", o.pairs);
  T some;
  std::uint8_t status;
  ContactsView<T> all;
  all.separation = {&some}, all.normal = all.point = {&some, &some, &some}, all.status = {&status};
  if (o.patches || o.volumes) host::check_patches<T>("ContactPipeline", all, o.patch, {});
}

void check_shapes(const ShapeSet& shapes, const BodySet& bodies, bool volumes) {
  const PartsView parts = bodies.parts();
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const std::uint32_t shape = parts.shape[i];
    const std::string of_part = "part " + std::to_string(i) + " has shape " + std::to_string(shape);
    if (shape >= shapes.size()) refuse(of_part + "; there are " + std::to_string(shapes.size()) + " shapes");
    if (volumes && !has_volume(shapes.header(shape))) {
      refuse(of_part + ", which is no polyhedron; volumes are those of polyhedra alone");
    }
  }
}

/// Of all that a pipeline copies of bodies: what differs has another one, all but surely.
template <class T>
typename Stages<T>::Made made_of(const BodySet& bodies) {
  const PartsView parts = bodies.parts();
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t number) { hash = mix64(hash ^ (number + 0x9e3779b97f4a7c15ull)); };
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    add(std::uint64_t{parts.shape[i]} << 32 | parts.body[i]);
    add(std::uint64_t{parts.groups[i]} << 32 | parts.meets[i]);
    add(std::uint64_t{parts.self_contact[i]} << 32 |
        static_cast<std::uint32_t>(parts.world != nullptr ? parts.world[i] : 0));
    add(__builtin_bit_cast(std::uint64_t, parts.alert[i]));
    const Pose& local = bodies.local_pose(i);
    for (const double m : local.rotation.m) add(__builtin_bit_cast(std::uint64_t, m));
    for (const double p : {local.position.x, local.position.y, local.position.z}) {
      add(__builtin_bit_cast(std::uint64_t, p));
    }
  }
  return {bodies.size(), parts.count, hash};
}

template <class T, class Q>
void check_poses(const Stages<T>& stages, const BodyPosesView<Q>& poses) {
  if (poses.count != stages.made.bodies) {
    refuse("poses.count is " + std::to_string(poses.count) + "; it was made with " +
           std::to_string(stages.made.bodies) + " bodies");
  }
  const bool none = poses.position.x == nullptr || poses.position.y == nullptr || poses.position.z == nullptr ||
                    poses.qw == nullptr || poses.qx == nullptr || poses.qy == nullptr || poses.qz == nullptr;
  if (none && poses.count > 0) refuse("an array of poses is null");
}

template <class T>
void check_bodies(const Stages<T>& stages, const BodySet& bodies) {
  const auto now = made_of<T>(bodies);
  if (now.bodies != stages.made.bodies || now.parts != stages.made.parts) {
    refuse("there are " + std::to_string(now.bodies) + " bodies of " + std::to_string(now.parts) +
           " parts; it was made with " + std::to_string(stages.made.bodies) + " of " +
           std::to_string(stages.made.parts));
  }
  if (now.fingerprint != stages.made.fingerprint) {
    refuse("shapes, places or masks of the parts are not those that it was made with");
  }
}

void check_list(const char* name, const std::vector<Pair>& pairs, std::uint32_t part_count, std::uint64_t room) {
  if (pairs.size() > room) {
    refuse("state." + std::string(name) + " has " + std::to_string(pairs.size()) + " pairs; there is room for " +
           std::to_string(room));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].a < part_count && pairs[i].b < part_count && (i == 0 || comes_before(pairs[i - 1], pairs[i])))
      continue;
    refuse("state." + std::string(name) + "[" + std::to_string(i) +
           "] is out of order, or names a part that is not there");
  }
}

template <class T>
void check_state(const Stages<T>& stages, const PipelineState& state) {
  const PipelineOptions& o = stages.options;
  check_list("pairs", state.pairs, stages.made.parts, o.pairs);
  check_list("candidates", state.candidates, stages.made.parts, o.filter ? o.candidates : 0);
  const auto check = [](const char* name, std::size_t size, std::size_t needed) {
    if (size == needed) return;
    refuse("state." + std::string(name) + " has " + std::to_string(size) + " elements; needed are " +
           std::to_string(needed));
  };
  check("caches", state.caches.size(), state.pairs.size());
  check("kept", state.kept.size(), state.pairs.size() * o.kept_bytes);
  check("clearances", state.clearances.size(), state.candidates.size());
}

void check_capacities(const PipelineCounts& c, const PipelineOptions& o) {
  const auto check = [](const char* what, std::uint64_t most, std::uint64_t room, const char* option) {
    if (most <= room) return;
    refuse("a step has found " + std::to_string(most) + " " + what + "; there is room for " + std::to_string(room) +
           " (options." + option + ")");
  };
  check("candidate pairs", c.most_candidates, o.candidates, "candidates");
  check("pairs to query", c.most_pairs, o.pairs, "pairs");
  check("points of patches", c.most_points, o.points, "points");
  if (c.all_unanswered > 0) {
    refuse("patches of " + std::to_string(c.all_unanswered) +
           " pairs so far have needed more than options.patch.capacity (" + std::to_string(o.patch.capacity) + ")");
  }
}

template <class T, class Executor>
std::unique_ptr<Stages<T>> checked_stages(const Executor& executor, const ShapeSet& shapes, const BodySet& bodies,
                                          const PipelineOptions& options) {
  check_options<T>(options);
  check_shapes(shapes, bodies, options.volumes);
  const PipelineOptions with_capacities = host::with_capacities(options, bodies.part_count());
  check_capacity("candidates", with_capacities.candidates);
  std::unique_ptr<Stages<T>> stages = make_stages<T>(executor, shapes, bodies, with_capacities);
  stages->made = made_of<T>(bodies);
  return stages;
}

}  // namespace

std::vector<double> local_poses(const BodySet& bodies) {
  std::vector<double> out;
  bool any = false;
  for (std::uint32_t i = 0; i < bodies.part_count(); ++i) {
    const Pose& p = bodies.local_pose(i);
    const double* const r = p.rotation.m;
    out.insert(out.end(),
               {r[0], r[1], r[2], p.position.x, r[3], r[4], r[5], p.position.y, r[6], r[7], r[8], p.position.z});
    for (int k = 0; k < 9; ++k) any = any || r[k] != (k % 4 == 0 ? 1 : 0);
    any = any || p.position.x != 0 || p.position.y != 0 || p.position.z != 0;
  }
  if (!any) out.clear();
  return out;
}

}  // namespace pipeline_detail

using namespace pipeline_detail;

template <class T>
ContactPipeline<T>::ContactPipeline(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies,
                                    const PipelineOptions& options)
    : stages_(checked_stages<T>(cpu, shapes, bodies, options)) {}
template <class T>
ContactPipeline<T>::ContactPipeline(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies,
                                    const PipelineOptions& options)
    : stages_(checked_stages<T>(cuda, shapes, bodies, options)) {}
template <class T>
ContactPipeline<T>::~ContactPipeline() = default;
template <class T>
ContactPipeline<T>::ContactPipeline(ContactPipeline&&) noexcept = default;
template <class T>
ContactPipeline<T>& ContactPipeline<T>::operator=(ContactPipeline&&) noexcept = default;

template <class T>
void ContactPipeline<T>::step(const BodyPosesView<float>& poses) {
  check_poses(*stages_, poses);
  stages_->place(poses);
  stages_->run(nullptr);
}
template <class T>
void ContactPipeline<T>::step(const BodyPosesView<double>& poses) {
  check_poses(*stages_, poses);
  stages_->place(poses);
  stages_->run(nullptr);
}
template <class T>
void ContactPipeline<T>::step(const BodySet& bodies) {
  check_bodies(*stages_, bodies);
  stages_->place(bodies.parts());
  stages_->run(nullptr);
}
template <class T>
void ContactPipeline<T>::step(const BodyPosesView<double>& poses, const PipelineQuery<T>& query) {
  check_poses(*stages_, poses);
  if (!query) refuse("query is empty");
  stages_->place(poses);
  stages_->run(&query);
}

template <class T>
void ContactPipeline<T>::rebuild_tree() {
  stages_->rebuild = true;
}
template <class T>
const PipelineContacts<T>& ContactPipeline<T>::contacts() const {
  return stages_->contacts;
}
template <class T>
const PipelineCounts* ContactPipeline<T>::counts_in_place() const {
  return stages_->counts_in_place;
}
template <class T>
PipelineCounts ContactPipeline<T>::counts() {
  const PipelineCounts counts = stages_->counts();
  check_capacities(counts, stages_->options);
  return counts;
}
template <class T>
PipelineState ContactPipeline<T>::state() {
  return stages_->state();
}
template <class T>
void ContactPipeline<T>::restore(const BodyPosesView<double>& poses, const PipelineState& state) {
  check_poses(*stages_, poses);
  check_state(*stages_, state);
  stages_->place(poses);
  stages_->restore(state);
  stages_->rebuild = true;
}
template <class T>
std::size_t ContactPipeline<T>::memory() const {
  return stages_->memory();
}

template class ContactPipeline<float>;
template class ContactPipeline<double>;

}  // namespace abut
