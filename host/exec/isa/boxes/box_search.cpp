// Pairs of boxes, sixteen tests at a time: for each block of sixteen boxes the blocks that its bounding box overlaps,
// then for each box of it those that the box itself overlaps, then their boxes.
//
// Floats are rounded to nearest. Rounding is monotonic, so boxes that overlap still do; and if in floats they do so
// without any equality, they do in doubles. Only where floats are equal are the doubles asked.
//
// As everything in this folder: nothing here may instantiate a common inline function, so no standard library.
#include "host/exec/isa/boxes/box_search.h"

#include "host/exec/isa/boxes/box_lanes.h"
#include "host/exec/isa/boxes/box_order.h"
#include "host/exec/isa/boxes/near_blocks.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {
namespace {

/// The words of up to sixteen boxes.
ABUT_INLINE void write_few_words(const Box<double>* boxes, std::uint32_t begin, std::uint32_t count,
                                 const CurveFrame& curve, std::uint64_t* words) {
  const TreeFrame& frame = curve.frame;
  alignas(64) std::uint32_t cell[3][block_width] = {};
  std::uint32_t of_size[block_width] = {};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Box<double>& box = boxes[begin + i];
    const Vec3<double> t = (box.lo * 0.5 + box.hi * 0.5 - frame.origin) * frame.scale;
    const Vec3<double> extent = box.hi - box.lo;
    cell[0][i] = curve_cell(t.x);
    cell[1][i] = curve_cell(t.y);
    cell[2][i] = curve_cell(t.z);
    of_size[i] = size_class(max(max(extent.x, extent.y), extent.z), curve.median_extent);
  }
  SixteenNumbers index, y, z;
  __builtin_memcpy(&index, cell[0], sizeof index);
  __builtin_memcpy(&y, cell[1], sizeof y);
  __builtin_memcpy(&z, cell[2], sizeof z);
  hilbert_indices(index, y, z);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t key = std::uint64_t{of_size[i]} << (3 * curve_bits) | index[i];
    words[begin + i] = key << word_item_bits | (begin + i);
  }
}

void write_words(const Box<double>* boxes, std::uint32_t begin, std::uint32_t end, const CurveFrame& curve,
                 std::uint64_t* words) {
  for (std::uint32_t i = begin; i < end; i += block_width) {
    write_few_words(boxes, i, end - i < block_width ? end - i : block_width, curve, words);
  }
}

void set_nothing(BoxBlock& block, std::uint32_t lane) {
  for (int k = 0; k < 3; ++k) block.lo[k][lane] = block.hi[k][lane] = __builtin_nanf("");
}

ABUT_INLINE void set_lane(BoxBlock& block, std::uint32_t lane, const TreeFrame& frame, const Box<double>& box) {
  if (is_empty(box)) {
    set_nothing(block, lane);
    return;
  }
  const Vec3<double> lo = (box.lo - frame.origin) * frame.scale, hi = (box.hi - frame.origin) * frame.scale;
  block.lo[0][lane] = tree_float(lo.x);
  block.lo[1][lane] = tree_float(lo.y);
  block.lo[2][lane] = tree_float(lo.z);
  block.hi[0][lane] = tree_float(hi.x);
  block.hi[1][lane] = tree_float(hi.y);
  block.hi[2][lane] = tree_float(hi.z);
}

void fill(BoxBlock* blocks, const WideBvhView& tree, const TreeFrame& frame, const Box<double>* boxes,
          std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t ahead = 2 * block_width;  // boxes lie anywhere, and across two cache lines
  for (std::uint32_t b = begin; b < end; ++b) {
    for (std::uint32_t lane = 0; lane < block_width; ++lane) {
      const std::uint32_t i = b * block_width + lane;
      if (i + ahead < tree.item_count) {
        const Box<double>* box = boxes + tree.items[i + ahead];
        __builtin_prefetch(&box->lo.x);
        __builtin_prefetch(&box->hi.z);
      }
      if (i < tree.item_count) {
        set_lane(blocks[b], lane, frame, boxes[tree.items[i]]);
      } else {
        set_nothing(blocks[b], lane);
      }
    }
  }
}

/// Takes out those of `bits` whose parts may not pair with the query's.
std::uint32_t allowed_bits(const BoxSearch& search, std::uint32_t own, std::uint32_t position, std::uint32_t first,
                           std::uint32_t bits) {
  const PairRules &q = search.query_rules, &t = search.target_rules;
  std::uint32_t allowed = 0;
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t bit = bits & -bits;
    const std::uint32_t at = first + static_cast<std::uint32_t>(lowest_bit(bits));
    if ((q.groups[position] & t.meets[at]) == 0 || (t.groups[at] & q.meets[position]) == 0) continue;
    const std::int32_t worlds[2] = {q.world != nullptr ? q.world[position] : 0, t.world != nullptr ? t.world[at] : 0};
    if (!worlds_meet(worlds[0], worlds[1])) continue;
    const bool asks = q.self_contact[own] != 0 || t.self_contact[search.target.items[at]] != 0;
    if (search.of_itself && q.body[position] == t.body[at] && !asks) continue;
    allowed |= bit;
  }
  return allowed;
}

/// Takes out those of `bits`, which overlap in floats, that do not in doubles.
std::uint32_t exact_bits(const BoxSearch& search, std::uint32_t own, std::uint32_t first, std::uint32_t bits) {
  std::uint32_t exact = 0;
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t item = search.target.items[first + static_cast<std::uint32_t>(lowest_bit(bits))];
    if (overlaps(search.query_rules.boxes[own], search.target_rules.boxes[item])) exact |= bits & -bits;
  }
  return exact;
}

bool reserve_rows(PairRows& rows, std::size_t wanted) {
  const std::size_t bytes = sizeof(std::uint32_t) * (wanted + row_slack);
  return bytes <= rows.partners->bytes || rows.partners->grow(rows.partners, 2 * bytes);
}

/// The row of one box, without asking doubles or masks; `touch` where that is not enough. No branch depends on a test's
/// outcome: they are hard to predict.
template <bool Positions>
ABUT_INLINE std::uint32_t* quick_row(const BoxSearch& search, const Near& near, std::uint32_t chosen,
                                     const WideQuery& q, std::uint32_t own, std::uint32_t* out, std::uint32_t& touch) {
  for (std::uint32_t i = 0; i < chosen; ++i) {
    const std::uint32_t block = near.mine[i];
    const std::uint32_t* items = search.target.items + block * block_width;
    const OverlapBits found = overlap_bits(search.target.blocks[block], q);
    const std::uint32_t wanted = search.of_itself ? above_bits(items, own) : (1u << block_width) - 1;
    if (Positions) {
      out = append_numbers(out, block * block_width, found.overlap & wanted);
    } else {
      touch |= found.touch & wanted;
      out = append(out, items, found.overlap & wanted);
    }
  }
  return out;
}

/// The same, and doubles and masks are asked, or positions wanted.
std::uint32_t* careful_row(const BoxSearch& search, const Near& near, std::uint32_t chosen, const WideQuery& q,
                           std::uint32_t position, std::uint32_t* out) {
  const std::uint32_t own = search.query.items[position];
  for (std::uint32_t i = 0; i < chosen; ++i) {
    const std::uint32_t block = near.mine[i], first = block * block_width;
    const std::uint32_t* items = search.target.items + first;
    const OverlapBits found = overlap_bits(search.target.blocks[block], q);
    std::uint32_t bits = found.overlap;
    if (search.of_itself) bits &= above_bits(items, own);
    const std::uint32_t touch = search.positions ? 0 : bits & found.touch;
    if (touch != 0) bits = (bits & ~touch) | exact_bits(search, own, first, touch);
    if (search.query_rules.groups != nullptr) bits = allowed_bits(search, own, position, first, bits);
    out = search.positions ? append_numbers(out, first, bits) : append(out, items, bits);
  }
  return out;
}

/// The row of one box of the query.
bool find_row(const BoxSearch& search, const Near& near, std::uint32_t position, PairRows& rows) {
  const WideQuery q = widen(lane_of(search.query.blocks[position / block_width], position % block_width));
  const std::uint32_t chosen = choose_blocks(near, q);
  if (!reserve_rows(rows, rows.size + std::size_t{block_width} * chosen)) return false;
  std::uint32_t* row = static_cast<std::uint32_t*>(rows.partners->data) + rows.size;
  std::uint32_t* end = row;
  const std::uint32_t own = search.query.items[position];
  std::uint32_t careful = search.query_rules.groups != nullptr;
  if (careful == 0) {
    end = search.positions ? quick_row<true>(search, near, chosen, q, own, row, careful)
                           : quick_row<false>(search, near, chosen, q, own, row, careful);
  }
  if (careful != 0) end = careful_row(search, near, chosen, q, position, row);
  const auto count = static_cast<std::size_t>(end - row);
  rows.counts[position] = static_cast<std::uint32_t>(count);
  if (rows.size >= rows.most_stored) {
    rows.complete = rows.complete && count == 0;
    return true;
  }
  rows.size += count;
  return true;
}

/// The rows of one block of the query.
bool find_rows(const BoxSearch& search, const Near& near, std::uint32_t begin, std::uint32_t end, PairRows& rows) {
  std::size_t size = rows.size;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (!find_row(search, near, i, rows)) return false;
  }
  if (search.positions) return true;
  auto* partners = static_cast<std::uint32_t*>(rows.partners->data);
  for (std::uint32_t i = begin; i < end && size < rows.size; size += rows.counts[i++]) {
    sort_row(rows.sort, partners + size, rows.counts[i]);
  }
  return true;
}

bool find(const BoxSearch& search, std::uint32_t begin, std::uint32_t end, GrowingMemory& scratch, PairRows& rows) {
  const WideBvhView& query = search.query;
  Near near{nullptr, nullptr, nullptr, 0, 0};
  for (std::uint32_t block = begin; block < end; ++block) {
    const BoxBlock& parent = query.blocks[query.level_begin[1] + block / block_width];
    if (!find_near(search.target, lane_of(parent, block % block_width), scratch, near)) return false;
    const std::uint32_t last = (block + 1) * block_width;
    if (!find_rows(search, near, block * block_width, last < query.item_count ? last : query.item_count, rows)) {
      return false;
    }
  }
  auto* behind = static_cast<std::uint32_t*>(rows.partners->data) + rows.size;
  for (std::uint32_t i = 0; i < (search.positions ? row_slack : 0); ++i) behind[i] = 0;
  return true;
}

void write_pairs(std::uint64_t* rows, const std::uint32_t* counts, std::uint32_t begin, std::uint32_t end,
                 std::uint64_t place, Pair* out) {
  // Rows lie where the search found them, anywhere: they are asked for long before they are needed.
  constexpr std::uint32_t ahead = 24;
  const auto row_of = [&](std::uint32_t a) { return reinterpret_cast<const std::uint32_t*>(rows[a]); };
  std::uint64_t behind = 0;
  std::uint32_t whole = end;  // from here on nothing may be written beyond a row: others write there
  while (whole > begin && behind < pairs_at_once - 1) behind += counts[--whole];
  for (std::uint32_t a = begin; a < end; ++a) {
    if (a + ahead < end) __builtin_prefetch(row_of(a + ahead));
    const std::uint32_t* row = row_of(a);
    if (row == nullptr) {
      rows[a] = place;
    } else if (a < whole) {
      write_row(out + place, a, row, counts[a]);
    } else {
      for (std::uint32_t k = 0; k < counts[a]; ++k) out[place + k] = {a, row[k]};
    }
    place += counts[a];
  }
}

/// The box of sixteen boxes as lane `lane` of `to`; NaN where there are none.
void bound_block(const BoxBlock& from, BoxBlock& to, std::uint32_t lane) {
  for (int k = 0; k < 3; ++k) {
    float lo = __builtin_inff(), hi = -__builtin_inff();
    for (std::uint32_t i = 0; i < block_width; ++i) {
      lo = from.lo[k][i] < lo ? from.lo[k][i] : lo;
      hi = from.hi[k][i] > hi ? from.hi[k][i] : hi;
    }
    const bool some = lo <= hi;
    to.lo[k][lane] = some ? lo : __builtin_nanf("");
    to.hi[k][lane] = some ? hi : __builtin_nanf("");
  }
}

void bound(BoxBlock* blocks, const WideBvhView& tree, std::uint32_t level, std::uint32_t begin, std::uint32_t end) {
  const BoxBlock* below = blocks + tree.level_begin[level - 1];
  const std::uint32_t count = tree.level_begin[level] - tree.level_begin[level - 1];
  for (std::uint32_t j = begin; j < end; ++j) {
    BoxBlock& to = blocks[tree.level_begin[level] + j];
    for (std::uint32_t lane = 0; lane < block_width; ++lane) {
      const std::uint32_t child = j * block_width + lane;
      if (child < count) {
        bound_block(below[child], to, lane);
        continue;
      }
      for (int k = 0; k < 3; ++k) to.lo[k][lane] = to.hi[k][lane] = __builtin_nanf("");
    }
  }
}

}  // namespace

extern const BoxSearchTable box_search_table_of_isa;
const BoxSearchTable box_search_table_of_isa = {cleared<write_words>, cleared<fill>, cleared<bound>, cleared<find>,
                                                cleared<write_pairs>};

}  // namespace ABUT_ISA
}  // namespace abut
