#include "examples/insertion/brep_contacts.h"

#include <algorithm>

#include "examples/dem/rotation.h"

namespace insertion {

namespace {

using time_stepping::Vector;

abut::Pose pose_of(const dem::BodyState& state) { return {state.position, dem::rotation_of(state)}; }

Vector placed(const abut::Pose& pose, const Vector& own) { return pose.position + abut::rotate(pose.rotation, own); }
Vector own(const abut::Pose& pose, const Vector& v) { return abut::rotate_back(pose.rotation, v - pose.position); }

}  // namespace

BrepContacts::BrepContacts(const abut::Brep& a, const abut::Brep& b, double dilation, double reach, double theta)
    : a_(a), b_(b), dilation_(dilation) {
  asked_.reach = reach + 2 * dilation, asked_.angle = std::max(theta, asked_.angle);
}

void BrepContacts::find(const time_stepping::States& states, time_stepping::FoundContacts& found) {
  const abut::Pose of_a = pose_of(states[0]), of_b = pose_of(states[1]);
  const abut::RelativePose<double> b_in_a = abut::relative_pose(of_a, of_b, {0, 0, 0}, {0, 0, 0});
  const abut::BrepLmds lmds = abut::find_brep_lmds(a_, b_, b_in_a, asked_);
  found.contacts.clear();
  found.crossings = lmds.status == abut::BrepLmdStatus::complete ? 0 : 1;
  for (const abut::BrepLmd& m : lmds.minima) {
    const Vector middle = (m.point_a + m.point_b) * 0.5;
    found.contacts.push_back(
        {0, 1, abut::rotate(of_a.rotation, m.normal), placed(of_a, middle), m.distance - 2 * dilation_, 0});
  }
  const std::size_t minima = found.contacts.size();
  add_kept(of_a, of_b, found);
  for (std::size_t i = 0; i < minima; ++i) {
    const abut::BrepLmd& m = lmds.minima[i];
    kept_.push_back({m.point_a, own(of_b, placed(of_a, m.point_b)), m.normal, found.contacts[i].key});
  }
}

// Minima take the keys of kept ones that are at their places, which they replace: impulses begin with theirs.
void BrepContacts::add_kept(const abut::Pose& of_a, const abut::Pose& of_b, time_stepping::FoundContacts& found) {
  const std::size_t minima = found.contacts.size();
  const double slid = 0.05 * asked_.reach, near = 0.25 * b_.size();
  std::vector<Kept> kept;
  for (const Kept& k : kept_) {
    const Vector a = placed(of_a, k.point_a), b = placed(of_b, k.point_b), n = abut::rotate(of_a.rotation, k.normal);
    const double gap = abut::dot(b - a, n);
    const Vector middle = (a + b) * 0.5;
    const auto replaces = [&](const time_stepping::FoundContact& m) {
      return abut::length(m.point - middle) <= near && abut::dot(m.normal, n) > 0.99;
    };
    const auto minimum =
        std::find_if(found.contacts.begin(), found.contacts.begin() + static_cast<long>(minima), replaces);
    if (minimum != found.contacts.begin() + static_cast<long>(minima)) {
      if (minimum->key == 0) minimum->key = k.key;
    } else if (abut::length(b - a - n * gap) <= slid && gap <= asked_.reach) {
      kept.push_back(k);
      found.contacts.push_back({0, 1, n, middle, gap - 2 * dilation_, k.key});
    }
  }
  for (time_stepping::FoundContact& c : found.contacts) {
    if (c.key == 0) c.key = next_key_++;
  }
  kept_ = std::move(kept);
}

}  // namespace insertion
