// Bodies.
#include "host/capi/convert.h"
#include "host/is_distance.h"

using namespace abut::capi;

namespace {

abut_body_options defaults() {
  const abut::BodyOptions d;
  return {sizeof(abut_body_options), d.groups, d.meets, d.self_contact ? 1u : 0u, 0, d.alert_distance, d.world, 0};
}

abut::BodyOptions body_options(const abut_body_options* options) {
  const abut_body_options o = given_or("options", options, defaults());
  if (!abut::host::is_distance(o.alert_distance)) {
    throw abut::InvalidInput("options->alert_distance is " + abut::host::number_text(o.alert_distance) +
                             "; allowed are finite numbers from 0");
  }
  if (o.world < abut::shared_world) {
    throw abut::InvalidInput("options->world is " + std::to_string(o.world) +
                             "; allowed are ABUT_SHARED_WORLD and numbers from 0");
  }
  return {o.groups, o.meets, o.self_contact != 0, o.alert_distance, o.world};
}

void check_body(const abut::BodySet& bodies, uint32_t body) {
  if (body >= bodies.size()) {
    throw abut::InvalidInput("body is " + std::to_string(body) + "; allowed is less than " +
                             std::to_string(bodies.size()));
  }
}

}  // namespace

int abut_body_options_init(abut_body_options* options, size_t size) {
  return init_struct("abut_body_options_init", options, size, defaults());
}

int abut_bodies_new(abut_bodies** bodies) {
  return make_handle("abut_bodies_new", "bodies", bodies, [] { return std::make_shared<abut::BodySet>(); });
}
int abut_bodies_free(abut_bodies* bodies) { return freed("abut_bodies_free", bodies); }

int abut_bodies_add(abut_bodies* bodies, const abut_pose* pose, uint32_t shape, const abut_body_options* options,
                    uint32_t* index) {
  return guarded("abut_bodies_add", [&] {
    const auto held = object(bodies, "bodies");
    const uint32_t added = held->add(pose_of(pose), shape, body_options(options));
    if (index != nullptr) *index = added;
  });
}

int abut_bodies_add_parts(abut_bodies* bodies, const abut_pose* pose, const abut_part* parts, size_t count,
                          const abut_body_options* options, uint32_t* index) {
  return guarded("abut_bodies_add_parts", [&] {
    const auto held = object(bodies, "bodies");
    need_array("parts", parts, count);
    std::vector<abut::Part> list;
    list.reserve(count);
    for (size_t i = 0; i < count; ++i) list.push_back({parts[i].shape, pose_of(&parts[i].pose)});
    const uint32_t added = held->add(pose_of(pose), list, body_options(options));
    if (index != nullptr) *index = added;
  });
}

int abut_bodies_set_pose(abut_bodies* bodies, uint32_t body, const abut_pose* pose) {
  return guarded("abut_bodies_set_pose", [&] {
    const auto held = object(bodies, "bodies");
    check_body(*held, body);
    held->set_pose(body, pose_of(pose));
  });
}

int abut_bodies_set_poses(abut_bodies* bodies, uint32_t first, const abut_pose* poses, size_t count) {
  return guarded("abut_bodies_set_poses", [&] {
    const auto held = object(bodies, "bodies");
    need_array("poses", poses, count);
    if (first > held->size() || count > held->size() - first) {
      throw abut::InvalidInput("first is " + std::to_string(first) + " and count " + std::to_string(count) +
                               "; there are " + std::to_string(held->size()) + " bodies");
    }
    for (size_t i = 0; i < count; ++i) held->set_pose(first + static_cast<uint32_t>(i), pose_of(poses + i));
  });
}

int abut_bodies_pose(const abut_bodies* bodies, uint32_t body, abut_pose* pose) {
  return guarded("abut_bodies_pose", [&] {
    const auto held = object(bodies, "bodies");
    need("pose", pose);
    check_body(*held, body);
    const abut::Pose& p = held->pose(body);
    *pose = {{p.position.x, p.position.y, p.position.z}, {}};
    std::copy(p.rotation.m, p.rotation.m + 9, pose->rotation);
  });
}

int abut_bodies_count(const abut_bodies* bodies, uint32_t* bodies_count, uint32_t* parts_count) {
  return guarded("abut_bodies_count", [&] {
    const auto held = object(bodies, "bodies");
    if (bodies_count != nullptr) *bodies_count = held->size();
    if (parts_count != nullptr) *parts_count = held->part_count();
  });
}

int abut_bodies_first_part(const abut_bodies* bodies, uint32_t body, uint32_t* part) {
  return guarded("abut_bodies_first_part", [&] {
    const auto held = object(bodies, "bodies");
    need("part", part);
    if (body > held->size()) {
      throw abut::InvalidInput("body is " + std::to_string(body) + "; allowed is " + std::to_string(held->size()) +
                               " or less");
    }
    *part = held->first_part(body);
  });
}

int abut_bodies_parts(const abut_bodies* bodies, abut_parts* parts) {
  return guarded("abut_bodies_parts", [&] { give_parts("parts", object(bodies, "bodies")->parts(), parts); });
}
