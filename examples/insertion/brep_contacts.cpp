#include "examples/insertion/brep_contacts.h"

#include "examples/time_stepping/quasi_lmd_contacts.h"

namespace insertion {

namespace {

/// Points of each rim: enough to stand on, and half of what the library takes by itself.
constexpr std::uint32_t around = 4;

}  // namespace

BrepContacts::BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach, double theta)
    : finder_(abut::Cpu{1}), options_{.alert_distance = reach, .theta = theta} {
  for (const abut::Brep* brep : {&a, &b})
    bodies_.add({}, breps_.add(shapes_, *brep, {.dilation = dilation, .around = around}));
}

void BrepContacts::find(const time_stepping::States& states, time_stepping::FoundContacts& found) {
  for (std::uint32_t b = 0; b < bodies_.size(); ++b) bodies_.set_pose(b, time_stepping::pose_of(states[b]));
  const abut::Pair pair{0, 1};
  const auto contacts = finder_.find<double>(breps_, bodies_.parts(), {&pair, 1}, options_);
  found.contacts.clear();
  found.crossings = contacts.status[0] == abut::BrepLmdStatus::complete ? 0 : 1;
  for (std::uint64_t i = 0; i < contacts.size(); ++i) {
    found.contacts.push_back(time_stepping::contact_of(contacts, i, pair, states));
  }
}

}  // namespace insertion
