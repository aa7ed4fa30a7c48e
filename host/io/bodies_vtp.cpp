// The bodies for a viewer: core shapes posed in the world. A core with less than three vertices is a point or a line
// there, a curved one a polyhedron; what a rounding radius adds is in the array "rounding".
#include <vector>

#include "abut/core/pose.h"
#include "host/io/result_files.h"
#include "host/io/shape_surface.h"
#include "host/io/vtp_file.h"

namespace abut::io {
namespace {

/// The cells of one shape, as local vertex ids one after the other and where each cell ends.
struct Cells {
  std::vector<std::uint32_t> connectivity, ends;
};
enum Kind : int { vertices, lines, polygons, kind_count };
struct ShapeCells {
  Cells of[kind_count];
};

std::vector<ShapeSurface> surfaces_of(const ShapeSet& shapes) {
  std::vector<ShapeSurface> all;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) all.push_back(surface_of(shapes, s));
  return all;
}

std::vector<ShapeCells> cells_of(const std::vector<ShapeSurface>& surfaces) {
  std::vector<ShapeCells> all(surfaces.size());
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const auto count = static_cast<std::uint32_t>(surfaces[s].points.size());
    if (count <= 2) {
      Cells& cells = all[s].of[count < 2 ? vertices : lines];
      for (std::uint32_t v = 0; v < count; ++v) cells.connectivity.push_back(v);
      cells.ends.push_back(count);
      continue;
    }
    Cells& cells = all[s].of[polygons];
    for (const std::vector<std::uint32_t>& face : surfaces[s].polygons) {
      cells.connectivity.insert(cells.connectivity.end(), face.begin(), face.end());
      cells.ends.push_back(static_cast<std::uint32_t>(cells.connectivity.size()));
    }
  }
  return all;
}

class BodiesWriter {
 public:
  BodiesWriter(const ShapeSet& shapes, const BodySet& bodies, OutputFile& file)
      : shapes_(shapes),
        bodies_(bodies),
        parts_(bodies.parts()),
        surfaces_(surfaces_of(shapes)),
        cells_(cells_of(surfaces_)),
        vtp_(file, count()) {}

  void write() {
    vtp_.open("PointData");
    vtp_.array<double>("rounding", 1, points_, [&](auto put) {
      for (std::uint32_t part = 0; part < parts_.count; ++part) {
        const std::uint32_t shape = parts_.shape[part];
        for (std::size_t v = 0; v < surfaces_[shape].points.size(); ++v) put(shapes_.header(shape).rounding);
      }
    });
    vtp_.close("PointData");
    vtp_.open("CellData Scalars=\"body\"");
    write_ids("body", [&](std::uint32_t part) { return parts_.body[part]; });
    write_ids("part", [](std::uint32_t part) { return part; });
    write_ids("shape", [&](std::uint32_t part) { return parts_.shape[part]; });
    vtp_.close("CellData");
    write_points();
    write_cells("Verts", vertices);
    write_cells("Lines", lines);
    write_cells("Polys", polygons);
    vtp_.end();
  }

 private:
  VtpFile::Counts count() {
    for (std::uint32_t part = 0; part < parts_.count; ++part) {
      const std::uint32_t shape = parts_.shape[part];
      points_ += surfaces_[shape].points.size();
      for (int kind = 0; kind < kind_count; ++kind) {
        cell_count_[kind] += cells_[shape].of[kind].ends.size();
        corner_count_[kind] += cells_[shape].of[kind].connectivity.size();
      }
    }
    return {points_, cell_count_[vertices], cell_count_[lines], cell_count_[polygons]};
  }

  /// One id per cell, in the order that the format asks for: all vertices, all lines, all polygons.
  template <class Id>
  void write_ids(const char* name, Id id) {
    const std::uint64_t cells = cell_count_[vertices] + cell_count_[lines] + cell_count_[polygons];
    vtp_.array<std::uint32_t>(name, 1, cells, [&](auto put) {
      for (int kind = 0; kind < kind_count; ++kind) {
        for (std::uint32_t part = 0; part < parts_.count; ++part) {
          const std::size_t count = cells_[parts_.shape[part]].of[kind].ends.size();
          for (std::size_t i = 0; i < count; ++i) put(id(part));
        }
      }
    });
  }

  void write_points() {
    vtp_.open("Points");
    vtp_.array<double>("Points", 3, points_, [&](auto put) {
      for (std::uint32_t part = 0; part < parts_.count; ++part) {
        const Pose pose = bodies_.part_pose(part);
        for (const Vec3<double>& v : surfaces_[parts_.shape[part]].points) {
          const Vec3<double> world = pose.position + rotate(pose.rotation, v);
          put(world.x);
          put(world.y);
          put(world.z);
        }
      }
    });
    vtp_.close("Points");
  }

  void write_cells(const char* tag, Kind kind) {
    vtp_.open(tag);
    vtp_.array<std::int64_t>("connectivity", 1, corner_count_[kind], [&](auto put) {
      std::int64_t first = 0;
      for (std::uint32_t part = 0; part < parts_.count; ++part) {
        const std::uint32_t shape = parts_.shape[part];
        for (std::uint32_t v : cells_[shape].of[kind].connectivity) put(first + v);
        first += static_cast<std::int64_t>(surfaces_[shape].points.size());
      }
    });
    vtp_.array<std::int64_t>("offsets", 1, cell_count_[kind], [&](auto put) {
      std::int64_t first = 0;
      for (std::uint32_t part = 0; part < parts_.count; ++part) {
        const Cells& cells = cells_[parts_.shape[part]].of[kind];
        for (std::uint32_t end : cells.ends) put(first + end);
        first += static_cast<std::int64_t>(cells.connectivity.size());
      }
    });
    vtp_.close(tag);
  }

  const ShapeSet& shapes_;
  const BodySet& bodies_;
  PartsView parts_;
  std::vector<ShapeSurface> surfaces_;
  std::vector<ShapeCells> cells_;
  std::uint64_t points_ = 0, cell_count_[kind_count] = {}, corner_count_[kind_count] = {};
  VtpFile vtp_;
};

}  // namespace

void write_bodies_vtp(const ShapeSet& shapes, const BodySet& bodies, OutputFile& file) {
  BodiesWriter(shapes, bodies, file).write();
}

}  // namespace abut::io
