// The complementarity problem of one time step: bodies after their free motion, contacts with Signorini's condition and
// Coulomb's friction, and what a solver gives back. Plain data that knows nothing of collision detection.
//
// Source: Stewart & Trinkle 1996, Anitescu & Potra 1997 (the gap enters the condition on velocities) and Jean 1999.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "abut/core/vec3.h"

namespace time_stepping {

using Vector = abut::Vec3<double>;
using Matrix = abut::Mat3<double>;

/// Data only.
struct Twist {
  Vector velocity{0, 0, 0}, spin{0, 0, 0};
};

/// What does not move has zeros for its inverses. World axes. Data only.
struct ProblemBody {
  double inverse_mass = 0;
  Matrix inverse_inertia{};  ///< about the centre of mass, symmetric
  Twist free;                ///< after the free motion, without contacts
};

/// Along a contact's normal and its two tangents. Data only.
struct Components {
  double normal = 0, tangent[2] = {0, 0};
};

/// Normal and tangents are a right-handed frame of unit vectors. Data only.
struct ProblemContact {
  std::uint32_t a = 0, b = 0;  ///< bodies
  Vector normal{0, 0, 1};      ///< from A to B
  Vector tangent[2] = {{1, 0, 0}, {0, 1, 0}};
  Vector arm_a{0, 0, 0}, arm_b{0, 0, 0};  ///< from the centres of mass to the point
  double gap = 0;                         ///< below 0: overlap
  double friction = 0;                    ///< Coulomb's coefficient
  std::uint64_t key = 0;                  ///< of the same contact in other steps
  Components impulse;                     ///< where the solver begins: on B, A gets the opposite
};

/// Data only.
struct ContactProblem {
  double step = 1e-3;
  double push_share = 0.2;  ///< of an overlap that is undone in a step, from 0 to 1
  double push_speed = 0.1;  ///< that it is undone with at most
  std::vector<ProblemBody> bodies;
  std::vector<ProblemContact> contacts;
};

struct SolverSettings {
  double tolerance = 1e-10;  ///< of the relative residual
  std::uint32_t most_sweeps = 2000;
};

/// Data only.
struct Solution {
  std::vector<Components> impulses;  ///< of the contacts, on B
  std::vector<Twist> twists;         ///< of the bodies at the end of the step
  std::uint32_t sweeps = 0, newton_steps = 0;
  double residual = 0;     ///< `relative_residual`
  bool converged = false;  ///< the residual is within the tolerance; else the solver ran out of sweeps
};

using Solver = std::function<Solution(const ContactProblem&, const SolverSettings&)>;

/// Throws `InvalidInput` for what is not finite, a body that is not there or twice in a contact, a coefficient, mass or
/// share that is not allowed, or a step that is not above 0.
void check(const ContactProblem& problem);
void check(const SolverSettings& settings);

/// Two tangents that make a right-handed frame with a unit normal.
void set_tangents(ProblemContact& contact);

/// Added to the velocity along the normal, it has to be 0 or more: the gap over the step, so that contacts that are
/// open close no further than to touch; of an overlap the share that is pushed out.
double normal_bias(const ContactProblem& problem, const ProblemContact& contact);

/// Of B against A, in the contact's frame.
Components relative_velocity(const ProblemContact& contact, const std::vector<Twist>& twists);
/// Gives both bodies an impulse of the contact.
void add_impulse(const ContactProblem& problem, const ProblemContact& contact, const Components& impulse,
                 std::vector<Twist>& twists);
/// What an impulse on B and its opposite on A do to the relative velocity: 3x3, order normal, tangents.
Matrix local_response(const ContactProblem& problem, const ProblemContact& contact);
/// Of all contacts, in their order.
std::vector<Matrix> local_responses(const ContactProblem& problem);
/// The largest eigenvalue of a local response's tangents.
double largest_tangential(const Matrix& response);
/// What a unit impulse at one contact does to the relative velocities of all: column by column, three rows and three
/// columns a contact, as many as there are.
std::vector<double> response_matrix(const ContactProblem& problem);

/// The free motion with the impulses.
std::vector<Twist> twists_after(const ContactProblem& problem, const std::vector<Components>& impulses);

/// Nearest point of the disc of that radius.
void project_on_disc(double (&tangent)[2], double radius);

/// How far impulses are from a solution: the largest over contacts of the natural map p - proj(p - r u) over r, where r
/// is the inverse of the local response, so that it is a velocity; over the largest speed at which contacts would
/// approach or slide without impulses, or 1e-4 of the fastest body's, if that is more. 0 at a solution.
/// `responses`: `local_responses`, which do not change from sweep to sweep.
double relative_residual(const ContactProblem& problem, const std::vector<Matrix>& responses,
                         const std::vector<Components>& impulses, const std::vector<Twist>& twists);

}  // namespace time_stepping
