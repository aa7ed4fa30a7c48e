// The loops of faces as closed rows of pieces on one surface: lifted from period to period, gaps closed, and without
// the edges that are passed both ways.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "abut/brep/trimmed_domain.h"
#include "host/brep/trim_piece.h"

namespace abut::host {

/// Data only.
struct LoopPieces {
  std::vector<TrimPiece> pieces;
  std::vector<std::string> places;  ///< of each piece: "face 3, loop 1"
  TrimStatus status = TrimStatus::ok;
  std::string fault;
};

/// What faces are put together on: `brep.surfaces[surface]`, whose domain is `domain`. Data only.
struct TrimGround {
  const Brep& brep;
  std::uint32_t surface;
  SurfaceDomain domain;
};

LoopPieces loop_pieces(const TrimGround& ground, std::span<const MappedFace> faces, const std::vector<bool>& inner);

/// The metric of a surface's tangent plane.
TangentMetric metric_at(const Brep& brep, std::uint32_t surface, Vec2<double> at);

}  // namespace abut::host
