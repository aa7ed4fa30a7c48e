// The bodies for a viewer: each surface once, in its own frame (shapes.vtp), and a point with a rotation for each part
// that has it (bodies.vtp), which a viewer draws as instances; or, much larger, every surface in the world
// (surfaces.vtp).
#include <numeric>
#include <vector>

#include "abut/core/pose.h"
#include "host/io/quaternion.h"
#include "host/io/result_files.h"
#include "host/io/surface_cells.h"
#include "host/io/vtp_file.h"

namespace abut::io {

void write_shapes_vtp(const DrawnShapes& drawn, OutputFile& file) {
  std::vector<std::uint32_t> each(drawn.surfaces.size());
  std::iota(each.begin(), each.end(), 0u);
  SurfacesWriter writer(drawn.surfaces, each, file);
  const auto id = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  writer.vtp().open("PointData");
  writer.point_ids("surface", id);
  writer.vtp().close("PointData");
  writer.vtp().open("CellData Scalars=\"surface\"");
  writer.cell_ids("surface", id);
  writer.vtp().close("CellData");
  writer.points([](std::size_t) { return [](const Vec3<double>& p) { return p; }; });
  writer.end();
}

void write_bodies_vtp(const ShapeSet& shapes, const BodySet& bodies, const DrawnShapes& drawn, OutputFile& file) {
  const PartsView parts = bodies.parts();
  VtpFile vtp(file, {parts.count, parts.count, 0, 0});
  const auto array = [&]<class V>(const char* name, V, auto value) {
    vtp.array<V>(name, 1, [&](auto put) {
      for (std::uint32_t part = 0; part < parts.count; ++part) put(static_cast<V>(value(part)));
    });
  };
  vtp.open("PointData Scalars=\"body\"");
  vtp.array<float>("quaternion", 4, [&](auto put) {
    for (std::uint32_t part = 0; part < parts.count; ++part) {
      for (const double q : quaternion_of(bodies.part_pose(part).rotation)) put(static_cast<float>(q));
    }
  });
  array("scale", double{}, [&](std::uint32_t part) { return drawn.scale[parts.shape[part]]; });
  array("surface", std::uint32_t{}, [&](std::uint32_t part) { return drawn.of_shape[parts.shape[part]]; });
  array("body", std::uint32_t{}, [&](std::uint32_t part) { return parts.body[part]; });
  array("part", std::uint32_t{}, [](std::uint32_t part) { return part; });
  array("shape", std::uint32_t{}, [&](std::uint32_t part) { return parts.shape[part]; });
  array("rounding", double{}, [&](std::uint32_t part) { return shapes.header(parts.shape[part]).rounding; });
  vtp.close("PointData");

  vtp.open("Points");
  vtp.array<double>("Points", 3, [&](auto put) {
    for (std::uint32_t part = 0; part < parts.count; ++part) {
      const Vec3<double> p = bodies.part_pose(part).position;
      put(p.x);
      put(p.y);
      put(p.z);
    }
  });
  vtp.close("Points");
  vtp.open("Verts");
  array("connectivity", std::int64_t{}, [](std::uint32_t part) { return part; });
  array("offsets", std::int64_t{}, [](std::uint32_t part) { return std::int64_t{part} + 1; });
  vtp.close("Verts");
  vtp.end();
}

void write_surfaces_vtp(const BodySet& bodies, const DrawnShapes& drawn, OutputFile& file) {
  const PartsView parts = bodies.parts();
  std::vector<std::uint32_t> which;
  for (std::uint32_t part = 0; part < parts.count; ++part) which.push_back(drawn.of_shape[parts.shape[part]]);
  SurfacesWriter writer(drawn.surfaces, which, file);
  writer.vtp().open("CellData Scalars=\"body\"");
  writer.cell_ids("body", [&](std::size_t part) { return parts.body[part]; });
  writer.cell_ids("part", [](std::size_t part) { return static_cast<std::uint32_t>(part); });
  writer.cell_ids("shape", [&](std::size_t part) { return parts.shape[part]; });
  writer.vtp().close("CellData");
  writer.points([&](std::size_t part) {
    return [pose = bodies.part_pose(static_cast<std::uint32_t>(part)), scale = drawn.scale[parts.shape[part]]](
               const Vec3<double>& p) { return pose.position + rotate(pose.rotation, p * scale); };
  });
  writer.end();
}

}  // namespace abut::io
