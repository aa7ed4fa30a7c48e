// HDF5 files and lists of particles.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "abut/particles.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

int deflate_of(std::uint32_t deflate) {
  if (deflate <= 9) return static_cast<int>(deflate);
  throw InvalidInput("deflate is " + std::to_string(deflate) + "; allowed are 0 to 9");
}

nb::dict query_file(const std::string& from, const std::string& to, const std::string& precision,
                    std::optional<double> alert_distance, const std::vector<std::string>& fields, std::uint32_t deflate,
                    std::uint64_t piece, int threads, nb::object progress) {
  QueryFileOptions options;
  options.precision = precision;
  options.alert_distance = alert_distance;
  options.fields = fields;
  options.deflate = deflate_of(deflate);
  options.piece = piece;
  options.executor = Cpu{threads};
  if (!progress.is_none()) {
    options.progress = [&progress](std::uint64_t done, std::uint64_t all) {
      const nb::gil_scoped_acquire lock;
      progress(done, all);
    };
  }
  const QueryFileSummary s = without_lock([&] { return abut::query_pair_file(from, to, options); });
  nb::dict d;
  d["pairs"] = s.pairs, d["precision"] = s.precision, d["alert_distance"] = s.alert_distance;
  nb::list status;
  for (const std::uint64_t count : s.status) status.append(count);
  d["status"] = status;
  d["fields"] = s.fields;
  nb::dict seconds;
  seconds["prepare"] = s.prepare, seconds["read"] = s.read, seconds["write"] = s.write, seconds["query"] = s.query;
  seconds["waited"] = s.waited, seconds["disk"] = s.disk, seconds["total"] = s.total;
  d["seconds"] = seconds;
  return d;
}

ParticleListOptions list_options(const std::string& quaternion, const std::vector<std::string>& columns,
                                 std::optional<std::uint64_t> frame) {
  ParticleListOptions options;
  if (quaternion == "wxyz") {
    options.quaternion = QuaternionOrder::wxyz;
  } else if (quaternion == "xyzw") {
    options.quaternion = QuaternionOrder::xyzw;
  } else if (quaternion != "by_name") {
    throw InvalidInput("quaternion is '" + quaternion + "'; allowed are 'by_name', 'wxyz' and 'xyzw'");
  }
  options.quaternion_columns = columns;
  options.frame = frame;
  return options;
}

void add_report(const ParticleListReport& report, nb::dict& to) {
  to["unused_columns"] = report.unused_columns;
  to["oriented"] = report.oriented;
  to["periodic"] = report.periodic;
}

nb::dict particles_of(const std::string& path, const std::string& quaternion, const std::vector<std::string>& columns,
                      std::optional<std::uint64_t> frame) {
  const ParticleListOptions options = list_options(quaternion, columns, frame);
  std::vector<Vec3<double>> positions;
  std::vector<std::array<double, 4>> quaternions;
  std::vector<double> radii;
  std::vector<std::uint64_t> ids;
  std::vector<std::string> shapes;
  bool all_have_ids = true;
  const ParticleListReport report = without_lock([&] {
    return abut::read_particles(path, options, [&](const Particle& p) {
      positions.push_back(p.position);
      quaternions.push_back(p.quaternion);
      radii.push_back(p.radius);
      all_have_ids = all_have_ids && p.id.has_value();
      ids.push_back(p.id.value_or(0));
      shapes.push_back(p.shape);
    });
  });
  nb::dict d;
  d["positions"] = numpy_of<double>(std::move(positions), {3});
  d["quaternions"] = numpy_of<double>(std::move(quaternions), {4});
  d["radii"] = numpy_of<double>(std::move(radii));
  d["ids"] = all_have_ids && !ids.empty() ? numpy_of<std::uint64_t>(std::move(ids)) : nb::none();
  d["shapes"] = shapes;
  add_report(report, d);
  return d;
}

nb::dict write_particles(const std::string& path, const std::string& scene, const std::string& shapes,
                         std::uint64_t first_shape, double alert_distance, const std::string& quaternion,
                         const std::vector<std::string>& columns, std::optional<std::uint64_t> frame) {
  ParticleSceneOptions options;
  options.list = list_options(quaternion, columns, frame);
  options.shapes = shapes;
  options.first_shape = first_shape;
  options.alert_distance = alert_distance;
  const ParticleListReport report = without_lock([&] { return abut::write_particle_scene(path, options, scene); });
  nb::dict d;
  d["particles"] = report.particles;
  add_report(report, d);
  return d;
}

}  // namespace

void bind_data_files(nb::module_& m) {
  m.def(
      "hdf5_available", [] { return abut::hdf5_available(); }, nb::sig("def hdf5_available() -> bool"),
      "Whether this build reads and writes HDF5 files; where it does not, functions of them raise InvalidInput.");
  m.def(
      "_convert_scene",
      [](const std::string& from, const std::string& to, std::uint32_t deflate) {
        const int level = deflate_of(deflate);
        return without_lock([&] { return abut::convert_scene(from, to, level).meshes; });
      },
      "source"_a, "target"_a, "deflate"_a,
      nb::sig("def _convert_scene(source: str, target: str, deflate: int) -> int"));
  m.def("_query_pair_file", &query_file, "source"_a, "target"_a, "precision"_a, "alert_distance"_a.none(), "fields"_a,
        "deflate"_a, "piece"_a, "threads"_a, "progress"_a.none(),
        nb::sig("def _query_pair_file(source: str, target: str, precision: str, alert_distance: float | None, fields: "
                "list[str], deflate: int, piece: int, threads: int, progress: typing.Any) -> dict[str, typing.Any]"));
  m.def("_read_particles", &particles_of, "path"_a, "quaternion"_a, "quaternion_columns"_a, "frame"_a.none(),
        nb::sig("def _read_particles(path: str, quaternion: str, quaternion_columns: list[str], frame: int | None) -> "
                "dict[str, typing.Any]"));
  m.def("_write_particle_scene", &write_particles, "path"_a, "scene"_a, "shapes"_a, "first_shape"_a, "alert_distance"_a,
        "quaternion"_a, "quaternion_columns"_a, "frame"_a.none(),
        nb::sig("def _write_particle_scene(path: str, scene: str, shapes: str, first_shape: int, alert_distance: "
                "float, quaternion: str, quaternion_columns: list[str], frame: int | None) -> dict[str, typing.Any]"));
}

}  // namespace abut::python
