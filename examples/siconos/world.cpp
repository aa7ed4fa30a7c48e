// C++17: Siconos's headers.
#include "examples/siconos/world.h"

#include <Friction_cst.h>
#include <SolverOptions.h>
#include <RigidBodyDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosKernel.hpp>
#include <SiconosShape.hpp>

#include <algorithm>
#include <chrono>
#include <map>

namespace siconos_run {
namespace {

using Clock = std::chrono::steady_clock;

SP::SiconosVector vector_of(const double* values, unsigned count) {
  auto out = std::make_shared<SiconosVector>(count);
  for (unsigned i = 0; i < count; ++i) out->setValue(i, values[i]);
  return out;
}

struct Rotation {
  explicit Rotation(const SiconosVector& q) {
    const double w = q(3), x = q(4), y = q(5), z = q(6);
    const double all[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                           2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                           2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    std::copy_n(all, 9, r);
  }
  double r[9];
};

/// The point of the world in a body's frame.
void to_frame(const SiconosVector& q, const double* point, double* local) {
  const Rotation m(q);
  const double d[3] = {point[0] - q(0), point[1] - q(1), point[2] - q(2)};
  for (int i = 0; i < 3; ++i) local[i] = m.r[i] * d[0] + m.r[3 + i] * d[1] + m.r[6 + i] * d[2];
}

/// And back.
void to_world(const SiconosVector& q, const double* local, SiconosVector& point) {
  const Rotation m(q);
  for (unsigned i = 0; i < 3; ++i) {
    point.setValue(i, q(i) + m.r[3 * i] * local[0] + m.r[3 * i + 1] * local[1] + m.r[3 * i + 2] * local[2]);
  }
}

Placed placed_at(const SiconosVector& q) { return {{q(0), q(1), q(2)}, {q(3), q(4), q(5), q(6)}}; }

/// One contact point. Over the step its points stay on their bodies and its normal as it is.
class PointOfContact : public NewtonEuler3DR {
 public:
  void place(const ContactPoint& point, const SiconosVector& q1, const SiconosVector* q2) {
    to_frame(q1, point.pc1, on_1_);
    if (q2 != nullptr) {
      to_frame(*q2, point.pc2, on_2_);
    } else {
      std::copy_n(point.pc2, 3, on_2_);
    }
    for (unsigned i = 0; i < 3; ++i) {
      pc1()->setValue(i, point.pc1[i]);
      pc2()->setValue(i, point.pc2[i]);
      nc()->setValue(i, point.nc[i]);
    }
  }

  void computeh(double, const BlockVector& q, SiconosVector& y) override {
    const auto& bodies = q.getAllVect();
    to_world(*bodies[0], on_1_, *pc1());
    if (bodies.size() > 1) to_world(*bodies[1], on_2_, *pc2());
    y.setValue(0, distance());
  }

 private:
  double on_1_[3], on_2_[3];  // in the frames of the bodies, or of the world
};

/// The narrow-phase callback: Siconos calls `updateInteractions` at the start of each step, and whatever it links then
/// are the step's contacts. An interaction stays as long as the source has its key, and with it its reaction, from
/// where the solver begins.
class CallbackManager : public InteractionManager {
 public:
  CallbackManager(std::vector<SP::RigidBodyDS> bodies, ContactSource& source, double& seconds)
      : bodies_(std::move(bodies)), source_(source), seconds_(seconds) {}

  void updateInteractions(SP::Simulation simulation) override {
    const auto start = Clock::now();
    std::vector<Placed> placed(bodies_.size());
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const SiconosVector& q = *bodies_[b]->q();
      placed[b] = placed_at(q);
    }
    source_.find(placed, found_);
    std::map<std::uint64_t, Known> now;
    for (const ContactPoint& point : found_) now.emplace(point.key, take(point, simulation));
    for (auto& left : known_) simulation->unlink(left.second.interaction);
    known_.swap(now);
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  struct Known {
    std::shared_ptr<PointOfContact> relation;
    SP::Interaction interaction;
  };

  Known take(const ContactPoint& point, SP::Simulation simulation) {
    Known out;
    const auto old = known_.find(point.key);
    const bool is_new = old == known_.end();
    if (is_new) {
      out.relation = std::make_shared<PointOfContact>();
      out.interaction = std::make_shared<Interaction>(nonSmoothLaw(0, 0), out.relation);
    } else {
      out = old->second;
      known_.erase(old);
    }
    const SP::RigidBodyDS first = bodies_[point.body1];
    const SP::RigidBodyDS second = point.body2 < 0 ? SP::RigidBodyDS() : bodies_[static_cast<std::size_t>(point.body2)];
    out.relation->place(point, *first->q(), second ? second->q().get() : nullptr);
    if (is_new && second) simulation->link(out.interaction, first, second);
    if (is_new && !second) simulation->link(out.interaction, first);
    return out;
  }

  std::vector<SP::RigidBodyDS> bodies_;
  ContactSource& source_;
  double& seconds_;
  std::vector<ContactPoint> found_;
  std::map<std::uint64_t, Known> known_;
};

/// Siconos's own narrow phase, with the time it takes.
class TimedBullet : public SiconosBulletCollisionManager {
 public:
  TimedBullet(const SiconosBulletOptions& options, double& seconds)
      : SiconosBulletCollisionManager(options), seconds_(seconds) {}
  void updateInteractions(SP::Simulation simulation) {
    const auto start = Clock::now();
    SiconosBulletCollisionManager::updateInteractions(simulation);
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  double& seconds_;
};

SP::SiconosContactorSet contactor_of(SP::SiconosShape shape) {
  // No margins: hulls and boxes are what they are for Abut.
  shape->setInsideMargin(0);
  shape->setOutsideMargin(0);
  auto set = std::make_shared<SiconosContactorSet>();
  set->append(std::make_shared<SiconosContactor>(shape));
  return set;
}

SP::SiconosShape hull_of(const MovingBody& body) {
  const auto count = static_cast<unsigned>(body.vertices.size() / 3);
  auto vertices = std::make_shared<SimpleMatrix>(count, 3);
  for (unsigned i = 0; i < 3 * count; ++i) vertices->setValue(i / 3, i % 3, body.vertices[i]);
  return std::make_shared<SiconosConvexHull>(vertices);
}

std::shared_ptr<TimedBullet> bullet_of(const std::vector<FixedBox>& boxes, const Law& law, double& seconds) {
  SiconosBulletOptions options;
  options.worldScale = law.bullet_scale;
  options.minimumPointsPerturbationThreshold = 3;
  options.perturbationIterations = 3;
  auto manager = std::make_shared<TimedBullet>(options, seconds);
  for (const FixedBox& box : boxes) {
    const double place[7] = {box.position[0], box.position[1], box.position[2], 1, 0, 0, 0};
    const auto shape = std::make_shared<SiconosBox>(2 * box.half[0], 2 * box.half[1], 2 * box.half[2]);
    manager->insertStaticContactorSet(contactor_of(shape), vector_of(place, 7));
  }
  return manager;
}

}  // namespace

namespace {

/// Whether the friction problem of the step was solved to its tolerance; Siconos would print a line each time.
thread_local bool unsolved = false;
void check_solver(int info, Simulation*) { unsolved = unsolved || info != 0; }

}  // namespace

struct World::Siconos {
  std::vector<SP::RigidBodyDS> bodies;
  std::shared_ptr<NonSmoothDynamicalSystem> model;
  std::shared_ptr<TimeStepping> stepping;
  StepCounts counts;
};

World::World(const std::vector<MovingBody>& bodies, const std::vector<FixedBox>& boxes, const Law& law,
             ContactSource* contacts)
    : siconos_(std::make_unique<Siconos>()) {
  Siconos& s = *siconos_;
  s.model = std::make_shared<NonSmoothDynamicalSystem>(0, law.seconds);
  for (const MovingBody& body : bodies) {
    double place[7];
    std::copy_n(body.start.position, 3, place);
    std::copy_n(body.start.quaternion, 4, place + 3);
    auto inertia = std::make_shared<SimpleMatrix>(3, 3);
    for (unsigned i = 0; i < 3; ++i) inertia->setValue(i, i, body.inertia[i]);
    const auto still = std::make_shared<SiconosVector>(6);
    still->zero();
    auto ds = std::make_shared<RigidBodyDS>(vector_of(place, 7), still, body.mass, inertia);
    const double weight[3] = {0, 0, -law.gravity * body.mass};
    ds->setFExtPtr(vector_of(weight, 3));
    if (contacts == nullptr) ds->setContactors(contactor_of(hull_of(body)));
    s.model->insertDynamicalSystem(ds);
    s.bodies.push_back(ds);
  }
  auto friction = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
  friction->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = law.tolerance;
  friction->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = law.most_iterations;
  friction->setMaxSize(3 * 4096);
  friction->setKeepLambdaAndYState(true);
  s.stepping = std::make_shared<TimeStepping>(s.model, std::make_shared<TimeDiscretisation>(0, law.step),
                                              std::make_shared<MoreauJeanOSI>(0.5), friction);
  s.stepping->setNewtonOptions(SICONOS_TS_LINEAR);
  s.stepping->setWarnOnNonConvergence(false);
  s.stepping->setCheckSolverFunction(check_solver);
  std::shared_ptr<InteractionManager> manager;
  if (contacts != nullptr) {
    manager = std::make_shared<CallbackManager>(s.bodies, *contacts, s.counts.detection_seconds);
  } else {
    manager = bullet_of(boxes, law, s.counts.detection_seconds);
  }
  manager->insertNonSmoothLaw(std::make_shared<NewtonImpactFrictionNSL>(law.restitution, 0, law.friction, 3), 0, 0);
  s.stepping->insertInteractionManager(manager);
}

World::~World() = default;

bool World::step() {
  Siconos& s = *siconos_;
  if (!s.stepping->hasNextEvent()) return false;
  s.counts = StepCounts{};
  unsolved = false;
  s.stepping->computeOneStep();
  s.counts.solved = !unsolved;
  const auto graph = s.model->topology()->indexSet(0);
  s.counts.interactions = graph->size();
  InteractionsGraph::VIterator at, end;
  for (std::tie(at, end) = graph->vertices(); at != end; ++at) {
    const SP::SiconosVector lambda = graph->bundle(*at)->lambda(1);
    if (lambda) s.counts.largest_reaction = std::max(s.counts.largest_reaction, lambda->getValue(0));
  }
  s.stepping->nextStep();
  return true;
}

StepCounts World::counts() const { return siconos_->counts; }

std::vector<Placed> World::placed() const {
  std::vector<Placed> out(siconos_->bodies.size());
  for (std::size_t b = 0; b < out.size(); ++b) {
    const SiconosVector& q = *siconos_->bodies[b]->q();
    out[b] = placed_at(q);
  }
  return out;
}

std::vector<double> World::twists() const {
  std::vector<double> out;
  for (const auto& body : siconos_->bodies) {
    for (unsigned i = 0; i < 6; ++i) out.push_back(body->twist()->getValue(i));
  }
  return out;
}

}  // namespace siconos_run
