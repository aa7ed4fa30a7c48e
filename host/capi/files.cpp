// HDF5 files and lists of particles.
#include <algorithm>

#include "abut/hdf5.h"
#include "abut/particles.h"
#include "host/capi/convert.h"
#include "host/capi/detect.h"

using namespace abut::capi;

namespace {

static_assert(ABUT_STATUS_COUNT == abut::status_count);

/// The words between commas; none of a null text.
std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  for (const char* at = text; at != nullptr;) {
    const char* const comma = std::strchr(at, ',');
    words.emplace_back(at, comma == nullptr ? std::strlen(at) : static_cast<std::size_t>(comma - at));
    at = comma == nullptr ? nullptr : comma + 1;
  }
  return words;
}

int deflate_of(const char* argument, uint32_t deflate) {
  if (deflate <= 9) return static_cast<int>(deflate);
  throw abut::InvalidInput(std::string(argument) + " is " + std::to_string(deflate) + "; allowed are 0 to 9");
}

bool flag(const char* field, uint32_t value) {
  if (value <= 1) return value == 1;
  throw abut::InvalidInput(std::string("options->") + field + " is " + std::to_string(value) + "; allowed are 0 and 1");
}

template <class T>
int write_contacts(const char* function, const abut_scene* scene, const abut_detection* detection, const char* path,
                   uint32_t deflate) noexcept {
  return guarded(function, [&] {
    const auto held = object(scene, "scene");
    const auto found = object(detection, "detection");
    need("path", path);
    const abut::Detection<T>& d = detection_of<T>(*found);
    require_parts(d.pairs, held->scene.bodies.part_count());
    abut::write_contacts_hdf5<T>(held->scene, d, path, deflate_of("deflate", deflate));
  });
}

abut_query_file_options query_file_defaults() {
  const abut::QueryFileOptions d;
  return {sizeof(abut_query_file_options), nullptr, 0, d.piece, 0, 0, 0, 0, nullptr, nullptr};
}

abut::QueryFileOptions query_file_options(const abut_query_file_options* options) {
  const abut_query_file_options o = given_or("options", options, query_file_defaults());
  if (o.precision != 0 && o.precision != 32 && o.precision != 64) {
    throw abut::InvalidInput("options->precision is " + std::to_string(o.precision) + "; allowed are 0, 32 and 64");
  }
  abut::QueryFileOptions made;
  if (o.precision != 0) made.precision = o.precision == 32 ? "f32" : "f64";
  if (flag("has_alert_distance", o.has_alert_distance)) made.alert_distance = o.alert_distance;
  made.fields = words_of(o.fields);
  made.deflate = deflate_of("options->deflate", o.deflate);
  made.piece = o.piece;
  made.executor = abut::Cpu{o.threads};
  if (o.progress != nullptr) {
    made.progress = [call = o.progress, user = o.user](uint64_t done, uint64_t all) { call(user, done, all); };
  }
  return made;
}

abut::ParticleListOptions list_options(const char* argument, const abut_particle_list_options* options) {
  const abut_particle_list_options o =
      given_or(argument, options, abut_particle_list_options{sizeof o, nullptr, 0, 0, 0});
  if (o.quaternion > ABUT_QUATERNION_XYZW) {
    throw abut::InvalidInput(std::string(argument) + "->quaternion is " + std::to_string(o.quaternion) +
                             "; allowed are 0, 1 and 2");
  }
  abut::ParticleListOptions made;
  made.quaternion = static_cast<abut::QuaternionOrder>(o.quaternion);
  made.quaternion_columns = words_of(o.quaternion_columns);
  if (!made.quaternion_columns.empty() && made.quaternion_columns.size() != 4) {
    throw abut::InvalidInput(std::string(argument) + "->quaternion_columns has " +
                             std::to_string(made.quaternion_columns.size()) + " names; allowed are 4, or null");
  }
  if (flag("has_frame", o.has_frame)) made.frame = o.frame;
  return made;
}

void give_report(const abut::ParticleListReport& from, abut_particle_report* report) {
  if (report == nullptr) return;
  give("report", report,
       abut_particle_report{0, from.particles, from.unused_columns.size(), from.oriented ? 1u : 0u,
                            from.periodic ? 1u : 0u});
}

abut_particle particle_of(const abut::Particle& from) {
  abut_particle to{};
  to.position[0] = from.position.x, to.position[1] = from.position.y, to.position[2] = from.position.z;
  std::copy(from.quaternion.begin(), from.quaternion.end(), to.quaternion);
  to.radius = from.radius;
  to.id = from.id.value_or(0), to.has_id = from.id.has_value() ? 1 : 0;
  return to;
}

abut_particle_scene_options scene_defaults() {
  const abut::ParticleSceneOptions d;
  return {sizeof(abut_particle_scene_options), nullptr, nullptr, d.alert_distance, d.first_shape};
}

template <class List>
const auto& element(const List& list, uint64_t index) {
  if (index < list.size()) return list[index];
  throw abut::InvalidInput("index is " + std::to_string(index) + "; allowed is less than " +
                           std::to_string(list.size()));
}

}  // namespace

int abut_hdf5_available(void) { return abut::hdf5_available() ? 1 : 0; }

int abut_convert_scene(const char* from, const char* to, uint32_t deflate, uint64_t* meshes) {
  return guarded("abut_convert_scene", [&] {
    need("from", from), need("to", to);
    const abut::ConvertedScene done = abut::convert_scene(from, to, deflate_of("deflate", deflate));
    if (meshes != nullptr) *meshes = done.meshes;
  });
}

int abut_write_contacts_hdf5_f32(const abut_scene* scene, const abut_detection* detection, const char* path,
                                 uint32_t deflate) {
  return write_contacts<float>("abut_write_contacts_hdf5_f32", scene, detection, path, deflate);
}
int abut_write_contacts_hdf5_f64(const abut_scene* scene, const abut_detection* detection, const char* path,
                                 uint32_t deflate) {
  return write_contacts<double>("abut_write_contacts_hdf5_f64", scene, detection, path, deflate);
}

int abut_query_file_options_init(abut_query_file_options* options, size_t size) {
  return init_struct("abut_query_file_options_init", options, size, query_file_defaults());
}

int abut_query_pair_file(const char* from, const char* to, const abut_query_file_options* options,
                         abut_query_file_summary* summary) {
  return guarded("abut_query_pair_file", [&] {
    need("from", from), need("to", to);
    if (summary != nullptr) struct_size("summary", summary);  // before hours of work
    const abut::QueryFileSummary done = abut::query_pair_file(from, to, query_file_options(options));
    if (summary == nullptr) return;
    abut_query_file_summary s{};
    s.pairs = done.pairs, s.alert_distance = done.alert_distance, s.is_f64 = done.precision == "f64" ? 1 : 0;
    std::copy(done.status.begin(), done.status.end(), s.status);
    s.prepare = done.prepare, s.read = done.read, s.write = done.write, s.query = done.query;
    s.waited = done.waited, s.disk = done.disk, s.total = done.total;
    give("summary", summary, s);
  });
}

int abut_read_particles(const char* path, const abut_particle_list_options* options, abut_particle_list** particles) {
  return make_handle("abut_read_particles", "particles", particles, [&] {
    need("path", path);
    auto made = std::make_shared<ParticleList>();
    made->report = abut::read_particles(path, list_options("options", options),
                                        [&](const abut::Particle& p) { made->particles.push_back(p); });
    return made;
  });
}
int abut_particle_list_free(abut_particle_list* particles) { return freed("abut_particle_list_free", particles); }

int abut_particle_list_get_report(const abut_particle_list* particles, abut_particle_report* report) {
  return guarded("abut_particle_list_get_report", [&] {
    const auto held = object(particles, "particles");
    need("report", report);
    give_report(held->report, report);
  });
}

int abut_particle_list_copy(const abut_particle_list* particles, abut_particle* out, size_t capacity, size_t* count) {
  return guarded("abut_particle_list_copy", [&] {
    const auto held = object(particles, "particles");
    need("count", count);
    *count = held->particles.size();
    if (out == nullptr && capacity == 0) return;
    if (*count > capacity) {
      throw TooSmall("capacity is " + std::to_string(capacity) + "; needed are " + std::to_string(*count) +
                     " particles");
    }
    need_array("out", out, capacity);
    std::transform(held->particles.begin(), held->particles.end(), out, particle_of);
  });
}

int abut_particle_list_text(const abut_particle_list* particles, int what, uint64_t index, char* text, size_t capacity,
                            size_t* bytes) {
  return guarded("abut_particle_list_text", [&] {
    const auto held = object(particles, "particles");
    switch (what) {
      case ABUT_PARTICLE_SHAPE: return give_text(element(held->particles, index).shape, text, capacity, bytes);
      case ABUT_PARTICLE_COLUMN: return give_text(element(held->report.unused_columns, index), text, capacity, bytes);
      default: throw abut::InvalidInput("what is " + std::to_string(what) + "; allowed are 0 and 1");
    }
  });
}

int abut_particle_scene_options_init(abut_particle_scene_options* options, size_t size) {
  return init_struct("abut_particle_scene_options_init", options, size, scene_defaults());
}

int abut_write_particle_scene(const char* list, const abut_particle_scene_options* options, const char* scene,
                              abut_particle_report* report) {
  return guarded("abut_write_particle_scene", [&] {
    need("list", list), need("scene", scene);
    if (report != nullptr) struct_size("report", report);
    const abut_particle_scene_options o = given_or("options", options, scene_defaults());
    abut::ParticleSceneOptions made;
    made.list = list_options("options->list", o.list);
    if (o.shapes != nullptr) made.shapes = o.shapes;
    made.first_shape = o.first_shape;
    made.alert_distance = o.alert_distance;
    give_report(abut::write_particle_scene(list, made, scene), report);
  });
}
