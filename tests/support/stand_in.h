// A program in the place of `abut_cad`, which reads CAD files.
#pragma once

#include <sys/stat.h>

#include <string>

#include "tests/io/scene_files.h"

namespace abut::test {

/// In a folder of its own.
class StandIn {
 public:
  explicit StandIn(const std::string& lines) { put("#!/bin/sh\n" + lines + "\n"); }
  void put(const std::string& bytes) const {
    folder_.write("abut_cad", bytes);
    ::chmod(program().c_str(), 0700);
  }
  std::string program() const { return folder_ / "abut_cad"; }
  std::string folder() const { return folder_.path(); }
  std::string file(const char* name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

}  // namespace abut::test
