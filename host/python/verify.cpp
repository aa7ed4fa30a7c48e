// Detections held against the reference.
#include "host/verify/verify.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

void check_pairs(const char* name, std::span<const Pair> pairs, const Shapes& shapes, const PartsView& parts) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
      if (part >= parts.count) {
        throw InvalidInput(std::string(name) + "[" + std::to_string(i) + "] names part " + std::to_string(part) +
                           "; allowed is less than " + std::to_string(parts.count));
      }
      if (parts.shape[part] >= shapes.set.size()) {
        throw InvalidInput("part " + std::to_string(part) + " has shape " + std::to_string(parts.shape[part]) +
                           "; allowed is less than " + std::to_string(shapes.set.size()));
      }
    }
    const auto before = [](Pair p, Pair q) { return p.a < q.a || (p.a == q.a && p.b < q.b); };
    if (i > 0 && !before(pairs[i - 1], pairs[i])) {
      throw InvalidInput(
          std::string(name) + "[" + std::to_string(i) +
          "] does not come after the one before it; allowed are pairs sorted by both columns, each once");
    }
  }
}

nb::dict python_check(const std::vector<verification::CheckedPair>& checked, double tolerance) {
  const std::size_t count = checked.size();
  std::vector<Pair> pairs(count);
  std::vector<double> errors, ours(count), reference(count);
  std::vector<std::uint8_t> contact(count), agrees(count), certified(count), status(count);
  nb::list reasons;
  for (std::size_t i = 0; i < count; ++i) {
    const verification::CheckedPair& pair = checked[i];
    pairs[i] = pair.pair;
    errors.insert(errors.end(), pair.errors.begin(), pair.errors.end());
    ours[i] = pair.ours, reference[i] = pair.reference;
    contact[i] = pair.contact, agrees[i] = pair.agrees, certified[i] = pair.certified, status[i] = pair.status;
    reasons.append(pair.reason);
  }
  nb::dict all;
  all["pairs"] = numpy_of<std::uint32_t>(std::move(pairs), {2});
  all["errors"] = numpy_of<double>(std::move(errors), {verification::error_kind_count});
  all["ours"] = numpy_of<double>(std::move(ours));
  all["reference"] = numpy_of<double>(std::move(reference));
  all["contact"] = numpy_of<std::uint8_t>(std::move(contact));
  all["agrees"] = numpy_of<std::uint8_t>(std::move(agrees));
  all["certified"] = numpy_of<std::uint8_t>(std::move(certified));
  all["status"] = numpy_of<std::uint8_t>(std::move(status));
  all["reasons"] = reasons;
  all["tolerance"] = tolerance;
  return all;
}

nb::dict verify(const Shapes& shapes, const Bodies& bodies, nb::handle candidates, nb::handle pairs,
                const nb::tuple& contacts, double alert_distance, std::uint64_t sample, std::uint64_t seed,
                int threads) {
  const Array candidate_array(candidates, "candidates"), array(pairs, "pairs");
  const auto all = pairs_of(candidate_array.require_host()), span = pairs_of(array.require_host());
  const ContactArrays arrays(contacts, span.size(), Array::Use::read);
  if (threads < 0) throw InvalidInput("threads is " + std::to_string(threads) + "; allowed are 0 (all cores) and more");
  const auto run = [&]<class T>(T) {
    const ContactsView<T> view = arrays.view<T>();
    const auto checked = reading(shapes, bodies, [&] {
      const PartsView parts = bodies.set.parts();
      check_pairs("candidates", all, shapes, parts);
      check_pairs("detection.pairs", span, shapes, parts);
      shapes.view<T>();  // made by one thread; from then on it is only read
      Detection<T> detection;
      detection.pairs.assign(span.begin(), span.end());
      detection.contacts = owned(view, span.size());
      const verification::Detected detected{shapes.set, bodies.set, alert_distance};
      return verification::verify<T>(detected, all, detection, {sample, seed, threads},
                                     [](std::uint64_t) { return [] {}; });
    });
    return python_check(checked, verification::tolerance<T>);
  };
  return arrays.single(false) ? run(float{}) : run(double{});
}

}  // namespace

void bind_verify(nb::module_& m) {
  nb::list names;
  for (const char* name : verification::error_names) names.append(name);
  m.attr("ERROR_NAMES") = nb::tuple(names);
  m.def("_verify", &verify, "shapes"_a, "bodies"_a, "candidates"_a, "pairs"_a, "contacts"_a, "alert_distance"_a,
        "sample"_a, "seed"_a, "threads"_a,
        nb::sig("def _verify(shapes: ShapeSet, bodies: BodySet, candidates: typing.Any, pairs: typing.Any, contacts: "
                "tuple[typing.Any, ...], alert_distance: float, sample: int, seed: int, threads: int) -> dict[str, "
                "typing.Any]"),
        "The members of CheckedPair, as arrays.");
}

}  // namespace abut::python
