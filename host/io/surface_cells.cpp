#include "host/io/surface_cells.h"

namespace abut::io {

std::vector<SurfaceCells> cells_of(const std::vector<ShapeSurface>& surfaces) {
  std::vector<SurfaceCells> all(surfaces.size());
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const auto count = static_cast<std::uint32_t>(surfaces[s].points.size());
    if (count <= 2) {
      Cells& cells = all[s].of[count < 2 ? vertex_cells : line_cells];
      for (std::uint32_t v = 0; v < count; ++v) cells.connectivity.push_back(v);
      cells.ends.push_back(count);
      continue;
    }
    Cells& cells = all[s].of[polygon_cells];
    for (const std::vector<std::uint32_t>& face : surfaces[s].polygons) {
      cells.connectivity.insert(cells.connectivity.end(), face.begin(), face.end());
      cells.ends.push_back(static_cast<std::uint32_t>(cells.connectivity.size()));
    }
  }
  return all;
}

SurfacesWriter::SurfacesWriter(const std::vector<ShapeSurface>& surfaces, const std::vector<std::uint32_t>& which,
                               OutputFile& file)
    : surfaces_(surfaces), which_(which), cells_(cells_of(surfaces)), vtp_(file, count()) {}

VtpFile::Counts SurfacesWriter::count() const {
  std::uint64_t points = 0, cells[cell_kind_count] = {};
  for (const std::uint32_t s : which_) {
    points += surfaces_[s].points.size();
    for (int kind = 0; kind < cell_kind_count; ++kind) cells[kind] += cells_[s].of[kind].ends.size();
  }
  return {points, cells[vertex_cells], cells[line_cells], cells[polygon_cells]};
}

void SurfacesWriter::write_cells(const char* tag, CellKind kind) {
  vtp_.open(tag);
  vtp_.array<std::int64_t>("connectivity", 1, [&](auto put) {
    std::int64_t first = 0;
    for (const std::uint32_t s : which_) {
      for (const std::uint32_t v : cells_[s].of[kind].connectivity) put(first + v);
      first += static_cast<std::int64_t>(surfaces_[s].points.size());
    }
  });
  vtp_.array<std::int64_t>("offsets", 1, [&](auto put) {
    std::int64_t first = 0;
    for (const std::uint32_t s : which_) {
      const Cells& cells = cells_[s].of[kind];
      for (const std::uint32_t end : cells.ends) put(first + end);
      first += static_cast<std::int64_t>(cells.connectivity.size());
    }
  });
  vtp_.close(tag);
}

void SurfacesWriter::end() {
  write_cells("Verts", vertex_cells);
  write_cells("Lines", line_cells);
  write_cells("Polys", polygon_cells);
  vtp_.end();
}

}  // namespace abut::io
