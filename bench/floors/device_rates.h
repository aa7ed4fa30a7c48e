// What a device does at most, and what of it a kernel has: the rates of an H200, and what its compiler says that each
// kernel takes.
#pragma once

#include <map>
#include <string>

#include "bench/floors/tally.h"

namespace floors {

/// An H200's: multiprocessors, lanes of each that start an instruction in a cycle, and bytes a second. Data only.
struct DeviceRates {
  double multiprocessors = 132, clock = 1.98e9;
  double lanes = 128, double_lanes = 64;  ///< without contraction: a product and a sum are two instructions
  double bytes = 4.8e12;
  int registers = 65536, warps = 64, blocks = 32;
};

/// Instructions of which numbers are made. Data only.
struct Slots {
  double issued = 0, wide = 0;  ///< all; those of the units for doubles
  void operator+=(const Slots& other);
};
Slots slots_of(const Tally& tally);

/// What a kernel takes of a multiprocessor. Data only.
struct Needs {
  int registers = 0, stack = 0;
};
/// kernels/budget.txt, by kernel. Throws `std::runtime_error` if it cannot be read.
std::map<std::string, Needs> read_budget(const std::string& path);
/// How many warps of a kernel are on a multiprocessor at a time.
int resident_warps(const DeviceRates& rates, int registers, int block);

/// Seconds of a step. Data only.
struct Floors {
  double issue = 0;  ///< at least: every lane busy with what is counted, an instruction started in each cycle
  double bytes = 0;  ///< at least: each byte moved once
  double least() const { return issue > bytes ? issue : bytes; }
  void operator+=(const Floors& other);
};
Floors floors_of(const DeviceRates& rates, const Step& step);
Traffic total(const Step& step);

}  // namespace floors
