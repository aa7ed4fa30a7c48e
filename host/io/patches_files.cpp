// The patches of contacts: a table of their corners, and polygons, segments and points for a viewer.
#include <vector>

#include "host/io/result_files.h"
#include "host/io/vtp_file.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

/// Contacts whose patch is a point, a segment or a polygon: the order that a viewer's file asks for.
enum Kind : int { points, segments, polygons, kind_count };

template <class T>
std::vector<std::size_t> of_kind(const Patches<T>& patches, Kind kind) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i + 1 < patches.offsets.size(); ++i) {
    const std::uint64_t corners = patches.offsets[i + 1] - patches.offsets[i];
    const Kind own = corners == 1 ? points : corners == 2 ? segments : polygons;
    if (corners > 0 && own == kind) found.push_back(i);
  }
  return found;
}

}  // namespace

template <class T>
void write_patches_csv(const Detection<T>& detection, const Patches<T>& patches, OutputFile& file) {
  file.write("contact,a,b,corner,point_x,point_y,point_z,gap\n");
  std::string line;
  const auto field = [&](auto number) {
    if (!line.empty()) line += ',';
    host::append_number(line, number);
  };
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    for (std::uint64_t k = patches.offsets[i]; k < patches.offsets[i + 1]; ++k) {
      line.clear();
      field(static_cast<std::uint64_t>(i));
      field(detection.pairs[i].a);
      field(detection.pairs[i].b);
      field(k - patches.offsets[i]);
      field(patches.point_x[k]);
      field(patches.point_y[k]);
      field(patches.point_z[k]);
      field(patches.gap[k]);
      file.write(line + '\n');
    }
  }
}

template <class T>
void write_patches_vtp(const BodySet& bodies, const Detection<T>& detection, const Patches<T>& patches,
                       OutputFile& file) {
  const PartsView parts = bodies.parts();
  const std::vector<std::size_t> kinds[kind_count] = {of_kind(patches, points), of_kind(patches, segments),
                                                      of_kind(patches, polygons)};
  const std::uint64_t corners = patches.gap.size();
  VtpFile vtp(file, {corners, kinds[points].size(), kinds[segments].size(), kinds[polygons].size()});
  const auto each_contact = [&](const auto& visit) {
    for (const std::vector<std::size_t>& kind : kinds) {
      for (const std::size_t i : kind) visit(i);
    }
  };

  vtp.open("PointData Scalars=\"gap\"");
  vtp.array<T>("gap", 1, [&](auto put) {
    for (const T gap : patches.gap) put(gap);
  });
  vtp.close("PointData");
  vtp.open("CellData Scalars=\"area\"");
  vtp.array<T>("area", 1, [&](auto put) { each_contact([&](std::size_t i) { put(patches.area[i]); }); });
  vtp.array<T>("separation", 1,
               [&](auto put) { each_contact([&](std::size_t i) { put(detection.contacts.separation[i]); }); });
  vtp.array<std::uint32_t>("contact", 1,
                           [&](auto put) { each_contact([&](std::size_t i) { put(static_cast<std::uint32_t>(i)); }); });
  vtp.close("CellData");

  vtp.open("Points");
  vtp.array<double>("Points", 3, [&](auto put) {
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      const std::uint32_t a = detection.pairs[i].a;
      for (std::uint64_t k = patches.offsets[i]; k < patches.offsets[i + 1]; ++k) {
        put(parts.body_x[a] + static_cast<double>(patches.point_x[k]));
        put(parts.body_y[a] + static_cast<double>(patches.point_y[k]));
        put(parts.body_z[a] + static_cast<double>(patches.point_z[k]));
      }
    }
  });
  vtp.close("Points");
  const char* const tags[kind_count] = {"Verts", "Lines", "Polys"};
  for (int kind = 0; kind < kind_count; ++kind) {
    vtp.open(tags[kind]);
    vtp.array<std::int64_t>("connectivity", 1, [&](auto put) {
      for (const std::size_t i : kinds[kind]) {
        for (std::uint64_t k = patches.offsets[i]; k < patches.offsets[i + 1]; ++k) put(static_cast<std::int64_t>(k));
      }
    });
    vtp.array<std::int64_t>("offsets", 1, [&](auto put) {
      std::int64_t end = 0;
      for (const std::size_t i : kinds[kind]) {
        put(end += static_cast<std::int64_t>(patches.offsets[i + 1] - patches.offsets[i]));
      }
    });
    vtp.close(tags[kind]);
  }
  vtp.end();
}

#define ABUT_INSTANTIATE(T)                                                             \
  template void write_patches_csv(const Detection<T>&, const Patches<T>&, OutputFile&); \
  template void write_patches_vtp(const BodySet&, const Detection<T>&, const Patches<T>&, OutputFile&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut::io
