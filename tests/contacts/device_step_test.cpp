// What a contact pipeline runs on a device between its stages, run on cores.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/contacts/step.h"
#include "tests/support/host_queue.h"

namespace abut {
namespace {

TEST(DeviceStep, CopiesWhatIsListedAndNothingElse) {
  test::HostQueue queue;
  std::vector<std::uint64_t> from{1, 2, 3, 4, 5}, to(5, 9);
  for (const std::uint64_t count : {3ull, 0ull, 5ull, 6ull}) {
    to.assign(5, 9);
    device::copy_listed(queue, {&count, 5, from.data(), to.data(), sizeof(std::uint64_t)});
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(to[i], count <= 5 && i < count ? from[i] : 9) << count;
  }
}

TEST(DeviceStep, NotesNumbersAndTheirGreatest) {
  test::HostQueue queue;
  PipelineCounts counts;
  std::uint64_t candidates = 50, pairs = 20, points = 7, unanswered = 2, usable = 0;
  const backend::StepNumbers in{&candidates, &pairs, &points, &unanswered, 30, &counts, &usable};
  device::note_numbers(queue, in);
  EXPECT_EQ(usable, 20u);
  candidates = 40, pairs = 31, points = 8, unanswered = 1;
  device::note_numbers(queue, in);
  EXPECT_EQ(usable, 0u) << "too little room";
  EXPECT_EQ(counts.candidates, 40u);
  EXPECT_EQ(counts.most_candidates, 50u);
  EXPECT_EQ(counts.most_pairs, 31u);
  EXPECT_EQ(counts.most_points, 8u);
  EXPECT_EQ(counts.unanswered, 1u);
  EXPECT_EQ(counts.all_unanswered, 3u);
  EXPECT_EQ(counts.steps, 2u);
  device::note_numbers(queue, {nullptr, &pairs, nullptr, nullptr, 31, &counts, &usable});
  EXPECT_EQ(counts.candidates, 31u) << "without a filter they are the pairs";
  EXPECT_EQ(counts.points, 0u);
  EXPECT_EQ(usable, 31u);
}

}  // namespace
}  // namespace abut
