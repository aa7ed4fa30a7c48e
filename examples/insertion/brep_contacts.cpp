#include "examples/insertion/brep_contacts.h"

#include <algorithm>

#include "examples/dem/rotation.h"

namespace insertion {

namespace {

abut::Pose pose_of(const dem::BodyState& state) { return {state.position, dem::rotation_of(state)}; }

/// Of two features, and which one of their minima.
std::uint64_t key_of(const abut::BrepLmd& m, std::uint64_t which) {
  std::uint64_t key = 0;
  for (const std::uint64_t part : {m.feature_a.code, m.feature_b.code, which}) {
    key = (key ^ part) * 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
  }
  return key;
}

}  // namespace

BrepContacts::BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach)
    : a_(a), b_(b), dilation_(dilation), reach_(reach) {}

void BrepContacts::find(const time_stepping::States& states, time_stepping::FoundContacts& found) const {
  const abut::Pose of_a = pose_of(states[0]), of_b = pose_of(states[1]);
  const abut::RelativePose<double> b_in_a = abut::relative_pose(of_a, of_b, {0, 0, 0}, {0, 0, 0});
  const abut::BrepLmds lmds = abut::find_brep_lmds(a_, b_, b_in_a, {.reach = reach_ + 2 * dilation_});
  found.contacts.clear();
  found.crossings = lmds.status == abut::BrepLmdStatus::complete ? 0 : 1;
  for (const abut::BrepLmd& m : lmds.minima) {
    const auto is_like = [&](const abut::BrepLmd& other) {
      return other.feature_a.code == m.feature_a.code && other.feature_b.code == m.feature_b.code;
    };
    const auto which = std::count_if(lmds.minima.data(), &m, is_like);
    const time_stepping::Vector middle = (m.point_a + m.point_b) * 0.5;
    found.contacts.push_back({0, 1, abut::rotate(of_a.rotation, m.normal),
                              of_a.position + abut::rotate(of_a.rotation, middle), m.distance - 2 * dilation_,
                              key_of(m, static_cast<std::uint64_t>(which))});
  }
}

}  // namespace insertion
