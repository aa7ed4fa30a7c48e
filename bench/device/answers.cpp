#include "bench/device/answers.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "abut/bodies/world_pose.h"
#include "abut/detect.h"
#include "host/torture/checker.h"

namespace abut::device_bench {
namespace {

std::string of_pair(std::size_t i, const std::string& what) { return "pair " + std::to_string(i) + ": " + what; }

bool says_something(std::uint8_t status) {
  return is_contact(status) || status_of(status) == Status::farther_than_alert;
}

/// The first answer that was not written or says nothing. Memory was filled with 0xff before: no status, and not a
/// number.
template <class T>
std::string first_unwritten(const Answers<T>& answers) {
  const std::size_t count = answers.count();
  for (std::size_t i = 0; i < count; ++i) {
    if (!says_something(answers.status[i])) {
      return of_pair(i, "status is " + std::to_string(static_cast<int>(answers.status[i])));
    }
  }
  for (std::size_t k = 0; k < answers.number.size(); ++k) {
    if (!(answers.number[k] - answers.number[k] == 0)) {
      return of_pair(k % count, "number " + std::to_string(k / count) + " of its answer is not finite");
    }
  }
  return {};
}

/// The answers at `sample` as a batch of their own.
template <class T>
Answers<T> picked(const Answers<T>& all, std::span<const std::size_t> sample) {
  Answers<T> out(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) {
    out.status[i] = all.status[sample[i]];
    for (std::size_t k = 0; k < Answers<T>::numbers; ++k) {
      out.number[k * sample.size() + i] = all.number[k * all.count() + sample[i]];
    }
  }
  return out;
}

template <class T>
Contact<T> contact_at(const Answers<T>& a, std::size_t i) {
  const auto at = [&](std::size_t k) { return a.number[k * a.count() + i]; };
  Contact<T> c{};
  c.separation = at(0);
  c.normal = {at(1), at(2), at(3)};
  c.witness_a = {at(4), at(5), at(6)};
  c.witness_b = {at(7), at(8), at(9)};
  c.point = (c.witness_a + c.witness_b) * T(0.5);
  c.lower_bound = at(10);
  c.status = a.status[i];
  return c;
}

template <class E>
bool same_bits(const E* a, const E* b, std::size_t count) {
  return count == 0 || std::memcmp(a, b, count * sizeof(E)) == 0;
}

/// What counts of a cache: behind a simplex of so many vertices nothing does.
bool same_cache(const CachedPolytope& a, const CachedPolytope& b) {
  if (a.vertex_count != b.vertex_count || a.face_count != b.face_count) return false;
  if (a.face_count != 0) return same_bits(&a, &b, 1);
  return same_bits(a.vertex, b.vertex, std::min<std::size_t>(a.vertex_count, 4));
}

std::vector<Pair> pairs_at(const Asked& asked, std::span<const std::size_t> sample) {
  std::vector<Pair> pairs;
  for (const std::size_t i : sample) pairs.push_back(asked.pairs[i]);
  return pairs;
}

template <class T>
Answers<T> asked_of_cpu(const Asked& asked, std::span<const Pair> pairs, const QueryOptions& options) {
  Answers<T> out(pairs.size());
  query_pairs<T>(Cpu{}, asked.shapes->view<T>(), asked.parts, pairs, options,
                 view_of(out.number.data(), out.status.data(), pairs.size()));
  return out;
}

}  // namespace

template <class T>
ContactsView<T> view_of(T* number, std::uint8_t* status, std::size_t count) {
  const auto at = [&](std::size_t k) { return number + k * count; };
  ContactsView<T> view;
  view.separation.data = number;
  view.normal = {at(1), at(2), at(3), 1};
  view.witness_a = {at(4), at(5), at(6), 1};
  view.witness_b = {at(7), at(8), at(9), 1};
  view.lower_bound.data = at(10);
  view.status.data = status;
  return view;
}

std::vector<std::size_t> sample_of(std::size_t count, std::size_t most) {
  const std::size_t size = std::min(count, most);
  std::vector<std::size_t> sample(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t begin = i * count / size, end = (i + 1) * count / size;
    sample[i] = begin + mix64(i + 1) % (end - begin);
  }
  return sample;
}

template <class T>
std::string fault_by_reference(const Asked& asked, const Answers<T>& answers, std::span<const std::size_t> sample) {
  const Answers<T> got = picked(answers, sample);
  const std::vector<Pair> pairs = pairs_at(asked, sample);
  const Answers<T> without_alert = asked_of_cpu<T>(asked, pairs, {});
  const torture::Checker<T> checker(*asked.shapes);
  std::vector<torture::Checked> checked(sample.size());
  tbb::parallel_for(std::size_t{0}, sample.size(), [&](std::size_t i) {
    const PartsView& parts = asked.parts;
    const auto [a, b] = pairs[i];
    const torture::PosedPair pair{parts.shape[a], parts.shape[b], world_pose(parts, a), world_pose(parts, b)};
    const Vec3<double> origin{parts.body_x[a], parts.body_y[a], parts.body_z[a]};
    const Contact<T> contact = contact_at(got, i);
    checked[i] = is_contact(contact.status) ? checker.check(pair, origin, contact)
                                            : checker.check_both(pair, origin, contact_at(without_alert, i), contact);
  });
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (checked[i].fault == torture::Fault::none) continue;
    return of_pair(sample[i], std::string("against the reference: ") + torture::fault_name(checked[i].fault) +
                                  ", separation " + std::to_string(got.number[i]) + " for " +
                                  std::to_string(checked[i].truth.separation));
  }
  return {};
}

template <class T>
std::string fault_of(const Asked& asked, const Answers<T>& answers, std::span<const std::size_t> sample,
                     std::span<const CachedPolytope> before, std::span<const CachedPolytope> after) {
  if (answers.count() != asked.pairs.size()) return "other pairs were answered than asked";
  if (std::string fault = first_unwritten(answers); !fault.empty()) return fault;
  const Answers<T> got = picked(answers, sample);
  std::vector<CachedPolytope> cache(before.begin(), before.end());
  const QueryOptions options{asked.alert_distance, cache.empty() ? nullptr : cache.data()};
  const Answers<T> expected = asked_of_cpu<T>(asked, pairs_at(asked, sample), options);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Contact<T> ours = contact_at(got, i), theirs = contact_at(expected, i);
    bool same = ours.status == theirs.status;
    for (std::size_t k = 0; k < Answers<T>::numbers; ++k) {
      const std::size_t at = k * sample.size() + i;
      same = same && same_bits(&got.number[at], &expected.number[at], 1);
    }
    if (!same) {
      return of_pair(sample[i], "not the Cpu executor's bits: separation " + std::to_string(ours.separation) + " for " +
                                    std::to_string(theirs.separation));
    }
    if (!cache.empty() && !same_cache(cache[i], after[i])) {
      return of_pair(sample[i], "leaves another cache than with the Cpu executor");
    }
  }
  return fault_by_reference(asked, answers, sample);
}

std::string fault_of_pairs(std::span<const Pair> expected, std::span<const Pair> got) {
  if (expected.size() != got.size()) {
    return std::to_string(got.size()) + " pairs, the Cpu executor finds " + std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (expected[i].a != got[i].a || expected[i].b != got[i].b) return of_pair(i, "not the Cpu executor's");
  }
  return {};
}

template ContactsView<float> view_of(float*, std::uint8_t*, std::size_t);
template ContactsView<double> view_of(double*, std::uint8_t*, std::size_t);
template std::string fault_by_reference(const Asked&, const Answers<float>&, std::span<const std::size_t>);
template std::string fault_by_reference(const Asked&, const Answers<double>&, std::span<const std::size_t>);
template std::string fault_of(const Asked&, const Answers<float>&, std::span<const std::size_t>,
                              std::span<const CachedPolytope>, std::span<const CachedPolytope>);
template std::string fault_of(const Asked&, const Answers<double>&, std::span<const std::size_t>,
                              std::span<const CachedPolytope>, std::span<const CachedPolytope>);

}  // namespace abut::device_bench
