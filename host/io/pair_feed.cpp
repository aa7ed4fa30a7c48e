#include "host/io/pair_feed.h"

#include <algorithm>

#include "abut/core/error.h"

namespace abut::io {
namespace {

constexpr std::uint64_t block_rows = 65536;
// Matrices that were computed in float are off by a few rounding errors of float.
constexpr double tolerance_of_double = 1e-6, tolerance_of_float = 1e-5;

/// Whether a 3x4 matrix is finite and a rotation within the tolerance, without a doubt: one that this declines may be
/// one too. A NaN or an infinity anywhere ends in a sum that is not small. Plain products: `dot` calls the C library's
/// fma here, which takes as long as reading the file does.
bool is_surely_pose(const double* m, double tolerance) {
  const auto columns = [m](int i, int k) { return m[i] * m[k] + m[4 + i] * m[4 + k] + m[8 + i] * m[8 + k]; };
  const double xx = columns(0, 0) - 1, yy = columns(1, 1) - 1, zz = columns(2, 2) - 1;
  const double xy = columns(0, 1), yz = columns(1, 2), zx = columns(2, 0);
  const double off = xx * xx + yy * yy + zz * zz + xy * xy + yz * yz + zx * zx;
  const double nothing = 0 * (m[3] + m[7] + m[11]);
  const double volume =
      m[2] * (m[4] * m[9] - m[8] * m[5]) + m[6] * (m[8] * m[1] - m[0] * m[9]) + m[10] * (m[0] * m[5] - m[4] * m[1]);
  return off + nothing <= 0.25 * tolerance * tolerance && volume > 0;
}

}  // namespace

PairFeed::PairFeed(DataSource* source, const SceneColumns& columns, const std::string& file)
    : columns_(columns), file_(file), ends_(pair_ends(columns)) {
  if (columns.pair_kind == PairKind::none) {
    throw InvalidInput(file + ": has no pairs to query (abut detect finds pairs of bodies)");
  }
  if (source == nullptr) {
    row_count_ = columns.pairs.size();
    return;
  }
  pairs_.emplace(*source, ends_.dataset, std::initializer_list<std::uint64_t>{2});
  row_count_ = pairs_->rows();
  if (columns.pair_kind != PairKind::shapes) return;
  poses_.emplace(*source, "pairs/pose", std::initializer_list<std::uint64_t>{3, 4});
  poses_->require_rows(row_count_, "pairs/shapes has");
  tolerance_ = poses_->info().bits >= 64 ? tolerance_of_double : tolerance_of_float;
}

std::span<const Pair> PairFeed::rows(std::uint64_t first, std::uint64_t count) {
  if (!pairs_) return std::span(columns_.pairs).subspan(first, count);
  static_assert(sizeof(Pair) == 2 * sizeof(std::uint32_t));
  block_.resize(count);
  pairs_->indices(first, count, ends_.end, ends_.what, {&block_.data()->a, 2 * count});
  check_ends(file_, ends_, block_, first);
  return block_;
}

std::uint64_t PairFeed::count() {
  if (columns_.pair_kind != PairKind::bodies || one_part_each()) return row_count_;
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < row_count_; i += block_rows) {
    for (const Pair& pair : rows(i, std::min(block_rows, row_count_ - i))) count += parts_of(pair.a) * parts_of(pair.b);
  }
  return count;
}

void PairFeed::check_poses(std::uint64_t first, const PairPiece& piece) const {
  for (std::size_t i = 0; i < piece.pairs.size(); ++i) {
    const double* m = &piece.poses[12 * i];
    if (is_surely_pose(m, tolerance_)) continue;
    poses_->check_finite(first + i, {m, 12});
    const Mat3<double> rotation{{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}};
    if (const char* fault = rotation_fault(rotation, tolerance_)) {
      poses_->fail("pairs/pose[" + std::to_string(first + i) + "]", fault + shown_number(tolerance_));
    }
  }
}

/// Pairs of bodies become pairs of parts.
void PairFeed::expand(std::uint64_t most, PairPiece& piece) {
  while (piece.pairs.size() < most) {
    if (at_ == ahead_.size()) {
      if (row_ == row_count_) return;
      const std::uint64_t count = std::min(block_rows, row_count_ - row_);
      const std::span<const Pair> read = rows(row_, count);
      ahead_.assign(read.begin(), read.end());
      row_ += count;
      at_ = 0;
    }
    const Pair bodies = ahead_[at_];
    const std::uint64_t of_b = parts_of(bodies.b), all = parts_of(bodies.a) * of_b;
    for (; part_ < all && piece.pairs.size() < most; ++part_) {
      piece.pairs.push_back({static_cast<std::uint32_t>(columns_.part_offsets[bodies.a] + part_ / of_b),
                             static_cast<std::uint32_t>(columns_.part_offsets[bodies.b] + part_ % of_b)});
    }
    if (part_ < all) return;
    part_ = 0;
    ++at_;
  }
}

bool PairFeed::next(std::uint64_t most, PairPiece& piece) {
  piece.pairs.clear();
  if (columns_.pair_kind == PairKind::bodies && !one_part_each()) {
    expand(most, piece);
    return !piece.pairs.empty();
  }
  const std::uint64_t count = std::min(most, row_count_ - row_);
  if (count == 0) return false;
  const std::span<const Pair> read = rows(row_, count);
  piece.pairs.assign(read.begin(), read.end());
  if (poses_) {
    piece.poses.resize(12 * count);
    poses_->unchecked_numbers(row_, count, piece.poses);
    check_poses(row_, piece);
  }
  row_ += count;
  return true;
}

}  // namespace abut::io
