// The cells of surfaces in the order that a VTK file asks for: all vertices, all lines, all polygons.
#pragma once

#include <cstdint>
#include <vector>

#include "host/io/shape_surface.h"
#include "host/io/vtp_file.h"

namespace abut::io {

/// Local point ids one after the other, and where each cell ends.
struct Cells {
  std::vector<std::uint32_t> connectivity, ends;
};
enum CellKind : int { vertex_cells, line_cells, polygon_cells, cell_kind_count };
struct SurfaceCells {
  Cells of[cell_kind_count];
};

/// A surface of one point is a vertex there, one of two a line.
std::vector<SurfaceCells> cells_of(const std::vector<ShapeSurface>& surfaces);

/// Writes surfaces one after the other, each as often as it is named.
class SurfacesWriter {
 public:
  /// `which`: the surfaces in the order of the file. Both outlive the writer.
  SurfacesWriter(const std::vector<ShapeSurface>& surfaces, const std::vector<std::uint32_t>& which, OutputFile& file);

  VtpFile& vtp() { return vtp_; }
  /// One number a point, `id(i)` of the i-th surface of the file.
  template <class Id>
  void point_ids(const char* name, Id id) {
    vtp_.array<std::uint32_t>(name, 1, [&](auto put) {
      for (std::size_t i = 0; i < which_.size(); ++i) {
        for (std::size_t v = 0; v < surfaces_[which_[i]].points.size(); ++v) put(id(i));
      }
    });
  }
  /// One number a cell.
  template <class Id>
  void cell_ids(const char* name, Id id) {
    vtp_.array<std::uint32_t>(name, 1, [&](auto put) {
      for (int kind = 0; kind < cell_kind_count; ++kind) {
        for (std::size_t i = 0; i < which_.size(); ++i) {
          for (std::size_t k = 0; k < cells_[which_[i]].of[kind].ends.size(); ++k) put(id(i));
        }
      }
    });
  }
  /// `placed(i)(point)`: where a point of the i-th surface of the file is to be.
  template <class Place>
  void points(Place placed) {
    vtp_.open("Points");
    vtp_.array<double>("Points", 3, [&](auto put) {
      for (std::size_t i = 0; i < which_.size(); ++i) {
        const auto place = placed(i);
        for (const Vec3<double>& point : surfaces_[which_[i]].points) {
          const Vec3<double> p = place(point);
          put(p.x);
          put(p.y);
          put(p.z);
        }
      }
    });
    vtp_.close("Points");
  }
  /// The cells, and the end of the file.
  void end();

 private:
  VtpFile::Counts count() const;
  void write_cells(const char* tag, CellKind kind);

  const std::vector<ShapeSurface>& surfaces_;
  const std::vector<std::uint32_t>& which_;
  std::vector<SurfaceCells> cells_;
  VtpFile vtp_;
};

}  // namespace abut::io
