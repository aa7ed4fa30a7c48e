// The subcommands of `abut`. Each adds itself to the command line and runs when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "abut/core/error.h"
#include "abut/core/executor.h"
#include "abut/detect.h"
#include "abut/io.h"

namespace abut::cli {

/// Exit statuses of the program besides 0.
inline constexpr int disagreement_status = 1;  ///< `abut verify` or `abut torture` found a disagreement
inline constexpr int error_status = 2;         ///< bad input, a file that cannot be read or written, no device

void add_scene_command(CLI::App& app);
/// `abut scene particles`.
void add_particles_command(CLI::App& scene);
/// `abut scene meshes`.
void add_meshes_command(CLI::App& scene);
void add_detect_command(CLI::App& app);
/// `status` becomes `disagreement_status` when there is a disagreement.
void add_verify_command(CLI::App& app, int& status);
/// `status` becomes `disagreement_status` when there is a failure.
void add_torture_command(CLI::App& app, int& status);
void add_info_command(CLI::App& app);
void add_decompose_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_explain_command(CLI::App& app);
void add_convert_command(CLI::App& app);
void add_query_command(CLI::App& app);
void add_clearance_command(CLI::App& app);

/// --deflate, of commands that write HDF5.
void add_deflate_flag(CLI::App& command, int& deflate);

/// Flags that `detect` and `verify` share.
struct ExecutorFlags {
  std::string backend = "cpu";
  std::string precision;  ///< empty: the scene's
  int threads = 0;        ///< 0: all cores
};
void add_executor_flags(CLI::App& command, ExecutorFlags& flags);

/// A check for CLI11, which would turn -1 into the largest unsigned integer, and whose own check of a range takes it
/// so. Numbers of up to 19 digits.
std::function<std::string(const std::string&)> whole_number_in(std::uint64_t least, std::uint64_t most);
/// The same for numbers of any size.
std::string not_negative(const std::string& text);

/// A check for lengths, whose own one passes NaN and tells the largest number with all its digits.
std::string a_distance(const std::string& text);
/// The same for seconds, which may be infinite.
std::string a_time_limit(const std::string& text);

/// The same for a path that may not be empty.
std::string not_empty(const std::string& text);

/// Throws `InvalidInput` when the backend cannot be used on this machine.
void require_backend(const ExecutorFlags& flags);

/// What stands for shapes of a scene besides their hulls: `facets` of its meshes, whose trees are built where they are
/// met for the first time, and `surfaces` with their knots.
inline DetectOptions detect_options(const Scene& scene, FacetTrees& facets, const ContactSurfaces& surfaces) {
  return {scene.alert_distance, scene.facet_meshes.empty() ? nullptr : &facets,
          scene.surface_shapes.empty() ? nullptr : &surfaces};
}

/// The contacts of a scene.
template <class T, class Executor>
Detection<T> detect_scene(const Executor& executor, const Scene& scene, FacetTrees& facets,
                          const ContactSurfaces& surfaces) {
  const DetectOptions options = detect_options(scene, facets, surfaces);
  if (!scene.pairs) return detect<T>(executor, scene.shapes, scene.bodies, options);
  return detect<T>(executor, scene.shapes, scene.bodies, std::span<const Pair>(*scene.pairs), options);
}

/// Calls `run(T{}, executor)` with the scalar and the executor that the flags ask for.
template <class Run>
void with_executor(const ExecutorFlags& flags, const std::string& precision, Run run) {
  const bool cuda = flags.backend == "cuda", single = precision == "f32";
  if (cuda && single) run(float{}, Cuda{});
  if (cuda && !single) run(double{}, Cuda{});
  if (!cuda && single) run(float{}, Cpu{flags.threads});
  if (!cuda && !single) run(double{}, Cpu{flags.threads});
}

/// Writes to the standard output. Throws `FileError` when that fails, as on a full disk.
void print(const std::string& text);

/// printf into a string.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

}  // namespace abut::cli
