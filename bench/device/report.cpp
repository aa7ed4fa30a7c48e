#include "bench/device/report.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "abut/core/error.h"
#include "bench/format.h"

namespace abut::device_bench {
namespace {

using bench::format;

const char* name_of(Unit unit) {
  switch (unit) {
    case Unit::pairs: return "G pairs/s";
    case Unit::boxes: return "G boxes/s";
    case Unit::bytes: return "GB/s";
    case Unit::operations: return "G op/s";
    default: return "ms";
  }
}

/// Three digits that count; nothing for what is not known.
std::string number(double value) { return value > 0 ? format("%.3g", value) : ""; }
/// Without an exponent, since rates of a machine reach five digits.
std::string rate(double value) { return value >= 100 ? format("%.0f", value) : number(value); }

/// A field of CSV: quoted where it has to be.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// A cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return out;
}

}  // namespace

Timing timing_of(std::vector<double> seconds) {
  if (seconds.empty()) throw std::runtime_error("no run was timed");
  std::sort(seconds.begin(), seconds.end());
  return {seconds[(seconds.size() - 1) / 2], seconds.front(), seconds.back()};
}

double measured(const Measurement& m) {
  if (m.unit == Unit::milliseconds) return 1e3 * m.timing.median;
  return m.timing.median > 0 ? 1e-9 * m.items / m.timing.median : 0;
}

double target_ratio(const Measurement& m) {
  const double value = measured(m);
  if (!(m.target > 0) || !(value > 0)) return 0;
  return m.unit == Unit::milliseconds ? m.target / value : value / m.target;
}

double floor_of(const Measurement& m, const Machine& machine) {
  if (!(m.bytes > 0) || !(machine.copy_rate > 0)) return 0;
  const double items_a_second = machine.copy_rate / m.bytes;
  return m.unit == Unit::milliseconds ? 1e3 * m.items / items_a_second : 1e-9 * items_a_second;
}

double floor_ratio(const Measurement& m, const Machine& machine) {
  const double bound = floor_of(m, machine), value = measured(m);
  if (!(bound > 0) || !(value > 0)) return 0;
  return m.unit == Unit::milliseconds ? bound / value : value / bound;
}

std::string markdown(const Machine& machine, const std::vector<Measurement>& all) {
  std::string out = "# Device\n\n";
  out += format("%s, driver %s, clocks %s; commit %s, %s.\n\n", machine.device.c_str(), machine.driver.c_str(),
                machine.clocks.c_str(), machine.commit.c_str(), machine.date.c_str());
  out +=
      "Medians by CUDA events of graph replays; a sample of every batch's answers was held against the `Cpu` "
      "executor's "
      "bits and the reference first. Ratio: of the target, 1 or more is all of it. Floor: what copying the bytes that "
      "an item reads and writes at least would give at the copy rate measured here; share: how near to that.\n\n";
  out += "| what | scalar | measured | unit | spread | target | ratio | bytes | floor | share |\n";
  out += "|---|---|---:|---|---:|---:|---:|---:|---:|---:|\n";
  for (const Measurement& m : all) {
    out += "| " + cell(m.what) + " | " + m.scalar + " | ";
    if (!m.fault.empty()) {
      out += "wrong: " + cell(m.fault) + " | | | | | | | |\n";
      continue;
    }
    const double spread = m.timing.median > 0 ? (m.timing.slowest - m.timing.fastest) / m.timing.median : 0;
    out += rate(measured(m)) + " | " + name_of(m.unit) + " | " + format("%.0f %%", 100 * spread) + " | " +
           number(m.target) + " | " + number(target_ratio(m)) + " | " + rate(m.bytes) + " | " +
           rate(floor_of(m, machine)) + " | " + number(floor_ratio(m, machine)) + " |\n";
  }
  return out;
}

std::string csv(const Machine& machine, const std::vector<Measurement>& all) {
  std::string out =
      "commit,date,device,driver,clocks,what,scalar,items,seconds,fastest,slowest,measured,unit,target,ratio,bytes,"
      "floor,"
      "share,fault\n";
  const auto text = [](double value) { return value > 0 ? format("%.9g", value) : std::string(); };
  for (const Measurement& m : all) {
    const bool good = m.fault.empty();
    const auto if_good = [&](double value) { return good ? text(value) : std::string(); };
    for (const std::string* s :
         {&machine.commit, &machine.date, &machine.device, &machine.driver, &machine.clocks, &m.what, &m.scalar}) {
      out += field(*s) + ',';
    }
    out += text(m.items) + ',' + if_good(m.timing.median) + ',' + if_good(m.timing.fastest) + ',' +
           if_good(m.timing.slowest) + ',' + if_good(measured(m)) + ',' + name_of(m.unit) + ',' + text(m.target) + ',' +
           if_good(target_ratio(m)) + ',' + text(m.bytes) + ',' + text(floor_of(m, machine)) + ',' +
           if_good(floor_ratio(m, machine)) + ',' + field(m.fault) + '\n';
  }
  return out;
}

std::string line_of(const Measurement& m) {
  std::string out = format("%-52s %-3s ", m.what.c_str(), m.scalar.c_str());
  if (!m.fault.empty()) return out + "WRONG: " + m.fault;
  out += format("%9s %s", rate(measured(m)).c_str(), name_of(m.unit));
  if (m.target > 0) out += format(", %s of the target %s", number(target_ratio(m)).c_str(), number(m.target).c_str());
  return out;
}

void write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int reason = errno;
  if (file == nullptr || std::fclose(file) != 0 || !written) throw FileError(path + ": " + std::strerror(reason));
}

}  // namespace abut::device_bench
