#include "bench/floors/device_rates.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace floors {

void Slots::operator+=(const Slots& other) {
  issued += other.issued;
  wide += other.wide;
}

/// Quotients and roots as the compiler makes them for sm_90 where nothing is out of the ordinary: eight instructions in
/// float, eight of the units for doubles and six or eight others in double.
Slots slots_of(const Tally& tally) {
  const auto of = [](const std::array<std::uint64_t, op_kinds>& n) {
    return static_cast<double>(n[add] + n[multiply] + n[fused] + n[compare] + 8 * (n[divide] + n[root]));
  };
  Slots out;
  out.wide = of(tally.wide);
  out.issued = of(tally.single) + out.wide + static_cast<double>(6 * tally.wide[divide] + 8 * tally.wide[root]);
  out.issued += static_cast<double>(tally.single[convert] + tally.wide[convert] + tally.shuffles + tally.atomics);
  return out;
}

std::map<std::string, Needs> read_budget(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::map<std::string, Needs> out;
  for (std::string line; std::getline(file, line);) {
    const std::size_t end = line.rfind('>');
    if (line.empty() || line[0] == '#' || end == std::string::npos) continue;
    Needs needs;
    std::istringstream(line.substr(end + 1)) >> needs.registers >> needs.stack;
    out[line.substr(0, end + 1)] = needs;
  }
  return out;
}

int resident_warps(const DeviceRates& rates, int registers, int block) {
  const int taken = (std::max(registers, 1) + 7) / 8 * 8 * block;
  const int blocks = std::min({rates.registers / taken, rates.warps * 32 / block, rates.blocks});
  return blocks * block / 32;
}

Traffic total(const Step& step) {
  Traffic sum;
  for (const Traffic& t : step.traffic) {
    sum.read += t.read;
    sum.written += t.written;
    sum.sectors += t.sectors;
  }
  return sum;
}

void Floors::operator+=(const Floors& other) {
  issue += other.issue;
  bytes += other.bytes;
}

Floors floors_of(const DeviceRates& rates, const Step& step) {
  const Slots slots = slots_of(step.all);
  const double issue = slots.issued / rates.lanes, wide = slots.wide / rates.double_lanes;
  const double cycles = 1 / (rates.multiprocessors * rates.clock);
  Floors out;
  out.issue = std::max(issue, wide) * cycles;
  const Traffic traffic = total(step);
  out.bytes = static_cast<double>(traffic.read + traffic.written) / rates.bytes;
  return out;
}

}  // namespace floors
