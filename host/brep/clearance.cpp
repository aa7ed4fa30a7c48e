#include "abut/brep/clearance.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <optional>

#include "abut/core/error.h"
#include "host/brep/inverse_pose.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

/// Whether a name is what a pattern says; `*` stands for any text.
bool matches(const std::string& pattern, const std::string& name) {
  std::size_t p = 0, n = 0, star = std::string::npos, after = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++, after = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string::npos) {
      p = star + 1, n = ++after;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool is_skipped(const ClearanceOptions& options, const std::string& a, const std::string& b) {
  const auto skips = [&](const SkippedPair& s) { return leaves_out(s, a, b); };
  return std::any_of(options.skip.begin(), options.skip.end(), skips);
}

void check(std::span<const Pose> motion) {
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (host::has_minima({motion[i].rotation, motion[i].position})) continue;
    throw InvalidInput("find_clearances: pose " + std::to_string(i) +
                       " is no finite translation and rotation, shorter than 1e100");
  }
}

/// The parts of an assembly that instances use, made ready.
std::vector<std::optional<ContactBrep>> ready(const BrepAssembly& assembly) {
  std::vector<std::optional<ContactBrep>> out(assembly.parts.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i].emplace(assembly.parts[i]);
  return out;
}

class Clearances {
 public:
  Clearances(const BrepAssembly& a, const BrepAssembly& b, const ClearanceOptions& options)
      : a_(a), b_(b), options_(options), of_a_(ready(a)), of_b_(&a == &b ? decltype(of_a_){} : ready(b)) {}

  /// `of`: which poses, pairs and motions.
  void find(const Cpu& cpu, std::span<const Pose> motion, std::vector<Clearance>& of) const {
    host::in_arena(cpu, [&] {
      oneapi::tbb::parallel_for(std::size_t{0}, of.size(), [&](std::size_t i) { find(motion[of[i].pose], of[i]); });
    });
  }

 private:
  void find(const Pose& motion, Clearance& c) const {
    const BrepInstance &x = a_.instances[c.a], &y = b_.instances[c.b];
    const Pose at = compose(motion, y.pose);
    const ContactBrep& second = of_b_.empty() ? *of_a_[y.part] : *of_b_[y.part];
    const BrepLmds found = find_brep_lmds(*of_a_[x.part], second, relative_pose(x.pose, at, {0, 0, 0}, {0, 0, 0}),
                                          {.reach = options_.reach, .nearest_only = true});
    c.status = found.status;
    c.found = !found.minima.empty();
    if (!c.found) return;
    c.nearest = found.minima[0];
    const RelativePose<double> to_world{x.pose.rotation, x.pose.position};
    c.nearest.point_a = transform(to_world, c.nearest.point_a);
    c.nearest.point_b = transform(to_world, c.nearest.point_b);
    c.nearest.normal = rotate(x.pose.rotation, c.nearest.normal);
  }

  const BrepAssembly &a_, &b_;
  const ClearanceOptions& options_;
  std::vector<std::optional<ContactBrep>> of_a_, of_b_;
};

Clearance pair_of(std::size_t pose, std::size_t a, std::size_t b) {
  Clearance c;
  c.pose = static_cast<std::uint32_t>(pose), c.a = static_cast<std::uint32_t>(a), c.b = static_cast<std::uint32_t>(b);
  return c;
}

}  // namespace

bool leaves_out(const SkippedPair& pair, const std::string& a, const std::string& b) {
  return (matches(pair.a, a) && matches(pair.b, b)) || (matches(pair.a, b) && matches(pair.b, a));
}

std::vector<Clearance> find_clearances(const Cpu& cpu, const BrepAssembly& assembly, const ClearanceOptions& options) {
  std::vector<Clearance> out;
  const std::vector<BrepInstance>& of = assembly.instances;
  for (std::size_t i = 0; i < of.size(); ++i) {
    for (std::size_t j = i + 1; j < of.size(); ++j) {
      if (!is_skipped(options, of[i].name, of[j].name)) out.push_back(pair_of(0, i, j));
    }
  }
  const Pose none;
  Clearances(assembly, assembly, options).find(cpu, {&none, 1}, out);
  return out;
}

std::vector<Clearance> find_clearances(const Cpu& cpu, const BrepAssembly& a, const BrepAssembly& b,
                                       std::span<const Pose> motion, const ClearanceOptions& options) {
  check(motion);
  std::vector<Clearance> out;
  for (std::size_t p = 0; p < motion.size(); ++p) {
    for (std::size_t i = 0; i < a.instances.size(); ++i) {
      for (std::size_t j = 0; j < b.instances.size(); ++j) {
        if (!is_skipped(options, a.instances[i].name, b.instances[j].name)) out.push_back(pair_of(p, i, j));
      }
    }
  }
  Clearances(a, b, options).find(cpu, motion, out);
  return out;
}

}  // namespace abut
