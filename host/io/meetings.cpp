#include "host/io/meetings.h"

#include <array>
#include <map>
#include <utility>

namespace abut::io {
namespace {

/// Parts by the groups that they are in and meet: of each kind one, and one of another body, for parts of one body do
/// not pair.
class Representatives {
 public:
  void add(const PartsView& parts, std::uint32_t part) {
    const auto [at, is_new] = index_.insert({{parts.groups[part], parts.meets[part]}, kinds_.size()});
    if (is_new) {
      kinds_.push_back({part, part});
    } else if (std::array<std::uint32_t, 2>& two = kinds_[at->second]; parts.body[two[0]] == parts.body[two[1]]) {
      two[1] = part;
    }
  }
  const std::vector<std::array<std::uint32_t, 2>>& kinds() const { return kinds_; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> index_;
  std::vector<std::array<std::uint32_t, 2>> kinds_;
};

bool may_meet(const PartsView& parts, std::uint32_t a, std::uint32_t b) {
  return parts.body[a] != parts.body[b] && (parts.groups[a] & parts.meets[b]) != 0 &&
         (parts.groups[b] & parts.meets[a]) != 0;
}

std::optional<Pair> by_groups(const PartsView& parts, const std::vector<char>& one, const std::vector<char>& other) {
  Representatives ones, others;
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    if (one[parts.shape[part]] != 0) ones.add(parts, part);
    if (other[parts.shape[part]] != 0) others.add(parts, part);
  }
  for (const auto& of_ones : ones.kinds()) {
    for (const auto& of_others : others.kinds()) {
      for (const std::uint32_t a : of_ones) {
        for (const std::uint32_t b : of_others) {
          if (may_meet(parts, a, b)) return Pair{a, b};
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Pair> meeting_of(const Scene& scene, const std::vector<char>& one, const std::vector<char>& other) {
  const PartsView parts = scene.bodies.parts();
  if (!scene.pairs) return by_groups(parts, one, other);
  for (const Pair& pair : *scene.pairs) {
    const std::uint32_t a = parts.shape[pair.a], b = parts.shape[pair.b];
    if (one[a] != 0 && other[b] != 0) return pair;
    if (one[b] != 0 && other[a] != 0) return Pair{pair.b, pair.a};
  }
  return std::nullopt;
}

}  // namespace abut::io
