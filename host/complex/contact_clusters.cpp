#include "abut/complex/contact_clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "abut/core/error.h"
#include "abut/narrow/epa.h"
#include "host/number_text.h"

namespace abut {
namespace {

using Places = std::vector<std::size_t>;

/// A contact in its cluster's plane.
struct Seen {
  double x, y;  ///< in the plane across the mean normal, from the cluster's middle
  double gap;
  Vec3<double> force;   ///< the normal
  Vec3<double> moment;  ///< about the middle
  std::size_t of;       ///< place in what was found
};

/// Shares of others whose mean is a contact: at most three of them. Data only.
struct Mean {
  std::array<double, 3> share{};
  std::array<std::size_t, 3> of{};
  int count = 0;  ///< 0: it is kept
  double lost = 0;
};

double turn(const Seen& a, const Seen& b, const Seen& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

class Cluster {
 public:
  Cluster(std::vector<Seen> seen, const ClusterOptions& options)
      : seen_(std::move(seen)), allowed_(options.gap), most_lost_(options.lost) {
    for (const Seen& s : seen_) radius_ = std::max(radius_, std::hypot(s.x, s.y));
  }

  /// Adds places of those kept to `kept`; returns what is lost.
  double reduce(Places& kept) {
    find_corners();
    const std::size_t corners = kept_.size();
    Places rest;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (!std::binary_search(kept_.begin(), kept_.end(), i)) rest.push_back(i);
    }
    // The lowest gaps first: what stands for one now stands for it when more are kept.
    std::stable_sort(rest.begin(), rest.end(),
                     [&](std::size_t i, std::size_t k) { return seen_[i].gap < seen_[k].gap; });
    means_.resize(seen_.size());
    for (const std::size_t i : rest) {
      if (kept_.size() > most_kept || !find_mean(i)) kept_.push_back(i);
    }
    // Those that were kept before others that stand for them; and corners, where some may be lost.
    const Places again(kept_.begin() + static_cast<std::ptrdiff_t>(most_lost_ > 0 ? 0 : corners), kept_.end());
    for (const std::size_t i : again) try_without(i);
    double lost = 0;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (means_[i].count == 0) {
        kept.push_back(seen_[i].of);
      } else {
        lost = std::max(lost, means_[i].lost);
      }
    }
    return lost;
  }

 private:
  /// Means of three are looked for among all that are kept: of more than these nothing else is left out.
  static constexpr std::size_t most_kept = 48;

  /// By monotone chains (Andrew 1979), ascending; those on a side between corners are none.
  void find_corners() {
    std::vector<std::size_t> order(seen_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(seen_[a].x, seen_[a].y, seen_[a].gap, seen_[a].of) <
             std::tie(seen_[b].x, seen_[b].y, seen_[b].gap, seen_[b].of);
    });
    const double flat = 1e-12 * radius_ * radius_;
    for (int side = 0; side < 2; ++side) {
      Places chain;
      for (const std::size_t i : order) {
        while (chain.size() >= 2 && turn(seen_[chain[chain.size() - 2]], seen_[chain.back()], seen_[i]) <= flat)
          chain.pop_back();
        chain.push_back(i);
      }
      kept_.insert(kept_.end(), chain.begin(), chain.end());
      std::reverse(order.begin(), order.end());
    }
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
  }

  /// Takes one out that is kept, where others stand for it and for all that it stood for.
  void try_without(std::size_t i) {
    if (kept_.size() > most_kept + 1 || kept_.size() == 1) return;
    const Places kept = kept_;
    const std::vector<Mean> means = means_;
    std::erase(kept_, i);
    const auto stands = [&](const Mean& m) {
      return std::find(m.of.begin(), m.of.begin() + m.count, i) != m.of.begin() + m.count;
    };
    bool good = find_mean(i);
    for (std::size_t k = 0; good && k < seen_.size(); ++k) good = !stands(means[k]) || find_mean(k);
    if (!good) kept_ = kept, means_ = means;
  }

  /// Sets the mean of kept ones that stands for `i` with the least that is lost; false where there is none.
  bool find_mean(std::size_t i) {
    Mean best;
    best.lost = HUGE_VAL;
    const std::size_t n = kept_.size();
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a; b < n; ++b) {
        for (std::size_t c = b; c < n && best.lost > 1e-15; ++c) {
          Mean mean;
          if (!stands_for(seen_[i], {kept_[a], kept_[b], kept_[c]}, mean)) continue;
          mean.lost = lost_by(seen_[i], mean);
          if (mean.lost < best.lost) best = mean;
        }
      }
    }
    const bool found = best.lost < HUGE_VAL && (most_lost_ == 0 || best.lost <= most_lost_);
    means_[i] = found ? best : Mean{};
    return found;
  }

  /// Sets the shares of three, two or one whose mean lies at `s`, with a gap no higher.
  bool stands_for(const Seen& s, const std::array<std::size_t, 3>& of, Mean& mean) const {
    const Seen &p = seen_[of[0]], &q = seen_[of[1]], &r = seen_[of[2]];
    const double slack = std::max(1e-9, most_lost_) * radius_;
    mean.of = of;
    if (of[0] == of[1] && of[1] == of[2]) {
      mean.count = 1, mean.share = {1, 0, 0};
      if (std::hypot(s.x - p.x, s.y - p.y) > slack) return false;
    } else if (of[0] == of[1] || of[1] == of[2]) {  // p and r
      const double dx = r.x - p.x, dy = r.y - p.y, all = dx * dx + dy * dy;
      if (!(all > 1e-18 * radius_ * radius_)) return false;
      const double t = std::clamp(((s.x - p.x) * dx + (s.y - p.y) * dy) / all, 0.0, 1.0);
      if (std::hypot(p.x + t * dx - s.x, p.y + t * dy - s.y) > slack) return false;
      mean.count = 2, mean.share = {1 - t, t, 0}, mean.of = {of[0], of[2], of[2]};
    } else {
      const double all = turn(p, q, r);
      if (!(std::abs(all) > 1e-9 * radius_ * radius_)) return false;
      mean.count = 3, mean.share = {turn(s, q, r) / all, turn(p, s, r) / all, turn(p, q, s) / all};
      if (*std::min_element(mean.share.begin(), mean.share.end()) < -1e-12) return false;
    }
    double gap = 0;
    for (int k = 0; k < mean.count; ++k)
      gap += mean.share[static_cast<std::size_t>(k)] * seen_[mean.of[static_cast<std::size_t>(k)]].gap;
    return gap <= s.gap + allowed_;
  }

  double lost_by(const Seen& s, const Mean& mean) const {
    Vec3<double> force = s.force, moment = s.moment;
    for (std::size_t k = 0; k < static_cast<std::size_t>(mean.count); ++k) {
      force = force - seen_[mean.of[k]].force * mean.share[k];
      moment = moment - seen_[mean.of[k]].moment * mean.share[k];
    }
    return std::max(length(force), radius_ > 0 ? length(moment) / radius_ : 0.0);
  }

  std::vector<Seen> seen_;
  Places kept_;
  std::vector<Mean> means_;  ///< of those that are gone
  double allowed_, most_lost_, radius_ = 0;
};

template <class T>
Cluster cluster_of(const LmdArrays<T>& found, const Places& of, const ClusterOptions& options) {
  const double inverse = 1.0 / static_cast<double>(of.size());
  Vec3<double> n{0, 0, 0}, middle{0, 0, 0};
  for (const std::size_t i : of) n = n + widen(found.normal[i]), middle = middle + widen(found.point[i]) * inverse;
  n = n * (1 / length(n));
  const Vec3<double> u = epa_detail::perpendicular(n), v = cross(n, u);
  std::vector<Seen> seen;
  for (const std::size_t i : of) {
    const Vec3<double> at = widen(found.point[i]) - middle, force = widen(found.normal[i]);
    seen.push_back({dot(at, u), dot(at, v), static_cast<double>(found.separation[i]), force, cross(at, force), i});
  }
  return {std::move(seen), options};
}

void check(const ClusterOptions& o) {
  if (!(o.lost >= 0 && o.lost <= ClusterOptions::most_lost)) {
    throw InvalidInput("reduce_contacts: lost is " + host::number_text(o.lost) + "; allowed is 0 to 0.5");
  }
  if (!(o.angle >= 0 && o.angle <= ClusterOptions::most_angle)) {
    throw InvalidInput("reduce_contacts: angle is " + host::number_text(o.angle) + "; allowed is 0 to 0.1");
  }
  if (!(o.gap >= 0) || !std::isfinite(o.gap)) {
    throw InvalidInput("reduce_contacts: gap is " + host::number_text(o.gap) +
                       "; allowed is a finite number, 0 or more");
  }
}

}  // namespace

template <class T>
ContactClusters reduce_contacts(const LmdArrays<T>& found, const ClusterOptions& options) {
  check(options);
  ContactClusters out;
  out.offsets.push_back(0);
  // From a cluster's first normal on: so any two are no farther apart than the angle.
  const double reach = 2 * std::sin(options.angle / 4) + 4 * static_cast<double>(Epsilon<T>::value);
  for (std::size_t pair = 0; pair + 1 < found.offsets.size(); ++pair) {
    std::vector<Places> clusters;
    for (std::size_t i = found.offsets[pair]; i < found.offsets[pair + 1]; ++i) {
      const auto fits = [&](const Places& c) {
        return length(widen(found.normal[i]) - widen(found.normal[c[0]])) <= reach;
      };
      const auto at = std::find_if(clusters.begin(), clusters.end(), fits);
      if (at == clusters.end())
        clusters.push_back({i});
      else
        at->push_back(i);
    }
    double lost = 0;
    Places kept;
    for (const Places& c : clusters) lost = std::max(lost, cluster_of(found, c, options).reduce(kept));
    std::sort(kept.begin(), kept.end());
    out.kept.insert(out.kept.end(), kept.begin(), kept.end());
    out.offsets.push_back(out.kept.size());
    out.lost.push_back(lost);
  }
  return out;
}

template ContactClusters reduce_contacts(const LmdArrays<float>&, const ClusterOptions&);
template ContactClusters reduce_contacts(const LmdArrays<double>&, const ClusterOptions&);

}  // namespace abut
