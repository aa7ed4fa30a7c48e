// Simplicial complexes of shapes, and the quasi-LMDs of pairs of parts.
#include "abut/complex/quasi_lmds.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/index_rows.h"
#include "host/python/lmd_arrays.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

struct Complexes {
  ContactComplexes value;
  mutable std::shared_mutex guard;
};

/// Of (vertices, points, segments, triangles, tetrahedra), as the Python class SimplicialComplex holds them.
SimplicialComplex complex_of(nb::handle arrays) {
  const auto given = nb::cast<nb::tuple>(arrays);
  const Array points(given[1], "points");
  const auto ids = points.require({{Scalar::u32}, {any_extent}}).require_host().elements<const std::uint32_t>();
  return {vec3s_of(given[0], "vertices"), std::vector<std::uint32_t>(ids.begin(), ids.end()),
          index_rows_of<2>(given[2], "segments"), index_rows_of<3>(given[3], "triangles"),
          index_rows_of<4>(given[4], "tetrahedra")};
}

ComplexSides sides_of(const std::string& sides) {
  if (sides == "automatic") return ComplexSides::automatic;
  if (sides == "shell") return ComplexSides::shell;
  if (sides == "solid") return ComplexSides::solid;
  throw InvalidInput("sides is '" + sides + "'; allowed are 'automatic', 'shell' and 'solid'");
}

nb::dict python_report(const ComplexReport& report) {
  nb::list of_class;
  for (const std::uint64_t count : report.of_class) of_class.append(count);
  nb::dict d;
  d["simplices"] = report.simplices, d["of_class"] = nb::tuple(of_class);
  d["welded_vertices"] = report.welded_vertices, d["repeated_simplices"] = report.repeated_simplices;
  d["collapsed_simplices"] = report.collapsed_simplices, d["split_triangles"] = report.split_triangles;
  d["solid"] = report.solid, d["not_solid"] = report.not_solid;
  return d;
}

nb::dict set_complex(Complexes& complexes, const Shapes& shapes, std::uint32_t shape, nb::handle arrays,
                     double dilation, bool offset_inward, const std::string& sides, double flatness) {
  const SimplicialComplex complex = complex_of(arrays);
  ComplexOptions options;
  options.dilation = dilation, options.offset_inward = offset_inward;
  options.sides = sides_of(sides), options.flatness = flatness;
  return python_report(without_lock([&] {
    const Reading shape_lock(shapes.guard);
    const Changing lock(complexes.guard);
    return complexes.value.set(shapes.set, shape, complex, options);
  }));
}

/// What may be touched, by the numbers that contacts name. Data only.
struct CopiedSimplices {
  std::vector<std::uint64_t> feature;
  std::vector<std::array<std::uint32_t, 3>> corners;
  std::vector<std::uint8_t> simplex_class;
};

CopiedSimplices copy_of(const ComplexView<double>& view) {
  std::vector<ComplexSimplex> all(view.simplices, view.simplices + view.simplex_count);
  std::sort(all.begin(), all.end(), [](const ComplexSimplex& s, const ComplexSimplex& t) {
    return simplex_feature(s).code < simplex_feature(t).code;
  });
  CopiedSimplices copy;
  for (const ComplexSimplex& s : all) {
    copy.feature.push_back(simplex_feature(s).code);
    copy.corners.push_back({s.vertex[0], s.vertex[1], s.vertex[2]});
    copy.simplex_class.push_back(s.simplex_class);
  }
  return copy;
}

nb::dict simplices(const Complexes& complexes, std::uint32_t shape) {
  CopiedSimplices c = asked(complexes, [shape](const ContactComplexes& all) { return copy_of(all.view(shape)); });
  nb::dict all;
  all["feature"] = numpy_of<std::uint64_t>(std::move(c.feature));
  all["corners"] = numpy_of<std::uint32_t>(std::move(c.corners), {3});
  all["simplex_class"] = numpy_of<std::uint8_t>(std::move(c.simplex_class));
  return all;
}

template <class T>
nb::dict python_contacts(QuasiLmds<T>&& c) {
  nb::dict counts;
  counts["node_pairs"] = c.counts.node_pairs, counts["simplex_pairs"] = c.counts.simplex_pairs;
  nb::dict all = numpy_lmds<T>(std::move(c));
  all["crossing"] = numpy_of<std::uint8_t>(std::move(c.crossing));
  all["counts"] = counts;
  return all;
}

nb::dict find(const Complexes& complexes, const Bodies& bodies, nb::handle pairs, bool single, double alert_distance,
              double theta, double cone_tolerance, bool crossings, int threads) {
  const Array array(pairs, "pairs");
  const std::span<const Pair> span = pairs_of(array.require_host());
  const QuasiLmdOptions options{alert_distance, theta, cone_tolerance, crossings};
  const auto run = [&]<class T>(T) {
    return python_contacts(without_lock([&] {
      const Reading body_lock(bodies.guard), lock(complexes.guard);
      return abut::find_quasi_lmds<T>(Cpu{threads}, complexes.value, bodies.set.parts(), span, options);
    }));
  };
  return single ? run(float{}) : run(double{});
}

void bind_complexes(nb::module_& m) {
  nb::class_<Complexes> c(m, "_ContactComplexes");
  c.def(nb::init<>(), nb::sig("def __init__(self) -> None"));
  c.def("set", &set_complex, "shapes"_a, "shape"_a, "complex"_a, "dilation"_a, "offset_inward"_a, "sides"_a,
        "flatness"_a,
        nb::sig("def set(self, shapes: ShapeSet, shape: int, complex: tuple[typing.Any, ...], dilation: float, "
                "offset_inward: bool, sides: str, flatness: float) -> dict[str, typing.Any]"),
        "The members of abut::ComplexReport.");
  c.def(
      "has",
      [](const Complexes& complexes, std::uint32_t shape) {
        return asked(complexes, [shape](const ContactComplexes& all) { return all.has(shape); });
      },
      "shape"_a, nb::sig("def has(self, shape: int) -> bool"));
  c.def(
      "shape_count",
      [](const Complexes& complexes) {
        return asked(complexes, [](const ContactComplexes& all) { return all.shape_count(); });
      },
      nb::sig("def shape_count(self) -> int"));
  c.def("simplices", &simplices, "shape"_a, nb::sig("def simplices(self, shape: int) -> dict[str, typing.Any]"),
        "What of abut::ComplexView contacts name.");
  c.def(
      "bytes",
      [](const Complexes& complexes) {
        return asked(complexes, [](const ContactComplexes& all) { return all.bytes(); });
      },
      nb::sig("def bytes(self) -> int"));
}

}  // namespace

void bind_quasi_lmds(nb::module_& m) {
  bind_complexes(m);
  m.def("_find_quasi_lmds", &find, "complexes"_a, "bodies"_a, "pairs"_a, "single"_a, "alert_distance"_a, "theta"_a,
        "cone_tolerance"_a, "crossings"_a, "threads"_a,
        nb::sig("def _find_quasi_lmds(complexes: _ContactComplexes, bodies: BodySet, pairs: typing.Any, single: bool, "
                "alert_distance: float, theta: float, cone_tolerance: float, crossings: bool, threads: int) -> "
                "dict[str, typing.Any]"),
        "The members of abut::QuasiLmds.");
}

}  // namespace abut::python
