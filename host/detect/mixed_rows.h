// The rows of a detection: of candidates that are queried, that meet facet by facet, and that meet by knots.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "abut/detect.h"
#include "abut/narrow/batch.h"
#include "host/detect/facet_rows.h"
#include "host/detect/knot_rows.h"

namespace abut::host {

/// Whether the record goes into the result: a contact within the alert distance, or a failure.
template <class T>
bool reported(const Contacts<T>& c, std::size_t i, const PartsView& parts, Pair pair, double alert) {
  const Status status = status_of(c.status[i]);
  if (status == Status::farther_than_alert) return false;
  if (status != Status::converged) return true;
  const double own = parts.alert != nullptr ? parts.alert[pair.a] + parts.alert[pair.b] : 0.0;
  // By the bound: a pair exactly at the alert distance is kept wherever its separation rounds to.
  return static_cast<double>(c.lower_bound[i]) <= alert + own;
}

/// Queries the candidates into `out.contacts`, counts their statuses and returns which are reported.
template <class T, class Scene>
std::vector<std::size_t> query_candidates(const Scene& scene, const PartsView& parts, std::span<const Pair> candidates,
                                          double alert, Detection<T>& out) {
  out.contacts.resize(candidates.size());
  scene.query(candidates, alert, out.contacts);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ++out.status[static_cast<std::size_t>(status_of(out.contacts.status[i]))];
    if (reported(out.contacts, i, parts, candidates[i], alert)) chosen.push_back(i);
  }
  return chosen;
}

/// What stands for shapes besides their hulls; null where nothing does. Data only.
struct Ways {
  FacetTrees* facets;
  const ContactSurfaces* surfaces;
};

/// The rows of all candidates, in their order.
template <class T>
class MixedRows {
 public:
  MixedRows(const Ways& ways, const PartsView& parts, std::span<const Pair> candidates)
      : ways_(ways), candidates_(candidates) {
    for (const Pair& pair : candidates) {
      const Way way = ways.facets != nullptr && meets_by_facets(*ways.facets, parts, pair)      ? by_facets
                      : ways.surfaces != nullptr && meets_by_knots(*ways.surfaces, parts, pair) ? by_knots
                                                                                                : queried;
      way_.push_back(way);
      pairs_[way].push_back(pair);
    }
  }

  template <class Scene>
  void find(const Scene& scene, const PartsView& parts, double alert, Detection<T>& out) {
    Detection<T> convex;
    const std::vector<std::size_t> chosen = query_candidates<T>(scene, parts, pairs_[queried], alert, convex);
    FacetRows<T> facets;
    if (ways_.facets != nullptr) facets = scene.rows_by_facets(pairs_[by_facets], *ways_.facets, alert);
    KnotRows<T> knots;
    if (ways_.surfaces != nullptr) knots = scene.rows_by_knots(pairs_[by_knots], *ways_.surfaces, alert);
    out.status = convex.status;
    for (const Status s : facets.status) ++out.status[static_cast<std::size_t>(s)];
    for (const Status s : knots.status) ++out.status[static_cast<std::size_t>(s)];
    if (ways_.facets != nullptr) out.facets.emplace();
    if (ways_.surfaces != nullptr) out.knots.emplace();
    out.contacts.resize(chosen.size() + facets.contacts.size() + knots.contacts.size());
    merge(convex.contacts, chosen, facets, knots, out);
  }

 private:
  enum Way : std::uint8_t { queried, by_facets, by_knots };

  /// `facet_row`, `knot_row`: where the record is among those of its kind; past them for one that is not of it.
  static void add(Pair pair, const Contact<T>& contact, const FacetRows<T>& facets, std::size_t facet_row,
                  const KnotRows<T>& knots, std::size_t knot_row, Detection<T>& out) {
    if (out.facets) {
      const bool has = facet_row < facets.contacts.size();
      out.facets->facet_a.push_back(has ? facets.facets.facet_a[facet_row] : ContactFacets::none);
      out.facets->facet_b.push_back(has ? facets.facets.facet_b[facet_row] : ContactFacets::none);
      out.facets->kind.push_back(has ? facets.facets.kind[facet_row] : FacetContactKind::apart);
    }
    if (out.knots) {
      const bool has = knot_row < knots.contacts.size();
      out.knots->u.push_back(has ? knots.knots.u[knot_row] : std::numeric_limits<double>::quiet_NaN());
      out.knots->v.push_back(has ? knots.knots.v[knot_row] : std::numeric_limits<double>::quiet_NaN());
    }
    batch_detail::store(out.contacts.view(), out.pairs.size(), contact);
    out.pairs.push_back(pair);
  }
  void merge(const Contacts<T>& convex, const std::vector<std::size_t>& chosen, const FacetRows<T>& facets,
             const KnotRows<T>& knots, Detection<T>& out) const {
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t of_way[3] = {0, 0, 0}, next = 0;  // pairs so far; of the queried ones, those that are chosen
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Pair pair = candidates_[i];
      const std::size_t at = of_way[way_[i]]++;
      if (way_[i] == by_facets) {
        for (std::uint64_t k = facets.offsets[at]; k < facets.offsets[at + 1]; ++k) {
          add(pair, facets.contacts[k], facets, k, knots, none, out);
        }
      } else if (way_[i] == by_knots) {
        for (std::uint64_t k = knots.offsets[at]; k < knots.offsets[at + 1]; ++k) {
          add(pair, knots.contacts[k], facets, none, knots, k, out);
        }
      } else if (next < chosen.size() && chosen[next] == at) {
        add(pair, convex[at], facets, none, knots, none, out);
        ++next;
      }
    }
  }

  Ways ways_;
  std::span<const Pair> candidates_;
  std::vector<Way> way_;  ///< of each candidate
  std::vector<Pair> pairs_[3];
};

}  // namespace abut::host
