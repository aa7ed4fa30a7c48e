// What a run begins with: bodies that are all known from the start, walls first, and when each group of them is born.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/surface/knot_positions.h"
#include "examples/dem/mass.h"
#include "examples/dem/material.h"
#include "examples/dem/planar_mass.h"

namespace dem {

/// What decides a run, to the bit. Doubles and integers of eight bytes only: a restart file holds it as it is.
struct Settings {
  enum Preset : std::uint64_t {
    pyramids,
    spheres,
    collision,
    polygons,
    polygon_collision,
    grains,
    nurbs,
    planar_nurbs
  };
  /// Between what bodies meet: their convex parts, the facets of their meshes, or knots and NURBS surfaces
  /// (docs/explanation/dem.md, "By facets" and "By surfaces").
  enum Contacts : std::uint64_t { parts, facets, surfaces };
  Preset preset = pyramids;
  std::uint64_t bodies = 5000;  ///< without walls
  std::uint64_t seed = 1;
  double seconds = 10, step = 5e-5;
  double filled = 0.9;  ///< part of the time after which all bodies are born, where there is a free cell for each
  double batch_interval = 0.1;  ///< s, from one injection to the next
  Material material;
  Vector gravity{0, 0, -9.81};
  double concavity = 0.05;       ///< of grains' parts, see `abut::DecomposeOptions`
  std::uint64_t grain_data = 0;  ///< hash of grains' meshes and parts; 0: not known yet
  Contacts contacts = parts;
  double zone = 8e-4;   ///< m: facets push each other from this distance on, 1 % of a middle grain's diameter
  double knots = 0.25;  ///< how far surfaces' knots are apart at most, over the grain's radius
};

inline bool is_planar(Settings::Preset preset) {
  return preset == Settings::polygons || preset == Settings::polygon_collision || preset == Settings::planar_nurbs;
}

inline constexpr double smallest_radius = 0.03, largest_radius = 0.05;  ///< m, of the spheres around injected bodies
inline constexpr double wall_thickness = 1;                             ///< m: far more than any overlap
inline constexpr double facet_flatness = 1e-6;  ///< of grains' meshes, whose files may have six digits

/// Bodies are born layer by layer: at each batch the next ones get free cells of a grid near the lid. Data only.
struct Injection {
  double pitch = 0;                   ///< side of a cell: holds the largest body however it is turned
  std::uint64_t cells = 0, rows = 0;  ///< along x, and along y; in the plane there is one row
  std::uint64_t per_batch = 0;
  Vector up{0, 0, 1};  ///< in the plane y
  double height = 0;   ///< of the cells' centres
  double speed = 0;    ///< downwards, at birth
};

/// The mesh that a body is made of: a point v of it is at scale * transposed(axes) * (v - centre) in the body's frame.
/// Data only.
struct BodyMesh {
  std::string path;
  double scale;
  Vector centre;
  abut::Mat3<double> axes;
  std::uint32_t most_vertices;  ///< of a part
};

/// A NURBS surface that bodies share, in their frames. Data only.
struct SurfaceKind {
  abut::NurbsSurface surface;
  double radius;                          ///< of the sphere that holds it
  std::vector<abut::KnotPosition> knots;  ///< by which it meets others
};

struct Scene {
  Settings settings;
  abut::ShapeSet shapes;       ///< one per part; empty in the plane
  abut::PlanarShapeSet plane;  ///< one per body of the plane
  /// A part is a shape in the frame of its body, and has its number; parts are in the order of bodies.
  std::vector<std::uint32_t> part_body, first_part{0};
  std::vector<BodyConstants> constants;
  std::vector<BodyState> states;  ///< those of walls and of bodies that are there from the start are set
  std::uint32_t walls = 0;        ///< bodies 0 to walls - 1 are fixed
  std::uint32_t born = 0;         ///< at the start, walls included
  Injection injection;
  std::vector<BodyMesh> meshes;        ///< of the bodies that move, in their order; empty where they have none
  std::vector<abut::Mesh> facets;      ///< of the same bodies, in their frames: what they meet by; else empty
  std::vector<SurfaceKind> kinds;      ///< what bodies that move meet by; else empty
  std::vector<std::uint32_t> kind_of;  ///< of these bodies, in their order
  std::vector<std::string> notes;      ///< what was done about what it is made of: lines to be shown
  std::uint32_t size() const { return static_cast<std::uint32_t>(constants.size()); }
  std::uint32_t parts() const { return static_cast<std::uint32_t>(part_body.size()); }
  const BodyMesh* mesh_of(std::uint32_t body) const {
    return body < walls || meshes.empty() ? nullptr : &meshes[body - walls];
  }
  /// Null where the body meets by its shapes.
  const abut::Mesh* facets_of(std::uint32_t body) const {
    return body < walls || facets.empty() ? nullptr : &facets[body - walls];
  }
  /// Likewise, of surfaces.
  const SurfaceKind* surface_of(std::uint32_t body) const {
    return body < walls || kinds.empty() ? nullptr : &kinds[kind_of[body - walls]];
  }
  bool planar() const { return plane.size() > 0; }

  /// Adds a body that is there from the start. Throws as `body_constants`.
  std::uint32_t add(std::uint32_t shape, Vector position, Vector velocity = {0, 0, 0});
  /// Adds a body of several convex shapes, the next ones of the set.
  std::uint32_t add_in_parts(std::uint32_t part_count, const BodyConstants& own, Vector position);
  /// Adds a fixed box; walls come first.
  void add_wall(Vector half_extents, Vector position);
  /// The same in the plane z = 0, of the set `plane`; one scene has shapes in one of the sets. Throws as
  /// `planar_constants`.
  std::uint32_t add_planar(std::uint32_t shape, PlanarVector position, PlanarVector velocity = {0, 0});
  void add_planar_wall(PlanarVector half_extents, PlanarVector position);
  /// From here on no body that moves is there at the start: they are injected.
  void wait_for_birth();

 private:
  std::uint32_t add_body(std::uint32_t shape, const BodyConstants& own, Vector position, Vector velocity);
  void add_parts(std::uint32_t count);
  void add_fixed(double radius, Vector position);
};

BodyState at_rest(Vector position);

/// Adds walls of a box that holds so much solid (m^3) when all have been born, and says where they are.
void add_box(Scene& scene, double solid);

/// Takes the settings of convex parts over to facets, which must not go through each other: a stiffness of 5e6 N/m, and
/// a step for that.
void set_facet_defaults(Settings& settings);

/// How many are born at once, so that all are there after the part of the time that the settings say.
std::uint64_t bodies_per_batch(const Settings& settings);

/// Throws `InvalidInput` when a setting is out of its range or the step is longer than the stable one.
Scene make_scene(const Settings& settings);

/// Numbers that are the same on every machine: splitmix64 (Steele, Lea & Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t state) : state_(state) {}
  std::uint64_t state() const { return state_; }
  /// In [0, 1).
  double uniform() { return static_cast<double>(abut::mix64(state_ += 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53; }
  /// A unit quaternion, uniform on the rotations (Marsaglia 1972).
  void rotation(double q[4]);
  /// A rotation about z, uniform.
  void planar_rotation(double q[4]);

 private:
  double disc(double& x, double& y);
  std::uint64_t state_;
};

/// Places the next bodies in free cells: of those that are born already, `states[0]` to `states[born - 1]`, none
/// reaches into the cell's sphere, so that no two overlap at birth. What finds no cell waits for the next batch.
/// Returns how many are born then.
std::uint32_t inject(const Scene& scene, std::vector<BodyState>& states, std::uint32_t born, Random& random);

}  // namespace dem
