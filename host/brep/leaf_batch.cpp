#include "host/brep/leaf_batch.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "host/brep/tree_pairs.h"
#include "host/exec/more_room.h"

namespace abut::host {

LeafQuestions leaf_questions(std::span<const PlacedBreps> placed, const PartsView& parts, std::span<const Pair> pairs,
                             const BrepContactOptions& options, const BrepViews& breps) {
  LeafQuestions out{{}, std::vector<std::size_t>(pairs.size(), LeafQuestions::none), {}, 0};
  out.wider = wider_cones(std::max(options.angle, options.theta));
  out.feature_bits = static_cast<std::uint32_t>(std::bit_width(breps.most_features | 1u));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PlacedBreps& at = placed[i];
    if (!is_looked_at(at)) continue;
    out.of_pair[i] = out.models.size();
    out.models.push_back({at.b_in_a, at.reach, lmd_tolerance * (at.a->model.size() + at.b->model.size()),
                          parts.shape[pairs[i].a], parts.shape[pairs[i].b]});
  }
  return out;
}

std::size_t most_pairs_of_a_batch(const BrepViews& breps) {
  const int bits = 64 - 2 * std::bit_width(breps.most_features | 1u);
  return std::size_t{1} << std::min(14, bits);
}

BrepLeafSearch leaf_search(const BrepViews& breps, const LeafQuestions& questions, const PlacedModels* models,
                           const BrepLeafRoom& room) {
  return {breps, models, questions.models.size(), questions.wider, questions.feature_bits, room};
}

BrepLeafRoom room_for(std::size_t pairs) {
  return {64 * pairs + 4096, 32 * pairs + 1024, 16 * pairs + 512, 16 * pairs + 1024};
}

bool fits(const BrepLeafRoom& needed, const BrepLeafRoom& room) {
  return needed.node_pairs <= room.node_pairs && needed.near <= room.near && needed.touching <= room.touching &&
         needed.solved <= room.solved;
}

BrepLeafRoom grown(const BrepLeafRoom& room, const BrepLeafRoom& needed) {
  return {more_room(room.node_pairs, needed.node_pairs), more_room(room.near, needed.near),
          more_room(room.touching, needed.touching), more_room(room.solved, needed.solved)};
}

namespace {

/// Where the elements of each question begin in a sorted list, and how many there are.
template <class Items, class QuestionOf>
std::vector<std::size_t> beginnings(std::size_t questions, const Items& sorted, const QuestionOf& question_of) {
  std::vector<std::size_t> first(questions + 1, 0);
  for (const auto& item : sorted) ++first[question_of(item) + 1];
  for (std::size_t i = 0; i < questions; ++i) first[i + 1] += first[i];
  return first;
}

}  // namespace

LeafBatch::LeafBatch(const LeafArrays& found, const LeafQuestions& asked) {
  const auto question_of = [&](std::uint64_t key) { return leaf_of(key, asked.feature_bits).pair; };
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < found.near.size(); ++k) {
    leaves_.push_back({leaf_of(found.near[k], asked.feature_bits).of, found.verdicts[k], sum});
    sum += found.verdicts[k].count;
  }
  first_leaf_ = beginnings(asked.models.size(), found.near, question_of);
  solved_.resize(sum);
  for (const SolvedPair& s : found.solved) solved_[leaves_[s.leaf].first + s.place] = s.pair;
  std::vector<std::uint64_t> touching = found.touching;
  std::sort(touching.begin(), touching.end());
  touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
  for (const std::uint64_t key : touching) touching_.push_back(leaf_of(key, asked.feature_bits).of);
  first_touching_ = beginnings(asked.models.size(), touching, question_of);
}

FoundLeaves LeafBatch::of(std::size_t question) const {
  const auto part = [&](const auto& items, const std::vector<std::size_t>& first) {
    return std::span(items).subspan(first[question], first[question + 1] - first[question]);
  };
  return {part(leaves_, first_leaf_), solved_, part(touching_, first_touching_)};
}

void find_contacts(std::span<const PlacedBreps> placed, const LeafQuestions& asked, const LeafBatch& leaves,
                   const BrepContactOptions& options, std::span<BrepPairContacts> out) {
  tbb::parallel_for(std::size_t{0}, placed.size(), [&](std::size_t i) {
    if (asked.of_pair[i] == LeafQuestions::none) {
      out[i] = find_pair_contacts(placed[i], options);
    } else {
      const FoundLeaves found = leaves.of(asked.of_pair[i]);
      out[i] = find_pair_contacts(placed[i], options, &found);
    }
  });
}

}  // namespace abut::host
