# The fuzz targets of tests/fuzz/: one libFuzzer program per source fuzz_<what>.cpp, in bin/, and fuzz_seeds, which writes
# the inputs that they begin with. The target `fuzz` builds all. The libraries are to be compiled with
# -fsanitize=fuzzer-no-link and sanitizers, which the preset `fuzz` does.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "ABUT_FUZZ=ON, but libFuzzer comes with clang only; try: cmake --preset fuzz")
endif()

add_custom_target(fuzz)

# abut_add_fuzz_program(<name> <sources>...)
function(abut_add_fuzz_program name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE fuzz_shared abut_warnings)
  add_dependencies(fuzz ${name})
endfunction()

abut_glob(fuzz_sources tests/fuzz/fuzz_*.cpp)
abut_glob(fuzz_shared tests/fuzz/*.cpp)
list(REMOVE_ITEM fuzz_shared ${fuzz_sources} "${PROJECT_SOURCE_DIR}/tests/fuzz/seeds.cpp")
add_library(fuzz_shared STATIC ${fuzz_shared})
target_include_directories(fuzz_shared PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(fuzz_shared PUBLIC Abut::abut abut_io abut_torture PRIVATE abut_warnings)
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  abut_add_fuzz_program(${name} ${source})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endforeach()

abut_add_fuzz_program(fuzz_seeds tests/fuzz/seeds.cpp)
target_compile_definitions(fuzz_seeds PRIVATE ABUT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests"
  ABUT_DOCS="${PROJECT_SOURCE_DIR}/docs")
