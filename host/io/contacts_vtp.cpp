#include <vector>

#include "host/io/result_files.h"
#include "host/io/vtp_file.h"

namespace abut::io {
namespace {

/// The records that have a place: all but those whose shapes or poses could not be used.
template <class T>
std::vector<std::size_t> placed(const Detection<T>& detection) {
  std::vector<std::size_t> placed_ones;
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    const std::uint8_t byte = detection.contacts.status[i];
    if (is_contact(byte) || status_of(byte) == Status::iteration_limit) placed_ones.push_back(i);
  }
  return placed_ones;
}

}  // namespace

template <class T>
void write_contacts_vtp(const BodySet& bodies, const Detection<T>& detection, OutputFile& file) {
  const PartsView parts = bodies.parts();
  const Contacts<T>& c = detection.contacts;
  const std::vector<std::size_t> placed_ones = placed(detection);
  const std::uint64_t count = placed_ones.size();
  VtpFile vtp(file, {count, count, 0, 0});

  vtp.open("PointData Scalars=\"separation\" Normals=\"normal\"");
  vtp.array<T>("separation", 1, [&](auto put) {
    for (std::size_t i : placed_ones) put(c.separation[i]);
  });
  vtp.array<T>("normal", 3, [&](auto put) {
    for (std::size_t i : placed_ones) {
      put(c.normal_x[i]);
      put(c.normal_y[i]);
      put(c.normal_z[i]);
    }
  });
  const auto ids = [&](const char* name, auto id) {
    vtp.array<std::uint32_t>(name, 1, [&](auto put) {
      for (std::size_t i : placed_ones) put(id(detection.pairs[i]));
    });
  };
  ids("a", [](Pair p) { return p.a; });
  ids("b", [](Pair p) { return p.b; });
  ids("body_a", [&](Pair p) { return parts.body[p.a]; });
  ids("body_b", [&](Pair p) { return parts.body[p.b]; });
  vtp.array<std::uint8_t>("status", 1, [&](auto put) {
    for (std::size_t i : placed_ones) put(c.status[i]);
  });
  if (detection.facets) {
    const ContactFacets& facets = *detection.facets;
    const auto of_facets = [&](const char* name, auto value) {
      vtp.array<std::int64_t>(name, 1, [&](auto put) {
        for (std::size_t i : placed_ones) put(facets.has(i) ? static_cast<std::int64_t>(value(i)) : -1);
      });
    };
    of_facets("facet_a", [&](std::size_t i) { return facets.facet_a[i]; });
    of_facets("facet_b", [&](std::size_t i) { return facets.facet_b[i]; });
    of_facets("kind", [&](std::size_t i) { return facets.kind[i]; });
  }
  if (detection.knots) {  // not a number where the pair was queried
    const auto of_knots = [&](const char* name, const std::vector<double>& value) {
      vtp.array<double>(name, 1, [&](auto put) {
        for (std::size_t i : placed_ones) put(value[i]);
      });
    };
    of_knots("u", detection.knots->u), of_knots("v", detection.knots->v);
  }
  vtp.close("PointData");

  vtp.open("Points");
  vtp.array<double>("Points", 3, [&](auto put) {
    for (std::size_t i : placed_ones) {
      const std::uint32_t a = detection.pairs[i].a;
      put(parts.body_x[a] + static_cast<double>(c.point_x[i]));
      put(parts.body_y[a] + static_cast<double>(c.point_y[i]));
      put(parts.body_z[a] + static_cast<double>(c.point_z[i]));
    }
  });
  vtp.close("Points");

  vtp.open("Verts");
  vtp.array<std::int64_t>("connectivity", 1, [&](auto put) {
    for (std::uint64_t i = 0; i < count; ++i) put(static_cast<std::int64_t>(i));
  });
  vtp.array<std::int64_t>("offsets", 1, [&](auto put) {
    for (std::uint64_t i = 0; i < count; ++i) put(static_cast<std::int64_t>(i + 1));
  });
  vtp.close("Verts");
  vtp.end();
}

template void write_contacts_vtp(const BodySet&, const Detection<float>&, OutputFile&);
template void write_contacts_vtp(const BodySet&, const Detection<double>&, OutputFile&);

}  // namespace abut::io
