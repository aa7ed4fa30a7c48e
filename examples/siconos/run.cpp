#include "examples/siconos/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "abut/io.h"
#include "examples/dem/grains.h"
#include "examples/dem/output.h"
#include "examples/siconos/abut_contacts.h"

namespace siconos_run {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double pitch = 2.1 * dem::largest_radius;
constexpr std::uint64_t side = 2;  // grains of a layer: side * side
constexpr double slow = 5e-3;

/// The hulls' corners in the frame of their principal axes, the farthest at distance 1.
std::vector<std::vector<dem::Vector>> hulls(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".ply") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) throw abut::InvalidInput(folder + ": has no grains (.ply)");
  std::vector<std::vector<dem::Vector>> out;
  for (const std::string& file : files) {
    abut::ShapeSet shapes;
    shapes.add_hull(abut::weld(abut::read_mesh(file)).vertices);
    const auto corners = shapes.vertices(0);
    std::vector<dem::Vector> vertices = dem::in_principal_frame({corners.begin(), corners.end()});
    double size = 0;
    for (const dem::Vector& v : vertices) size = std::max(size, abut::length(v));
    for (dem::Vector& v : vertices) v = v * (1 / size);
    out.push_back(std::move(vertices));
  }
  return out;
}

struct Energy {
  double kinetic = 0, potential = 0, fastest = 0;
};

Energy energy_of(const dem::Scene& scene, const Law& law, const World& world) {
  Energy out;
  const std::vector<Placed> placed = world.placed();
  const std::vector<double> twists = world.twists();
  for (std::size_t b = 0; b < placed.size(); ++b) {
    const dem::BodyConstants& own = scene.constants[scene.walls + b];
    const double* t = twists.data() + 6 * b;
    const double speed = std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    out.kinetic += 0.5 * own.mass * speed * speed;
    out.kinetic += 0.5 * (own.inertia.x * t[3] * t[3] + own.inertia.y * t[4] * t[4] + own.inertia.z * t[5] * t[5]);
    out.potential += own.mass * law.gravity * placed[b].position[2];
    const double spin = std::sqrt(t[3] * t[3] + t[4] * t[4] + t[5] * t[5]);
    out.fastest = std::max(out.fastest, speed + spin * own.radius);
  }
  return out;
}

std::vector<MovingBody> moving_bodies(const dem::Scene& scene) {
  std::vector<MovingBody> out;
  for (std::uint32_t b = scene.walls; b < scene.size(); ++b) {
    const dem::BodyConstants& own = scene.constants[b];
    const dem::BodyState& at = scene.states[b];
    MovingBody body{own.mass, {own.inertia.x, own.inertia.y, own.inertia.z}, {}, {}};
    body.start = {{at.position.x, at.position.y, at.position.z},
                  {at.quaternion[0], at.quaternion[1], at.quaternion[2], at.quaternion[3]}};
    for (const dem::Vector& v : scene.shapes.vertices(b)) body.vertices.insert(body.vertices.end(), {v.x, v.y, v.z});
    out.push_back(std::move(body));
  }
  return out;
}

std::vector<FixedBox> fixed_boxes(const dem::Scene& scene) {
  std::vector<FixedBox> out;
  for (std::uint32_t b = 0; b < scene.walls; ++b) {
    const double* h = scene.shapes.header(b).half_extent;
    const dem::Vector p = scene.states[b].position;
    out.push_back({{h[0], h[1], h[2]}, {p.x, p.y, p.z}});
  }
  return out;
}

/// What goes into the folder while a run is going on.
class Files {
 public:
  Files(const dem::Scene& scene, std::string folder) : scene_(scene), folder_(std::move(folder)) {
    fs::create_directories(folder_);
    table_.open(folder_ + "/energies.csv");
    if (!table_) throw abut::FileError(folder_ + "/energies.csv: cannot be written");
    table_ << "time,kinetic,potential,fastest,points,deepest\n";
  }

  void add(double time, const Energy& energy, const StepCounts& counts, double deepest) {
    table_ << time << ',' << energy.kinetic << ',' << energy.potential << ',' << energy.fastest << ','
           << counts.interactions << ',' << deepest << '\n';
  }

  void picture(double time, const World& world) {
    std::vector<dem::BodyState> states = scene_.states;
    const std::vector<Placed> placed = world.placed();
    const std::vector<double> twists = world.twists();
    for (std::size_t b = 0; b < placed.size(); ++b) {
      dem::BodyState& state = states[scene_.walls + b];
      const double* t = twists.data() + 6 * b;
      state.position = {placed[b].position[0], placed[b].position[1], placed[b].position[2]};
      state.velocity = {t[0], t[1], t[2]};
      std::copy_n(placed[b].quaternion, 4, state.quaternion);
    }
    char name[40];
    std::snprintf(name, sizeof name, "bodies_%04zu.vtp", series_.size());
    dem::write_surfaces(folder_ + "/" + name, scene_, states, scene_.size());
    series_.emplace_back(name, time);
    dem::write_series(folder_ + "/bodies.vtp.series", series_);
  }

 private:
  const dem::Scene& scene_;
  std::string folder_;
  std::ofstream table_;
  std::vector<std::pair<std::string, double>> series_;
};

}  // namespace

dem::Scene grains_over_box(std::uint64_t count) {
  dem::Scene scene;
  scene.settings.material.density = 2600;
  const auto shapes = hulls(dem::grains_folder());
  const double width = static_cast<double>(side) * pitch * 1.2, t = 0.1, height = 2;
  scene.add_wall({width / 2 + 2 * t, width / 2 + 2 * t, t}, {0, 0, -t});
  for (const double way : {-1.0, 1.0}) {
    scene.add_wall({t, width / 2 + 2 * t, height / 2}, {way * (width / 2 + t), 0, height / 2});
    scene.add_wall({width / 2 + 2 * t, t, height / 2}, {0, way * (width / 2 + t), height / 2});
  }
  dem::Random random(1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const double radius = dem::smallest_radius + (dem::largest_radius - dem::smallest_radius) * random.uniform();
    std::vector<dem::Vector> vertices = shapes[i % shapes.size()];
    for (dem::Vector& v : vertices) v = v * radius;
    const double x = static_cast<double>(i % side) - 0.5 * (side - 1);
    const double y = static_cast<double>(i / side % side) - 0.5 * (side - 1);
    const double z = static_cast<double>(i / (side * side)) + 0.6;
    scene.add(scene.shapes.add_hull(vertices), {x * pitch, y * pitch, z * pitch});
    random.rotation(scene.states.back().quaternion);
  }
  return scene;
}

Summary run(const dem::Scene& scene, const Law& law, bool with_abut, const std::string& folder) {
  // Overlaps are measured by a second instance, in both runs alike and outside the time.
  AbutContacts contacts(scene, {}), measure(scene, {.alert_distance = 0});
  World world(moving_bodies(scene), fixed_boxes(scene), law, with_abut ? &contacts : nullptr);
  Files files(scene, folder);
  Summary out;
  std::vector<ContactPoint> ignored;
  Energy energy = energy_of(scene, law, world);
  double before = energy.kinetic + energy.potential;
  out.energy_at_start = before;
  const auto frame = static_cast<std::uint64_t>(std::max(1.0, std::round(0.02 / law.step)));
  for (;;) {
    if (out.steps % frame == 0) files.picture(static_cast<double>(out.steps) * law.step, world);
    const auto start = Clock::now();
    if (!world.step()) break;
    out.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    out.last = world.counts();
    out.detection_seconds += out.last.detection_seconds;
    out.failures += with_abut && contacts.last().failures > 0 ? 1 : 0;
    out.unsolved += out.last.solved ? 0 : 1;
    const double time = static_cast<double>(++out.steps) * law.step;
    energy = energy_of(scene, law, world);
    out.largest_rise = std::max(out.largest_rise, energy.kinetic + energy.potential - before);
    before = energy.kinetic + energy.potential;
    if (energy.fastest > slow) out.rest_from = time;
    measure.find(world.placed(), ignored);
    out.deepest_at_end = measure.last().deepest / dem::largest_radius;
    out.deepest = std::max(out.deepest, out.deepest_at_end);
    files.add(time, energy, out.last, measure.last().deepest);
  }
  out.overlapping = measure.last().pairs;
  out.kinetic_at_end = energy.kinetic;
  out.potential_at_end = energy.potential;
  out.fastest = energy.fastest;
  return out;
}

}  // namespace siconos_run
