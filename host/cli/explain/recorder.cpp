#include "host/cli/explain/recorder.h"

#include <cstdio>

namespace abut::cli {

thread_local Recorder* Recorder::current_ = nullptr;

const char* Recorder::gjk_title(GjkPurpose purpose) {
  switch (purpose) {
    case GjkPurpose::nearer_vertex: return "GJK goes on: the direction of the nearest feature found a nearer vertex";
    case GjkPurpose::exact_signs: return "GJK with exact signs: rounded ones left the bounds apart";
    case GjkPurpose::beyond_plane: return "GJK from the other side of EPA's plane";
    case GjkPurpose::moved_apart: return "GJK for witness points, with the pair moved apart along the normal";
    case GjkPurpose::without_summand: return "GJK on the cores without the balls that they have as summands";
  }
  return "GJK";
}

void Recorder::begin(TraceStage::Kind kind, const std::string& title) {
  TraceStage stage;
  stage.kind = kind;
  stage.title = title;
  trace_.attempts.back().stages.push_back(std::move(stage));
}

void Recorder::remark(const std::string& text) { begin(TraceStage::remark, text); }

std::string Recorder::text(double length) const {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.9g", length * unit_);
  return digits;
}

bool Recorder::has(const std::vector<TraceVertex>& simplex, const TraceVertex& vertex) {
  for (const TraceVertex& v : simplex) {
    if (v.w.x == vertex.w.x && v.w.y == vertex.w.y && v.w.z == vertex.w.z) return true;
  }
  return false;
}

}  // namespace abut::cli
