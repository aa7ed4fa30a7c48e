// The tables that bench_device writes, of given numbers.
#include "bench/device/report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "abut/core/error.h"

namespace abut::device_bench {
namespace {

const Machine machine{"Some GPU", "580.1", "up to 1980 MHz", "abc1234", "2026-01-02", 4e12};

Measurement queries() {
  Measurement m{"hulls, cold", "f32", Unit::pairs};
  m.items = 4e6;
  m.timing = {2e-3, 1.9e-3, 2.1e-3};
  m.target = 4;
  m.bytes = 250;
  return m;
}

Measurement step() {
  Measurement m{"whole step", "f64", Unit::milliseconds};
  m.items = 1e6;
  m.timing = {10e-3, 10e-3, 10e-3};
  m.target = 15;
  m.bytes = 4000;
  return m;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(DeviceReport, RatesAreItemsASecondAndRatiosOfTheTarget) {
  EXPECT_DOUBLE_EQ(measured(queries()), 2);
  EXPECT_DOUBLE_EQ(target_ratio(queries()), 0.5);
  EXPECT_DOUBLE_EQ(floor_of(queries(), machine), 16);
  EXPECT_DOUBLE_EQ(floor_ratio(queries(), machine), 0.125);
}

TEST(DeviceReport, ShorterTimesThanTheTargetAreRatiosAboveOne) {
  EXPECT_DOUBLE_EQ(measured(step()), 10);
  EXPECT_DOUBLE_EQ(target_ratio(step()), 1.5);
  EXPECT_DOUBLE_EQ(floor_of(step(), machine), 1);
  EXPECT_DOUBLE_EQ(floor_ratio(step(), machine), 0.1);
}

TEST(DeviceReport, TablesHaveARowEach) {
  const std::string table = markdown(machine, {queries(), step()});
  EXPECT_TRUE(has(table, "Some GPU, driver 580.1, clocks up to 1980 MHz; commit abc1234, 2026-01-02.")) << table;
  EXPECT_TRUE(has(table, "\n| hulls, cold | f32 | 2 | G pairs/s | 10 % | 4 | 0.5 | 250 | 16 | 0.125 |\n")) << table;
  EXPECT_TRUE(has(table, "\n| whole step | f64 | 10 | ms | 0 % | 15 | 1.5 | 4000 | 1 | 0.1 |\n")) << table;
}

TEST(DeviceReport, LinesOfCsvHaveAsManyFieldsAsTheHead) {
  const std::string lines = csv(machine, {queries()});
  EXPECT_EQ(lines,
            "commit,date,device,driver,clocks,what,scalar,items,seconds,fastest,slowest,measured,unit,target,ratio,"
            "bytes,floor,share,fault\n"
            "abc1234,2026-01-02,Some GPU,580.1,up to 1980 MHz,\"hulls, cold\",f32,4000000,0.002,0.0019,0.0021,2,"
            "G pairs/s,4,0.5,250,16,0.125,\n");
}

TEST(DeviceReport, WrongAnswersHaveNoTime) {
  Measurement m = queries();
  m.fault = "pair 3: \"not\" the bits | of the Cpu";
  const std::string table = markdown(machine, {m}), lines = csv(machine, {m});
  EXPECT_TRUE(has(table, "wrong: pair 3: \"not\" the bits \\| of the Cpu")) << table;
  EXPECT_FALSE(has(table, "| 2 |"));
  EXPECT_TRUE(has(lines, "4000000,,,,,G pairs/s,4,,250,16,,\"pair 3: \"\"not\"\" the bits | of the Cpu\"\n")) << lines;
  EXPECT_TRUE(has(line_of(m), "WRONG: pair 3"));
}

TEST(DeviceReport, WithoutATargetOrACopyRateFieldsAreEmpty) {
  Measurement m = queries();
  m.target = 0;
  Machine unmeasured = machine;
  unmeasured.copy_rate = 0;
  EXPECT_EQ(target_ratio(m), 0);
  EXPECT_EQ(floor_ratio(m, unmeasured), 0);
  EXPECT_TRUE(has(markdown(unmeasured, {m}), "| 10 % |  |  | 250 |  |  |\n")) << markdown(unmeasured, {m});
}

TEST(DeviceReport, TimingIsTheMedian) {
  const Timing odd = timing_of({3, 1, 2}), even = timing_of({4, 3, 1, 2});
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(even.median, 2);
  EXPECT_EQ(even.fastest, 1);
  EXPECT_EQ(even.slowest, 4);
  EXPECT_THROW(timing_of({}), std::runtime_error);
}

TEST(DeviceReport, AFolderThatIsNotThereIsNamed) {
  const std::string path = testing::TempDir() + "device_bench_report/none/device.md";
  try {
    write_file(path, "text");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_TRUE(has(error.what(), path)) << error.what();
  }
}

}  // namespace
}  // namespace abut::device_bench
