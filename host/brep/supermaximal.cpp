#include "abut/brep/supermaximal.h"

#include <optional>

#include "abut/core/error.h"
#include "host/brep/same_geometry.h"
#include "host/brep/supermaximal_edges.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::SameFace;
using host::Sameness;

void check_option(const char* name, double value) {
  if (value >= 0 && value <= SupermaximalOptions::most) return;
  throw InvalidInput("supermaximal_features: " + std::string(name) + " is " + host::number_text(value) +
                     "; allowed is 0 to 0.01");
}

/// A face in its group. Data only.
struct Member {
  std::uint32_t face;
  std::uint32_t chart;
  ParameterMap map;
};

class Group {
 public:
  explicit Group(std::uint32_t first) : members_{{first, 0, {}}}, charts_{first} {}

  /// Whether the face belongs here; then it is a member.
  bool take(const Brep& brep, std::uint32_t face, const Sameness& same) {
    std::optional<SameFace> found = host::same_face(brep, charts_[0], face, same);
    if (!found) return false;
    std::uint32_t chart = 0;
    while (!found->mapped && ++chart < charts_.size()) {
      const auto other = host::same_face(brep, charts_[chart], face, same);
      if (other) found = other;
    }
    if (!found->mapped) charts_.push_back(face), found->map = {};
    members_.push_back({face, chart, found->map});
    return true;
  }
  const std::vector<Member>& members() const { return members_; }

 private:
  std::vector<Member> members_;
  std::vector<std::uint32_t> charts_;  ///< the reference of each
};

}  // namespace

SupermaximalFeatures supermaximal_features(const Brep& brep, const SupermaximalOptions& options) {
  check_option("distance", options.distance);
  check_option("angle", options.angle);
  check_option("turn", options.turn);
  const Sameness same = host::sameness_of(brep, options.distance, options.angle);
  std::vector<Group> groups;
  SupermaximalFeatures out;
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
    std::uint32_t g = 0;
    while (g < groups.size() && !groups[g].take(brep, f, same)) ++g;
    if (g == groups.size()) groups.emplace_back(f);
    out.face_of.push_back(g);
  }
  out.face_offsets.push_back(0);
  for (const Group& group : groups) {
    for (const Member& m : group.members())
      out.faces.push_back(m.face), out.maps.push_back(m.map), out.charts.push_back(m.chart);
    out.face_offsets.push_back(static_cast<std::uint32_t>(out.faces.size()));
  }
  host::add_edges(brep, same, options.turn, out);
  return out;
}

}  // namespace abut
