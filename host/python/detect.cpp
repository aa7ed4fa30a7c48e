// From bodies to contacts in one call.
#include "abut/detect.h"

#include <nanobind/stl/string.h>

#include <mutex>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"
#include "host/python/trees.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

template <class T>
nb::dict python_detection(Detection<T>&& found) {
  nb::dict all;
  all["candidate_pairs"] = found.candidate_pairs;
  all["pairs"] = numpy_of<std::uint32_t>(std::move(found.pairs), {2});
  all["contacts"] = numpy_contacts(std::move(found.contacts));
  nb::list status;
  for (const std::uint64_t count : found.status) status.append(count);
  all["status"] = status;
  all["facets"] = nb::none();
  if (found.facets) {
    ContactFacets& facets = *found.facets;
    all["facets"] = nb::make_tuple(numpy_of<std::uint32_t>(std::move(facets.facet_a)),
                                   numpy_of<std::uint32_t>(std::move(facets.facet_b)),
                                   numpy_of<std::uint8_t>(std::move(facets.kind)));
  }
  all["seconds"] = nb::make_tuple(found.seconds.broad, found.seconds.narrow, found.seconds.total);
  return all;
}

/// What a detection is asked. Data only.
struct Asked {
  const Shapes& shapes;
  const Bodies& bodies;
  const Array* candidates;  ///< null: those that are found
  std::span<const Pair> pairs;
  double alert_distance;
  Trees* facets;  ///< or null
};

/// The lock on trees, or none.
std::unique_lock<std::mutex> locked(Trees* trees) {
  return trees != nullptr ? std::unique_lock(trees->guard) : std::unique_lock<std::mutex>();
}

template <class T, class Executor>
Detection<T> detect_by(const Executor& executor, const Asked& asked) {
  const ShapeSet& shapes = asked.shapes.set;
  const BodySet& bodies = asked.bodies.set;
  return reading(asked.shapes, asked.bodies, [&] {
    const auto lock = locked(asked.facets);
    asked.shapes.view<T>();  // made by one thread; from then on it is only read
    DetectOptions options{asked.alert_distance};
    if (asked.facets != nullptr) options.facets = &asked.facets->value;
    if (asked.candidates == nullptr) return abut::detect<T>(executor, shapes, bodies, options);
    return abut::detect<T>(executor, shapes, bodies, asked.pairs, options);
  });
}

nb::dict detect(const Shapes& shapes, const Bodies& bodies, nb::handle pairs, bool single, double alert_distance,
                Trees* facets, int threads, const std::string& backend) {
  if (backend != "cpu" && backend != "cuda") {
    throw InvalidInput("backend is '" + backend + "'; allowed are 'cpu' and 'cuda'");
  }
  std::vector<Array> given;
  std::span<const Pair> span;
  if (!pairs.is_none()) span = pairs_of(given.emplace_back(pairs, "pairs").require_host());
  const Array* const candidates = given.empty() ? nullptr : given.data();
  if (facets != nullptr && &facets->shapes != &shapes) {
    throw InvalidInput("facets has the trees of another ShapeSet; allowed are those of shapes");
  }
  const Asked asked{shapes, bodies, candidates, span, alert_distance, facets};
  const auto run = [&]<class T>(T) {
    return python_detection(backend == "cuda" ? detect_by<T>(Cuda{}, asked) : detect_by<T>(Cpu{threads}, asked));
  };
  return single ? run(float{}) : run(double{});
}

}  // namespace

void bind_detect(nb::module_& m) {
  m.def(
      "_detect", &detect, "shapes"_a, "bodies"_a, "pairs"_a.none(), "single"_a, "alert_distance"_a, "facets"_a.none(),
      "threads"_a, "backend"_a,
      nb::sig("def _detect(shapes: ShapeSet, bodies: BodySet, pairs: typing.Any, single: bool, alert_distance: float, "
              "facets: _FacetTrees | None, threads: int, backend: str) -> dict[str, typing.Any]"),
      "The members of abut::Detection.");
}

}  // namespace abut::python
