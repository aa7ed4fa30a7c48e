// CAD models by their boundaries (B-Reps): trimmed surfaces, curves, and how they meet. Plain arrays, without a CAD
// kernel; `cad_file.h` makes them from STEP, IGES and BREP files. Host only.
//
// Parametrisations are those of ISO 10303-42. Source of the use: Crozet, Leon & Merlhiot, Fast computation of local
// minimal distances between CAD models for dynamics simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/core/pose.h"
#include "abut/surface/nurbs.h"

namespace abut {

inline constexpr std::uint32_t no_brep_index = 0xffffffffu;

/// Axes are unit vectors at right angles; left-handed where the file has it so. Data only.
struct BrepFrame {
  Vec3<double> origin{0, 0, 0};
  Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
};

/// With O the frame's origin and X, Y, Z its axes, the point at (u, v) is
enum class BrepSurfaceKind : std::uint8_t {
  plane,       ///< O + u X + v Y
  cylinder,    ///< O + radius (cos u X + sin u Y) + v Z
  cone,        ///< O + (radius + v sin half_angle) (cos u X + sin u Y) + v cos half_angle Z
  sphere,      ///< O + radius cos v (cos u X + sin u Y) + radius sin v Z
  torus,       ///< O + (radius + minor_radius cos v) (cos u X + sin u Y) + minor_radius sin v Z
  revolution,  ///< the profile's point at v, turned by u about the axis Z through O
  extrusion,   ///< the profile's point at u + v Z
  nurbs        ///< `Brep::nurbs_surfaces`
};

/// Without its trimming: periodic ones go round, planes have no end. Normals are du x dv. Data only.
struct BrepSurface {
  BrepSurfaceKind kind = BrepSurfaceKind::plane;
  BrepFrame frame;
  double radius = 0;                      ///< above 0; of a cone, at v = 0: 0 or more
  double minor_radius = 0;                ///< of a torus, above 0
  double half_angle = 0;                  ///< of a cone, in radians, between -pi / 2 and pi / 2, not 0
  std::uint32_t profile = no_brep_index;  ///< of revolution and extrusion: a curve
  std::uint32_t nurbs = no_brep_index;    ///< into `Brep::nurbs_surfaces`
};

/// The point at t is
enum class BrepCurveKind : std::uint8_t {
  line,     ///< O + t X
  circle,   ///< O + radius (cos t X + sin t Y)
  ellipse,  ///< O + radius cos t X + minor_radius sin t Y
  nurbs     ///< `Brep::nurbs_curves`; parabolas and hyperbolas become rational ones
};

/// In space, without its ends. Data only.
struct BrepCurve {
  BrepCurveKind kind = BrepCurveKind::line;
  BrepFrame frame;
  double radius = 0, minor_radius = 0;
  std::uint32_t nurbs = no_brep_index;  ///< into `Brep::nurbs_curves`
};

/// In the plane of a surface's parameters (u, v), as in space. Data only.
struct BrepParameterCurve {
  BrepCurveKind kind = BrepCurveKind::line;
  Vec2<double> origin{0, 0}, x{1, 0}, y{0, 1};  ///< of a line, x need not have length 1
  double radius = 0, minor_radius = 0;
  std::uint32_t nurbs = no_brep_index;  ///< into `Brep::nurbs_parameter_curves`
};

/// A curve of space of any degree up to `most_surface_degree`. Data only.
struct NurbsSpaceCurve {
  SplineDirection u;
  std::vector<Vec3<double>> points;
  std::vector<double> weights{};  ///< one a control point, 0 or more; empty: all 1
};

/// Data only.
struct BrepVertex {
  Vec3<double> point;
  double tolerance = 0;  ///< within which curves and surfaces meet it
};

/// From vertex 0 at `begin` to vertex 1 at `end`. Data only.
struct BrepEdge {
  std::uint32_t curve = no_brep_index;  ///< none where a side of a face is one point: a pole of a sphere, a cone's tip
  double begin = 0, end = 0;            ///< begin < end
  std::uint32_t vertices[2] = {no_brep_index, no_brep_index};  ///< twice the same where it is closed
  double tolerance = 0;
};

/// An edge as one face's side. Data only.
struct BrepCoedge {
  std::uint32_t edge = no_brep_index;
  std::uint32_t parameter_curve = no_brep_index;  ///< on the face's surface; at t it is the edge's point at t
  bool reversed = false;  ///< passed from `end` to `begin`; the face's material lies left, seen against du x dv
};

/// Data only.
struct BrepLoop {
  std::uint32_t first_coedge = 0, coedges = 0;  ///< each begins where the one before ends; closed
};

/// Data only.
struct BrepFace {
  std::uint32_t surface = no_brep_index;
  bool reversed = false;  ///< the outward normal is -(du x dv)
  std::uint32_t first_loop = 0, loops = 0;
  double tolerance = 0;
};

/// Data only.
struct BrepShell {
  std::uint32_t first_face = 0, faces = 0;
  bool closed = false;  ///< every edge is a side of two faces, and normals point out of the material
};

/// One body, in its own frame. Indices are those of this object's arrays. Data only.
struct Brep {
  std::vector<BrepSurface> surfaces;
  std::vector<BrepCurve> curves;
  std::vector<BrepParameterCurve> parameter_curves;
  std::vector<NurbsSurface> nurbs_surfaces;
  std::vector<NurbsSpaceCurve> nurbs_curves;
  std::vector<NurbsCurve> nurbs_parameter_curves;
  std::vector<BrepVertex> vertices;
  std::vector<BrepEdge> edges;
  std::vector<BrepCoedge> coedges;  ///< of all loops, in their order
  std::vector<BrepLoop> loops;      ///< of all faces, in their order
  std::vector<BrepFace> faces;      ///< of all shells, in their order
  std::vector<BrepShell> shells;
};

/// A part where an assembly has it. Data only.
struct BrepInstance {
  std::uint32_t part = 0;
  Pose pose;
  std::string name;  ///< as the file names it, by way of its assemblies: "pump/cover"
};

/// What a file holds. Lengths are in one unit, which whoever made it has chosen. Data only.
struct BrepAssembly {
  std::vector<Brep> parts;
  std::vector<std::string> part_names;  ///< one a part
  std::vector<BrepInstance> instances;
  std::vector<std::string> notes;  ///< what could not be used, and where: "face 12 of cover: ..."
};

/// As `check` of a `NurbsCurve`.
void check_space_curve(const NurbsSpaceCurve& curve);

/// Throws `InvalidInput` naming the first thing that is wrong and its place: an index that is out of range, numbers
/// that are not finite, a frame whose axes are no unit vectors at right angles, a radius or an angle out of range, an
/// edge that begins behind its end, ranges that are not in order.
void check_brep(const Brep& brep);

/// As `check_brep` of its parts; also where names are not one a part, an instance's part is out of range, or its pose
/// is not finite or no rotation within 1e-6.
void check_brep(const BrepAssembly& assembly);

}  // namespace abut
