#include "examples/siconos/abut_contacts.h"

#include <algorithm>

#include "examples/adapters/siconos.h"
#include "examples/dem/rotation.h"

namespace siconos_run {

namespace {

/// Walls are in group 1, the others in group 0; walls meet no walls.
abut::BodyOptions groups_of(bool wall) { return {.groups = wall ? 2u : 1u, .meets = wall ? 1u : 3u}; }

}  // namespace

AbutContacts::AbutContacts(const dem::Scene& scene, const PatchSettings& settings)
    : scene_(scene), settings_(settings) {
  for (std::uint32_t b = 0; b < scene.size(); ++b) {
    const abut::Pose pose{scene.states[b].position, dem::rotation_of(scene.states[b])};
    bodies_.add(pose, b, groups_of(b < scene.walls));
  }
}

void AbutContacts::find(const std::vector<Placed>& bodies, std::vector<ContactPoint>& found) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const double *p = bodies[b].position, *q = bodies[b].quaternion;
    bodies_.set_pose(scene_.walls + static_cast<std::uint32_t>(b),
                     {{p[0], p[1], p[2]}, abut::rotation_from_quaternion(q[0], q[1], q[2], q[3])});
  }
  const abut::Cpu cpu{1};
  auto detection = abut::detect<double>(cpu, scene_.shapes, bodies_, {settings_.alert_distance});
  const abut::PatchOptions options{.margin = settings_.margin, .most_points = settings_.most_points};
  const auto patches = abut::find_patches<double>(cpu, scene_.shapes.view<double>(), bodies_.parts(),
                                                  {detection.pairs, detection.contacts.view()}, options, false);
  found.clear();
  last_ = {detection.candidate_pairs, 0, 0, 0};
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    const abut::Contact<double> contact = detection.contacts[i];
    if (!abut::is_contact(contact.status)) {
      ++last_.failures;
      continue;
    }
    ++last_.pairs;
    last_.deepest = std::max(last_.deepest, -contact.separation);
    add_pair(detection.pairs[i], contact, patches, i, found);
  }
}

void AbutContacts::add_pair(const abut::Pair& pair, const abut::Contact<double>& contact,
                            const abut::Patches<double>& patches, std::size_t index, std::vector<ContactPoint>& found) {
  const bool on_wall = pair.a < scene_.walls;  // A is then fixed, and Siconos wants the body that moves as body 1
  const abut::Vec3<double> origin = bodies_.pose(pair.a).position;
  const auto add = [&](const adapters::WorldContact& point, std::uint64_t number) {
    // What carries over is where the solver begins, so a corner that changes its number costs iterations and nothing
    // else. Keyed by features a contact would end whenever another edge becomes the nearest.
    const adapters::SiconosContact s = adapters::to_siconos(point, abut::contact_key(pair, {0}, {number}), on_wall);
    ContactPoint& out = found.emplace_back();
    out.body1 = (on_wall ? pair.b : pair.a) - scene_.walls;
    out.body2 = on_wall ? -1 : static_cast<std::int64_t>(pair.b - scene_.walls);
    std::copy_n(s.pc1, 3, out.pc1);
    std::copy_n(s.pc2, 3, out.pc2);
    std::copy_n(s.nc, 3, out.nc);
    out.key = s.key;
  };
  // The deepest point first: where bodies overlap, the corners lie around it, where the gap is the patch's margin, and
  // would not know of the overlap.
  add(adapters::in_world(contact, origin), 0);
  const std::uint64_t first = patches.offsets[index], end = patches.offsets[index + 1];
  for (std::uint64_t k = first; k < end && end - first > 1; ++k) {
    const abut::Vec3<double> corner{patches.point_x[k], patches.point_y[k], patches.point_z[k]};
    if (abut::length(corner - contact.point) < settings_.spread) continue;
    add(adapters::corner_in_world(contact, corner, patches.gap[k], origin), 1 + k - first);
  }
}

}  // namespace siconos_run
