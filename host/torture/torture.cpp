#include "host/torture/torture.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <mutex>
#include <tuple>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/exec/layout.h"
#include "host/torture/draw.h"

namespace abut::torture {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Which batch it is, and whether queries start from what a step before has left.
struct BatchNumber {
  std::uint64_t seed, index;
  bool warm;
};

io::PairCase replay_of(const Batch& batch, const BatchNumber& number, const Failure& failure) {
  const PosedPair& pair = batch.pairs[failure.index];
  io::PairCase c;
  c.name = failure.pair_class + "_" + std::to_string(failure.batch) + "_" + std::to_string(failure.index) + "_" +
           failure.precision + (number.warm ? "_warm" : "");
  c.source = "abut torture";
  c.shape_a = batch.shapes[pair.a];
  c.shape_b = batch.shapes[pair.b];
  c.pose_a = pair.pose_a;
  c.pose_b = pair.pose_b;
  c.note = failure.checked.fault == Fault::none ? "unfinished" : fault_name(failure.checked.fault);
  if (number.warm) c.note += ", started from what a step before has left";
  return c;
}

/// Pairs at these poses, or if there are bodies, of body 2 i and 2 i + 1.
template <class T>
Contacts<T> query_posed(const ShapeSet& set, const std::vector<PosedPair>& posed, const BodySet* bodies,
                        const QueryOptions& options, const Cpu& cpu = {1}) {
  Contacts<T> out(posed.size());
  std::vector<Pair> pairs;
  if (bodies != nullptr) {
    for (std::uint32_t i = 0; i < posed.size(); ++i) pairs.push_back({2 * i, 2 * i + 1});
    query_pairs<T>(cpu, set.view<T>(), bodies->parts(), pairs, options, out.view());
    return out;
  }
  std::vector<double> poses;
  for (const PosedPair& pair : posed) {
    const double* r = pair.pose_b.rotation.m;
    const Vec3<double> t = pair.pose_b.position;
    poses.insert(poses.end(), {r[0], r[1], r[2], t.x, r[3], r[4], r[5], t.y, r[6], r[7], r[8], t.z});
    pairs.push_back({pair.a, pair.b});
  }
  query_shape_pairs<T>(cpu, set.view<T>(), pairs, {poses.data(), 12}, options, out.view());
  return out;
}

template <class S>
bool is_unfinished(S status) {
  return status_of(status) == Status::iteration_limit;
}

template <class T>
void count(const Contact<T>& contact, Row& row) {
  ++row.pairs;
  row.unfinished += is_unfinished(contact.status) ? 1 : 0;
  row.gjk_sum += contact.gjk_iterations;
  row.gjk_max = std::max(row.gjk_max, static_cast<int>(contact.gjk_iterations));
  row.epa_max = std::max(row.epa_max, static_cast<int>(contact.epa_iterations));
  if (contact.epa_iterations > 0) row.epa_sum += contact.epa_iterations, ++row.overlapping;
}

void count(const Checked& checked, Row& row) {
  row.loose += checked.loose ? 1 : 0;
  const bool uncertified = checked.fault == Fault::uncertified, fails = checked.fault != Fault::none && !uncertified;
  row.uncertified += uncertified ? 1 : 0;
  row.failures += fails ? 1 : 0;
  row.faults[static_cast<std::size_t>(checked.fault)] += fails ? 1 : 0;
  if (checked.unfinished || checked.loose || checked.fault == Fault::uncertified) return;
  row.separation.add(checked.separation_error);
  row.witness.add(checked.witness_error);
  row.normal.add(checked.normal_error);
}

/// Of all bits of a batch's records.
template <class T>
std::uint64_t digest_of(Contacts<T>& records, std::uint64_t index) {
  std::uint64_t digest = mix64(index);
  ContactsView<T> arrays = records.view();
  host::each_array(arrays, [&](const auto* array) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, array + i, sizeof *array);
      digest = mix64(digest ^ bits) + i;
    }
  });
  return digest;
}

template <class T>
void run_batch(const Batch& batch, const BatchNumber& number, bool certify, Row& row, std::vector<Failure>& failures,
               std::vector<Failure>& unfinished) {
  std::vector<CachedPolytope> cache, alert_cache;
  if (number.warm) cache = alert_cache = caches_of_a_step<T>(batch, number.seed ^ number.index << 32);
  const double start = now();
  Contacts<T> out =
      query_batch<T>(batch, std::numeric_limits<double>::infinity(), number.warm ? cache.data() : nullptr);
  const double queried = now();
  row.query_seconds += queried - start;
  row.digest = digest_of(out, number.index);
  for (std::size_t i = 0; i < out.size(); ++i) count(out[i], row);
  if (!certify) {
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      if (!is_unfinished(out[i].status)) continue;
      Failure failure{row.name, row.precision, number.index, i, {}, {}};
      failure.checked.unfinished = true;
      failure.replay = replay_of(batch, number, failure);
      unfinished.push_back(std::move(failure));
    }
    return;
  }
  const Contacts<T> alerted = query_batch<T>(batch, 0, number.warm ? alert_cache.data() : nullptr);
  const double alerted_at = now();
  const Checker<T> checker(batch.set);
  const PartsView parts = batch.bodies.parts();
  for (std::uint32_t i = 0; i < batch.pairs.size(); ++i) {
    const PosedPair& pair = batch.pairs[i];
    const std::uint32_t part = 2 * i;
    const Vec3<double> origin = batch.has_bodies()
                                    ? Vec3<double>{parts.body_x[part], parts.body_y[part], parts.body_z[part]}
                                    : pair.pose_a.position;
    const Contact<T> contact = out[i];
    const Checked checked = checker.check_both(pair, origin, contact, alerted[i]);
    count(checked, row);
    if (checked.fault == Fault::none && !checked.unfinished) continue;
    Failure failure{row.name, row.precision, number.index, i, checked, {}};
    failure.replay = replay_of(batch, number, failure);
    const bool fails = checked.fault != Fault::none && checked.fault != Fault::uncertified;
    (fails ? failures : unfinished).push_back(std::move(failure));
  }
  row.certify_seconds += now() - alerted_at;
}

class ClassRun {
 public:
  ClassRun(const PairClass& pair_class, const Options& options) : class_(pair_class), options_(options) {
    for (const char* precision : {"f64", "f32"}) {
      const bool wanted = std::string(precision) == "f64" ? options.f64 : options.f32;
      if (!wanted) continue;
      rows_.emplace_back();
      rows_.back().name = pair_class.name;
      rows_.back().precision = precision;
    }
    failures_.resize(rows_.size());
    unfinished_.resize(rows_.size());
  }

  std::uint64_t batches() const {
    return options_.pairs / class_.pairs_per_batch + (options_.pairs % class_.pairs_per_batch != 0 ? 1 : 0);
  }

  void run(std::uint64_t index, const std::function<void(std::uint64_t)>& progress) {
    const std::uint64_t remaining = options_.pairs - index * class_.pairs_per_batch;
    const auto pairs = static_cast<std::uint32_t>(std::min<std::uint64_t>(remaining, class_.pairs_per_batch));
    const Batch batch = make_batch(class_, options_.seed, index, pairs);
    const BatchNumber number{options_.seed, index, options_.warm};
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      Row row;
      row.name = rows_[r].name;
      row.precision = rows_[r].precision;
      std::vector<Failure> failures, unfinished;
      if (row.precision == "f64") run_batch<double>(batch, number, options_.certify, row, failures, unfinished);
      if (row.precision == "f32") run_batch<float>(batch, number, options_.certify, row, failures, unfinished);
      const std::lock_guard lock(mutex_);
      rows_[r].merge(row);
      save_first(failures_[r], failures);
      save_first(unfinished_[r], unfinished);
    }
    progress(pairs);
  }

  void move_into(Report& report) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      report.rows.push_back(std::move(rows_[r]));
      std::move(failures_[r].begin(), failures_[r].end(), std::back_inserter(report.failures));
      std::move(unfinished_[r].begin(), unfinished_[r].end(), std::back_inserter(report.unfinished));
    }
  }

 private:
  /// Of each kind of fault those of the lowest batches, so that threads do not matter; the worst kind first.
  void save_first(std::vector<Failure>& saved, std::vector<Failure>& more) const {
    std::move(more.begin(), more.end(), std::back_inserter(saved));
    std::sort(saved.begin(), saved.end(), [](const Failure& a, const Failure& b) {
      return std::tie(a.checked.fault, a.batch, a.index) < std::tie(b.checked.fault, b.batch, b.index);
    });
    std::array<std::size_t, fault_count> seen{};
    std::erase_if(
        saved, [&](const Failure& f) { return seen[static_cast<std::size_t>(f.checked.fault)]++ >= options_.saved; });
  }

  const PairClass& class_;
  const Options& options_;
  std::mutex mutex_;
  std::vector<Row> rows_;
  std::vector<std::vector<Failure>> failures_, unfinished_;  // of each row
};

const PairClass& class_named(const std::string& name) {
  std::string allowed;
  for (const PairClass& pair_class : pair_classes()) {
    if (name == pair_class.name) return pair_class;
    allowed += (allowed.empty() ? "" : ", ") + std::string(pair_class.name);
  }
  throw InvalidInput("'" + name + "' is not a class of pairs, allowed are " + allowed);
}

}  // namespace

template <class T>
Contacts<T> query_batch(const Batch& batch, double alert, CachedPolytope* cache, const Cpu& cpu) {
  return query_posed<T>(batch.set, batch.pairs, batch.has_bodies() ? &batch.bodies : nullptr, {alert, cache}, cpu);
}

template <class T>
std::vector<CachedPolytope> caches_of_a_step(const Batch& batch, std::uint64_t seed) {
  std::vector<PosedPair> pairs = batch.pairs;
  BodySet bodies = batch.bodies;
  Draw draw(seed);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const double step = draw.below(16) == 0 ? 0.1 : 1e-3;
    const double size = batch.set.header(pairs[i].a).size + batch.set.header(pairs[i].b).size;
    const Vec3<double> turn = draw.in_ball() * step, move = draw.in_ball() * (step * size);
    const auto moved = [&](const Pose& pose) {
      return Pose{pose.position + move, times(rotation_from_quaternion(1, turn.x, turn.y, turn.z), pose.rotation)};
    };
    if (batch.has_bodies()) {
      bodies.set_pose(2 * i + 1, moved(bodies.pose(2 * i + 1)));
    } else {
      pairs[i].pose_b = moved(pairs[i].pose_b);
    }
  }
  std::vector<CachedPolytope> caches(pairs.size(), CachedPolytope{});
  query_posed<T>(batch.set, pairs, batch.has_bodies() ? &bodies : nullptr,
                 {std::numeric_limits<double>::infinity(), caches.data()});
  for (std::size_t i = 15; i < caches.size(); i += 16) caches[i] = caches[i - 1];
  return caches;
}

template Contacts<float> query_batch(const Batch&, double, CachedPolytope*, const Cpu&);
template Contacts<double> query_batch(const Batch&, double, CachedPolytope*, const Cpu&);
template std::vector<CachedPolytope> caches_of_a_step<float>(const Batch&, std::uint64_t);
template std::vector<CachedPolytope> caches_of_a_step<double>(const Batch&, std::uint64_t);

void ErrorCounts::add(double error) {
  ++total_;
  worst_ = std::max(worst_, error);
  const double bin = error > 0 ? std::floor(16 * (std::log2(error) + 80)) : 0;
  ++counts_[static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins - 1)))];
}

void ErrorCounts::merge(const ErrorCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  total_ += other.total_;
  worst_ = std::max(worst_, other.worst_);
}

double ErrorCounts::percentile(double part) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(total_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen < rank || seen == 0) continue;
    return i == 0 ? 0 : std::min(worst_, std::exp2(static_cast<double>(i + 1) / 16 - 80));
  }
  return 0;
}

void Row::merge(const Row& other) {
  pairs += other.pairs;
  failures += other.failures;
  loose += other.loose;
  uncertified += other.uncertified;
  unfinished += other.unfinished;
  for (std::size_t i = 0; i < faults.size(); ++i) faults[i] += other.faults[i];
  separation.merge(other.separation);
  witness.merge(other.witness);
  normal.merge(other.normal);
  gjk_sum += other.gjk_sum;
  epa_sum += other.epa_sum;
  overlapping += other.overlapping;
  gjk_max = std::max(gjk_max, other.gjk_max);
  epa_max = std::max(epa_max, other.epa_max);
  query_seconds += other.query_seconds;
  digest += other.digest;
  certify_seconds += other.certify_seconds;
}

Report run(const Options& options, const std::function<void(std::uint64_t)>& progress) {
  std::vector<const PairClass*> chosen;
  for (const std::string& name : options.classes) chosen.push_back(&class_named(name));
  if (chosen.empty()) {
    for (const PairClass& pair_class : pair_classes()) chosen.push_back(&pair_class);
  }
  Report report;
  tbb::task_arena arena(options.threads == 0 ? tbb::task_arena::automatic : options.threads);
  for (const PairClass* pair_class : chosen) {
    ClassRun class_run(*pair_class, options);
    arena.execute([&] {
      tbb::parallel_for(std::uint64_t{0}, class_run.batches(), [&](std::uint64_t i) { class_run.run(i, progress); });
    });
    class_run.move_into(report);
  }
  return report;
}

}  // namespace abut::torture
