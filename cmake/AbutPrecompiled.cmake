# For who builds a program to try it: headers that most sources include are read once a library. Other builds do without,
# so that a source that forgets an include is noticed, and ccache knows what it has compiled.
set(standard_headers <algorithm> <array> <chrono> <cmath> <cstring> <filesystem> <functional> <limits> <map> <memory>
  <numeric> <optional> <span> <string> <utility> <vector>)
set(parallel_headers <oneapi/tbb/blocked_range.h> <oneapi/tbb/parallel_for.h> <oneapi/tbb/parallel_reduce.h>)

function(abut_precompile target)
  if(TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${standard_headers} ${ARGN})
    # g++ 12 takes headers that it has read before for ours, and warns of the standard library.
    target_compile_options(${target} PRIVATE -w)
  endif()
endfunction()

abut_precompile(abut ${parallel_headers})
abut_precompile(abut_io <nlohmann/json.hpp>)
abut_precompile(abut_torture)
abut_precompile(abut_cli <nlohmann/json.hpp> <CLI/CLI.hpp>)
