// 10,000,000 pairs of each class in both precisions. ABUT_TORTURE_PAIRS sets another number.
#include <gtest/gtest.h>

#include <cstdlib>

#include "host/torture/torture.h"

namespace abut::torture {
namespace {

TEST(TortureLong, TenMillionPairsOfEachClassKeepWhatRecordsPromise) {
  const char* const pairs = std::getenv("ABUT_TORTURE_PAIRS");
  Options options;
  for (const PairClass& pair_class : pair_classes()) {
    options.pairs = pairs != nullptr ? std::strtoull(pairs, nullptr, 10) : 10000000;
    options.classes = {pair_class.name};
    const Report report = run(options, [](std::uint64_t) {});
    for (const Row& row : report.rows) {
      EXPECT_EQ(row.failures, 0u) << row.name << ' ' << row.precision;
      std::printf("%s %s: %llu pairs, %llu unfinished, worst separation error %.2e, %.0f s of one thread\n",
                  row.name.c_str(), row.precision.c_str(), static_cast<unsigned long long>(row.pairs),
                  static_cast<unsigned long long>(row.unfinished), row.separation.worst(),
                  row.query_seconds + row.certify_seconds);
    }
    for (const Failure& f : report.failures) ADD_FAILURE() << io::case_file_text({f.replay});
  }
}

}  // namespace
}  // namespace abut::torture
