#include "examples/dem/collisions.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/surface_machine.h"

namespace dem {

namespace {

/// Two bodies of the packing that fly at each other at 2 m/s, turned, spinning and off centre at random, their spheres
/// just apart.
Scene random_pair(const Scene& packing, const Material& material, Random& random) {
  Scene scene;
  scene.settings = packing.settings;
  scene.settings.material = material;
  scene.settings.gravity = {0, 0, 0};
  scene.kinds = packing.kinds;
  const auto shape = [&] {
    const auto moving = static_cast<double>(packing.size() - packing.walls);
    return packing.walls + static_cast<std::uint32_t>(random.uniform() * moving);
  };
  for (const double side : {-1.0, 1.0}) {
    const std::uint32_t from = shape();
    scene.shapes.add_hull(packing.shapes.vertices(from));
    const std::uint32_t i = scene.add_in_parts(1, packing.constants[from], {0, 0, 0});
    if (!packing.kinds.empty()) scene.kind_of.push_back(packing.kind_of[from - packing.walls]);
    BodyState& body = scene.states[i];
    body.velocity = {-side, 0, 0};
    random.rotation(body.quaternion);
    const Vector spin{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
    body.momentum = spin * (20 * scene.constants[i].inertia.x);  // up to some 10 rad/s
  }
  const double reach = 1.001 * (scene.constants[0].radius + scene.constants[1].radius);
  const double y = reach * 0.4 * (random.uniform() - 0.5), z = reach * 0.4 * (random.uniform() - 0.5);
  scene.states[1].position = {std::sqrt(reach * reach - y * y - z * z), y, z};
  return scene;
}

double energy_of(const Scene& scene, const std::vector<BodyState>& states) {
  double sum = 0;
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    sum += kinetic_energy(states[i], scene.constants[i]) + rotation_energy(states[i], scene.constants[i]);
  }
  return sum;
}

/// Whether two bodies without forces can no longer meet, or have not met yet and are about to.
bool spheres_apart(const Scene& scene, const std::vector<BodyState>& s) {
  return abut::length(s[1].position - s[0].position) > scene.constants[0].radius + scene.constants[1].radius;
}

/// The part of a collision that is looked at: from just before the first contact to just after the last.
struct Course {
  std::vector<BodyState> before;
  double time, time_in_contact;
};

template <class Machine, class Law>
std::optional<Course> find_course(Scene& scene, const Law& law) {
  scene.settings.step = stable_step(scene.settings.material, scene.constants) / 50;
  Machine machine(1);
  Simulation<Machine, Law> run(machine, scene, law);
  Course out{scene.states, 0, 0};
  std::uint64_t first = 0, last = 0, touching = 0;
  for (bool near = false;;) {
    const std::vector<BodyState> states = run.states();
    if (touching == 0) out.before = states, first = run.steps();
    run.step();
    if (run.totals().contacts > 0) last = run.steps(), ++touching;
    const bool apart = spheres_apart(scene, run.states());
    near = near || !apart;
    if (near && apart) break;
  }
  if (touching == 0) return {};
  out.time = static_cast<double>(last + 1 - first) * scene.settings.step;
  out.time_in_contact = static_cast<double>(touching) * scene.settings.step;
  return out;
}

/// Looks at the contact of a pair step by step: does it end once only, and does its normal jump.
class Smoothness {
 public:
  void see(const std::vector<PairForce>& forces) {
    const bool touches = !forces.empty() && forces[0].touches != 0;
    touched_ += touches && !touching_ ? 1 : 0;
    if (touches && touching_) jumps_ = jumps_ || jumps_from_last(forces[0]);
    touching_ = touches;
    if (touches) normal_ = forces[0].normal, point_ = forces[0].point;
  }
  bool smooth() const { return touched_ == 1 && !jumps_; }

 private:
  bool jumps_from_last(const PairForce& now) const {
    return abut::length(now.normal - normal_) > 0.003 || abut::length(now.point - point_) > 4e-4;
  }
  int touched_ = 0;
  bool touching_ = false, jumps_ = false;
  Vector normal_{}, point_{};
};

template <class Machine, class Law>
double energy_error(Scene& scene, const Law& law, const Course& course, double step, bool* smooth = nullptr) {
  scene.settings.step = step;
  scene.states = course.before;
  Machine machine(1);
  Simulation<Machine, Law> run(machine, scene, law);
  Smoothness seen;
  while (run.time() < course.time || run.totals().contacts > 0) {
    run.step();
    if (smooth != nullptr) seen.see(run.forces());
  }
  if (smooth != nullptr) *smooth = seen.smooth();
  const double before = energy_of(scene, scene.states);
  return std::abs(energy_of(scene, run.states()) - before) / before;
}

template <class Machine, class Law>
std::vector<Collision> study_with(const Scene& packing, const CollisionStudy& study, const Law& law) {
  std::vector<Collision> out(study.pairs);
  tbb::task_arena arena(study.threads == 0 ? tbb::task_arena::automatic : study.threads);
  arena.execute([&] {
    tbb::parallel_for(std::uint64_t{0}, study.pairs, [&](std::uint64_t pair) {
      Random random(abut::mix64(study.seed + (pair << 20)));
      for (;;) {
        Scene scene = random_pair(packing, study.material, random);
        const std::optional<Course> course = find_course<Machine>(scene, law);
        if (!course) continue;
        const double step = course->time_in_contact / study.steps;
        Collision& c = out[pair];
        c.time = course->time_in_contact;
        c.error = energy_error<Machine>(scene, law, *course, step, &c.smooth);
        c.half_error = energy_error<Machine>(scene, law, *course, step / 2);
        return;
      }
    });
  });
  return out;
}

}  // namespace

std::vector<Collision> study_collisions(const CollisionStudy& asked) {
  CollisionStudy study = asked;
  study.material.friction = 0, study.material.restitution = 1;
  Settings settings;
  settings.material = study.material;
  settings.bodies = 300;
  settings.step = 1e-9;  // of no run
  settings.seed = study.seed;
  if (study.surfaces) settings.preset = Settings::nurbs, settings.contacts = Settings::surfaces;
  const Scene packing = make_scene(settings);
  std::vector<Collision> out;
  if (study.surfaces) return study_with<SurfaceMachine>(packing, study, DepthLaw{{study.material.stiffness}});
  with_law(study.material, [&](const auto& law) { out = study_with<CpuMachine>(packing, study, law); });
  return out;
}

ErrorFigures figures_of(std::vector<double> errors) {
  if (errors.empty()) return {0, 0, 0, 0};
  std::sort(errors.begin(), errors.end());
  double sum = 0;
  for (const double e : errors) sum += e;
  const std::size_t n = errors.size();
  return {errors[n / 2], sum / static_cast<double>(n), errors[n * 99 / 100], errors[n - 1]};
}

}  // namespace dem
