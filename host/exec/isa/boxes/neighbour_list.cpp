// Filters the rows of a neighbour list: one comparison of a record a pair, as in box_search.cpp in floats, and in
// doubles where floats are equal. Nothing here may instantiate a common inline function, so no standard library.
#include "host/exec/isa/boxes/neighbour_list.h"

#include "host/exec/isa/boxes/box_lanes.h"
#include "host/exec/isa/boxes/box_order.h"
#include "host/exec/isa/boxes/record_lanes.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {
namespace {

Motion update_records(const RecordsUpdate& update, std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t ahead = 2 * block_width;  // boxes lie anywhere, and across two cache lines
  const RecordFrame frame(update.frame);
  RecordMotion motion(update.margin);
  for (std::uint32_t i = begin; i < end; ++i) {
    if (i + ahead < update.count) {
      const Box<double>* box = update.boxes + update.items[i + ahead];
      __builtin_prefetch(&box->lo.x);
      __builtin_prefetch(&box->hi.z);
    }
    write_record(frame, update.boxes[update.items[i]], update.items[i], update.now[i]);
    if (update.then != nullptr) motion.add(update.then[i], update.now[i]);
  }
  return motion.result();
}

void grow(BoxBlock* blocks, const BoxRecord* records, std::uint32_t count, float margin, std::uint32_t begin,
          std::uint32_t end) {
  const float nothing = __builtin_nanf("");
  for (std::uint32_t b = begin; b < end; ++b) {
    for (std::uint32_t lane = 0; lane < block_width; ++lane) {
      const std::uint32_t i = b * block_width + lane;
      const bool is_box = i < count && records[i].lo[0] != __builtin_inff();
      for (int k = 0; k < 3; ++k) {
        // As `RecordMotion` has it, to the bit: what is inside in floats is inside.
        blocks[b].lo[k][lane] = is_box ? records[i].lo[k] - margin : nothing;
        blocks[b].hi[k][lane] = is_box ? -(records[i].minus_hi[k] - margin) : nothing;
      }
    }
  }
}

/// The row without asking doubles; `touches` counts what needs them.
ABUT_INLINE std::uint32_t* quick_row(const NeighbourRows& rows, const RecordQuery& q, const std::uint32_t* partners,
                                     std::uint32_t count, std::uint32_t* out, std::uint32_t& touches) {
  for (std::uint32_t k = 0; k < count; ++k) {
    __builtin_prefetch(&rows.records[partners[k + row_slack]]);  // of the rows behind this one; there is room
    const BoxRecord& record = rows.records[partners[k]];
    const RecordOverlap found = record_overlap(q, record);
    *out = record.item;
    out += found.overlap;
    touches += found.touch;
  }
  return out;
}

std::uint32_t* careful_row(const NeighbourRows& rows, const RecordQuery& q, const Box<double>& own,
                           const std::uint32_t* partners, std::uint32_t count, std::uint32_t* out) {
  for (std::uint32_t k = 0; k < count; ++k) {
    const BoxRecord& record = rows.records[partners[k]];
    const RecordOverlap found = record_overlap(q, record);
    if (found.overlap == 0 || (found.touch != 0 && !overlaps(own, rows.boxes[record.item]))) continue;
    *out++ = record.item;
  }
  return out;
}

void filter(const NeighbourRows& rows, std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t* partners = rows.partners;
  std::uint32_t* found = rows.found;
  std::uint32_t *row[block_width], length[block_width];
  for (std::uint32_t first = begin; first < end; first += block_width) {
    const std::uint32_t some = end - first < block_width ? end - first : block_width;
    for (std::uint32_t k = 0; k < some; ++k) {
      const std::uint32_t count = rows.counts[first + k], own = rows.records[first + k].item;
      const RecordQuery q(rows.records[first + k]);
      std::uint32_t touches = 0;
      std::uint32_t* last = quick_row(rows, q, partners, count, found, touches);
      if (touches != 0) last = careful_row(rows, q, rows.boxes[own], partners, count, found);
      row[k] = found;
      length[k] = static_cast<std::uint32_t>(last - found);
      rows.found_counts[own] = length[k];
      partners += count;
      found += count;
    }
    for (std::uint32_t k = 0; k < some; ++k) sort_row(rows.sort, row[k], length[k]);
  }
}

}  // namespace

extern const NeighbourListTable neighbour_list_table_of_isa;
const NeighbourListTable neighbour_list_table_of_isa = {cleared<update_records>, cleared<grow>, cleared<filter>};

}  // namespace ABUT_ISA
}  // namespace abut
