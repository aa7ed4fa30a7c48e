// 10,000,000 pairs of each class in both precisions, a test for each class. ABUT_TORTURE_PAIRS sets another number.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "host/torture/torture.h"

namespace abut::torture {
namespace {

class TortureLong : public testing::TestWithParam<const char*> {};

TEST_P(TortureLong, TenMillionPairsKeepWhatRecordsPromise) {
  const char* const pairs = std::getenv("ABUT_TORTURE_PAIRS");
  Options options;
  options.pairs = pairs != nullptr ? std::strtoull(pairs, nullptr, 10) : 10000000;
  options.classes = {GetParam()};
  const Report report = run(options, [](std::uint64_t) {});
  EXPECT_EQ(report.rows.size(), 2u);
  for (const Row& row : report.rows) {
    EXPECT_EQ(row.pairs, options.pairs);
    EXPECT_EQ(row.failures, 0u) << row.name << ' ' << row.precision;
    std::printf("%s %s: %llu pairs, %llu unfinished, worst separation error %.2e, %.0f s of one thread\n",
                row.name.c_str(), row.precision.c_str(), static_cast<unsigned long long>(row.pairs),
                static_cast<unsigned long long>(row.unfinished), row.separation.worst(),
                row.query_seconds + row.certify_seconds);
  }
  for (const Failure& f : report.failures) ADD_FAILURE() << io::case_file_text({f.replay});
}

std::vector<const char*> class_names() {
  std::vector<const char*> names;
  for (const PairClass& pair_class : pair_classes()) names.push_back(pair_class.name);
  return names;
}

std::string test_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Classes, TortureLong, testing::ValuesIn(class_names()), test_name);

}  // namespace
}  // namespace abut::torture
