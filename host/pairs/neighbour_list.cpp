#include "host/pairs/neighbour_list.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "host/exec/instruction_set.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

const NeighbourListTable& table() { return neighbour_list_table(chosen_instruction_set()); }

template <class E>
bool same_array(const std::vector<E>& previous, const E* now, std::uint32_t count) {
  if (previous.size() != count) return false;
  return tbb::parallel_reduce(
      Range(0, count, 1u << 16), true,
      [&](const Range& range, bool same) {
        return same && std::memcmp(previous.data() + range.begin(), now + range.begin(), range.size() * sizeof(E)) == 0;
      },
      [](bool a, bool b) { return a && b; });
}

}  // namespace

bool NeighbourList::Rules::same(const PartsView& parts) const {
  return same_array(body, parts.body, parts.count) && same_array(groups, parts.groups, parts.count) &&
         same_array(meets, parts.meets, parts.count) && same_array(self_contact, parts.self_contact, parts.count) &&
         (parts.world == nullptr ? world.empty() : same_array(world, parts.world, parts.count));
}

void NeighbourList::Rules::take(const PartsView& parts) {
  body.assign(parts.body, parts.body + parts.count);
  groups.assign(parts.groups, parts.groups + parts.count);
  meets.assign(parts.meets, parts.meets + parts.count);
  self_contact.assign(parts.self_contact, parts.self_contact + parts.count);
  world.assign(parts.world, parts.world != nullptr ? parts.world + parts.count : nullptr);
}

std::size_t NeighbourList::find(const Box<double>* boxes, const PartsView& parts) {
  if (parts.count == 0) {
    fresh_ = kept_ = true;  // an empty list
    search_.list().resize(0);
    return search_.list().count();
  }
  if (fresh_ || !rules_.same(parts)) {
    build(boxes, parts);
    ++searches_;
    return search_boxes(boxes, parts);
  }
  const Motion motion = update(boxes);
  ++steps_;
  if (kept_ && motion.inside) return filter_rows(boxes, now_.data());

  ++searches_;
  step_ = motion.farthest / static_cast<float>(steps_);
  moved_ += motion.farthest;
  // Once boxes have moved by half their size the tree's order is no longer that of their places.
  if (!(moved_ < 0.5f * tree_.median_extent())) {
    const double scale = tree_.frame().scale;
    tree_.build(boxes, parts.count);
    ++builds_;
    step_ *= static_cast<float>(tree_.frame().scale / scale);
    moved_ = 0;
    too_dense_ = false;
    update(boxes);
  }
  std::swap(then_, now_);
  steps_ = 0;
  if (keep_rows(boxes, parts)) return filter_rows(boxes, then_.data());
  return search_boxes(boxes, parts);
}

void NeighbourList::build(const Box<double>* boxes, const PartsView& parts) {
  fresh_ = true;  // until it has gone well
  kept_ = false;
  rules_.take(parts);
  tree_.build(boxes, parts.count);
  ++builds_;
  moved_ = step_ = 0;
  steps_ = 0;
  too_dense_ = false;
  now_.resize(parts.count);
  then_.resize(parts.count);
  update(boxes);
  std::swap(then_, now_);
  fresh_ = false;
}

/// Writes `now_`.
Motion NeighbourList::update(const Box<double>* boxes) {
  const WideBvhView tree = tree_.view();
  const RecordsUpdate job{tree.items,          boxes,       tree_.frame(),  fresh_ ? nullptr : then_.data(),
                          kept_ ? margin_ : 0, now_.data(), tree.item_count};
  return tbb::parallel_reduce(
      Range(0, tree.item_count, 1024), Motion{},
      [&](const Range& range, const Motion& m) {
        const Motion of_range = table().update(job, range.begin(), range.end());
        return Motion{std::max(m.farthest, of_range.farthest), m.inside && of_range.inside};
      },
      [](const Motion& a, const Motion& b) {
        return Motion{std::max(a.farthest, b.farthest), a.inside && b.inside};
      });
}

/// A wider margin makes longer rows, which cost at every step, and fewer searches: what they cost together is least
/// near the root of the step times the size. 0 where boxes move too far for rows to be worth keeping.
float NeighbourList::choose_margin(float step) const {
  const float extent = tree_.median_extent();
  const float margin = std::clamp(0.8f * std::sqrt(step * extent), 0.02f * extent, 0.2f * extent);
  return margin >= 2 * step ? margin : 0;
}

void NeighbourList::bound_grown(float margin) {
  tree_.refit_by([&](BoxBlock* blocks, std::uint32_t begin, std::uint32_t end) {
    table().grow(blocks, then_.data(), tree_.item_count(), margin, begin, end);
  });
}

/// Finds the rows of the boxes as they are in `then_`, grown. False: they are not worth keeping, or too many.
bool NeighbourList::keep_rows(const Box<double>* boxes, const PartsView& parts) {
  kept_ = false;
  margin_ = choose_margin(step_);
  if (too_dense_ || !(margin_ > 0)) return false;
  bound_grown(margin_);
  const PairRules rules = search_.masks().rules({&tree_, boxes, &parts}, false);
  // Too many with the margin may be fewer without it.
  const bool few = search_.rows().find({tree_.view(), tree_.view(), rules, rules, true, true}, 0xffffffffu);
  too_dense_ = !few || !search_.rows().complete();
  if (too_dense_) return false;
  place_found(parts.count);
  return kept_ = true;
}

/// Room for what of each row overlaps: as much as the row has, in the same order.
void NeighbourList::place_found(std::uint32_t count) {
  const RowSearch& rows = search_.rows();
  found_begin_.assign(rows.chunk_count() + 1, 0);
  for (std::uint32_t c = 0; c < rows.chunk_count(); ++c) {
    const RowSearch::Chunk chunk = rows.chunk(c);
    std::size_t size = block_width;  // short rows are sorted in whole registers
    for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) size += rows.counts()[i];
    found_begin_[c + 1] = found_begin_[c] + size;
  }
  if (found_.capacity() < found_begin_.back()) found_.resize(found_begin_.back() + found_begin_.back() / 8);
  search_.list().resize(count);
  const std::uint32_t* items = tree_.view().items;
  tbb::parallel_for(Range(0, rows.chunk_count(), 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) {
      const RowSearch::Chunk chunk = rows.chunk(c);
      const std::uint32_t* row = found_.data() + found_begin_[c];
      for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
        search_.list().set_row(items[i], row);
        row += rows.counts()[i];
      }
    }
  });
}

std::size_t NeighbourList::search_boxes(const Box<double>* boxes, const PartsView& parts) {
  kept_ = false;
  bound_grown(0);
  return search_.find({&tree_, boxes, &parts});
}

std::size_t NeighbourList::filter_rows(const Box<double>* boxes, const BoxRecord* records) {
  tbb::parallel_for(Range(0, search_.rows().chunk_count(), 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) {
      const RowSearch::Chunk chunk = search_.rows().chunk(c);
      table().filter({records, boxes, chunk.partners, search_.rows().counts(), found_.data() + found_begin_[c],
                      search_.list().counts(), sort_items},
                     chunk.begin, chunk.end);
    }
  });
  return search_.list().count();
}

void NeighbourList::write(Pair* out) {
  if (kept_) {
    search_.list().write(out);
  } else {
    search_.write(out);
  }
}

std::size_t NeighbourList::capacity() const {
  return 4 * (rules_.body.capacity() + rules_.groups.capacity() + rules_.meets.capacity() + rules_.world.capacity()) +
         rules_.self_contact.capacity() + sizeof(BoxRecord) * (now_.capacity() + then_.capacity()) + tree_.capacity() +
         4 * found_.capacity() + sizeof(std::size_t) * found_begin_.capacity() + search_.capacity();
}

}  // namespace abut
