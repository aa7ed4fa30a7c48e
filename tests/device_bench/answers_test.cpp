// Answers that are right pass, and whatever is wrong with one is found: here the `Cpu` executor answers in the device's
// place.
#include "bench/device/answers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/detect.h"
#include "bench/device/scenes.h"

namespace abut::device_bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

template <class T>
class DeviceAnswers : public testing::Test {
 protected:
  Asked asked(double alert = infinity, int pose_set = 0) const {
    return {&scene_.shapes, scene_.view(pose_set), scene_.pairs, alert};
  }
  Answers<T> answer(const Asked& asked, CachedPolytope* cache = nullptr) const {
    Answers<T> out(asked.pairs.size());
    query_pairs<T>(Cpu{}, asked.shapes->template view<T>(), asked.parts, asked.pairs, {asked.alert_distance, cache},
                   view_of(out.number.data(), out.status.data(), out.count()));
    return out;
  }
  std::string fault(const Answers<T>& answers) const { return fault_of<T>(asked(), answers, sample_); }

  const PairScene scene_ = make_pairs("hull16", Mix::apart, 300, 1);
  const std::vector<std::size_t> sample_ = sample_of(300, 100);
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceAnswers, Scalars);

TYPED_TEST(DeviceAnswers, RightOnesPass) {
  EXPECT_EQ(this->fault(this->answer(this->asked())), "");
  const Asked alerted = this->asked(0.0);
  const Answers<TypeParam> answers = this->answer(alerted);
  EXPECT_NE(answers.status, this->answer(this->asked()).status);
  EXPECT_EQ(fault_of<TypeParam>(alerted, answers, this->sample_), "");
}

TYPED_TEST(DeviceAnswers, OneThatWasNotWrittenIsFoundOutsideTheSampleToo) {
  std::size_t outside = 0;
  while (outside == this->sample_[outside]) ++outside;
  Answers<TypeParam> answers = this->answer(this->asked());
  answers.status[outside] = 0xff;
  EXPECT_TRUE(has(this->fault(answers), "status is 255"));
  answers = this->answer(this->asked());
  answers.number[4 * 300 + outside] = std::numeric_limits<TypeParam>::quiet_NaN();
  EXPECT_TRUE(has(this->fault(answers), "number 4 of its answer is not finite"));
}

TYPED_TEST(DeviceAnswers, OneBitIsFound) {
  for (std::size_t k = 0; k < Answers<TypeParam>::numbers; ++k) {
    Answers<TypeParam> answers = this->answer(this->asked());
    TypeParam& x = answers.number[k * 300 + this->sample_[7]];
    x = std::nextafter(x, TypeParam(10));
    EXPECT_TRUE(has(this->fault(answers), "not the Cpu executor's bits")) << k;
  }
}

TYPED_TEST(DeviceAnswers, AnswersOfOtherPosesAreFound) {
  EXPECT_NE(this->fault(this->answer(this->asked(infinity, 1))), "");
}

TYPED_TEST(DeviceAnswers, TheReferenceFindsWrongOnesByItself) {
  const Answers<TypeParam> right = this->answer(this->asked());
  EXPECT_EQ(fault_by_reference<TypeParam>(this->asked(), right, this->sample_), "");
  const std::pair<std::size_t, const char*> wrong[] = {
      {0, "separation"}, {1, "normal"}, {4, "witness"}, {10, "lower_bound"}};
  for (const auto& [k, fault] : wrong) {
    Answers<TypeParam> answers = right;
    answers.number[k * 300 + this->sample_[3]] += TypeParam(0.01);
    EXPECT_TRUE(has(fault_by_reference<TypeParam>(this->asked(), answers, this->sample_), fault)) << k;
  }
}

TYPED_TEST(DeviceAnswers, CachesBeforeAndAfterHaveToBeTheCpusOwn) {
  const auto at_sample = [&](const std::vector<CachedPolytope>& all) {
    std::vector<CachedPolytope> out;
    for (const std::size_t i : this->sample_) out.push_back(all[i]);
    return out;
  };
  std::vector<CachedPolytope> cache(300);
  this->answer(this->asked(), cache.data());
  const std::vector<CachedPolytope> before = at_sample(cache);
  const Asked moved = this->asked(infinity, 1);
  const Answers<TypeParam> answers = this->answer(moved, cache.data());
  std::vector<CachedPolytope> after = at_sample(cache);
  EXPECT_EQ(fault_of<TypeParam>(moved, answers, this->sample_, before, after), "");
  after[5].vertex[0].a ^= 1;
  EXPECT_TRUE(has(fault_of<TypeParam>(moved, answers, this->sample_, before, after), "another cache"));
}

TEST(DeviceSamples, ASampleIsSpreadOverAll) {
  const std::vector<std::size_t> sample = sample_of(1000, 10);
  ASSERT_EQ(sample.size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(sample[i] / 100, i);
  EXPECT_EQ(sample_of(3, 10), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(sample_of(0, 10).empty());
}

TEST(DevicePairs, ListsOfPairsThatDifferAreFound) {
  const std::vector<Pair> pairs{{0, 1}, {0, 2}};
  EXPECT_EQ(fault_of_pairs(pairs, pairs), "");
  EXPECT_TRUE(has(fault_of_pairs(pairs, std::vector<Pair>{{0, 1}}), "1 pairs, the Cpu executor finds 2"));
  EXPECT_TRUE(has(fault_of_pairs(pairs, std::vector<Pair>{{0, 1}, {0, 3}}), "pair 1"));
}

}  // namespace
}  // namespace abut::device_bench
