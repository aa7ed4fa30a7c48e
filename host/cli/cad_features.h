// The supermaximal features of a part as people see them: `abut info`, `abut report`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::cli {

/// What bounds normals: `PolyhedralCone`. Data only.
struct ConeFigures {
  std::string shape = "nothing";  ///< "a ray", "an arc", "3 sides", "4 sides", "nothing", "all directions"
  double degrees = 0;             ///< of the smallest cone of revolution about it, across
};

/// A supermaximal face or edge. Numbers are those of the part, from 0. Data only.
struct CadFeature {
  std::string kind, size;              ///< "cylinder", "radius 5"
  const char* bend = "";               ///< of a face: flat, convex, concave; of an edge: convex, concave, smooth, mixed
  std::vector<std::uint32_t> members;  ///< faces or edges
  std::vector<std::uint32_t> sides;    ///< of an edge: its supermaximal faces
  ConeFigures cone;
  bool solved = false;  ///< pairs with it are solved
};

/// Data only.
struct CadFeatures {
  std::vector<CadFeature> faces, edges;
  std::size_t vertices = 0;
  std::vector<std::string> notes;      ///< what cannot be in contact, and where
  std::vector<std::uint32_t> face_of;  ///< the supermaximal face of each of the part's
};

/// Edges between faces that turn by less than 1e-3 radians are smooth.
CadFeatures cad_features(const Brep& part);

/// For `abut info`: counts, then a line each, at most `most` faces and as many edges, those of the most members first.
std::string features_text(const Brep& part, std::size_t most);
nlohmann::ordered_json features_json(const Brep& part);

/// "12 faces of 30, 25 edges of 60, 8 vertices of 40".
std::string features_counts(const Brep& part, const CadFeatures& features);
/// "1, 4 and 7"; after `most` numbers "and 12 more". Counted from 1.
std::string numbers_text(const std::vector<std::uint32_t>& numbers, std::size_t most);

}  // namespace abut::cli
