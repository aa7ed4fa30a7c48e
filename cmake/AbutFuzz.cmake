# The fuzz targets of tests/fuzz/: one program per source fuzz_<what>.cpp, and fuzz_seeds, which writes the inputs that they
# begin with.
#
# With ABUT_FUZZ they are libFuzzer's, in bin/, and the target `fuzz` builds all; the libraries are to be compiled with
# -fsanitize=fuzzer-no-link and sanitizers, which the preset `fuzz` does. With ABUT_TESTS alone they are plain programs, in
# tests/, which tests run for a moment, so that no change of the library leaves them behind.

if(ABUT_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "ABUT_FUZZ=ON, but libFuzzer comes with clang only; try: cmake --preset fuzz")
endif()
set(fuzz_folder tests)
if(ABUT_FUZZ)
  set(fuzz_folder bin)
endif()

add_custom_target(fuzz)

# abut_add_fuzz_program(<name> <sources>...)
function(abut_add_fuzz_program name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${fuzz_folder}")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE fuzz_shared abut_warnings)
  abut_compile_quickly(${name})
  add_dependencies(fuzz ${name})
endfunction()

abut_glob(fuzz_sources tests/fuzz/fuzz_*.cpp)
abut_glob(fuzz_shared tests/fuzz/*.cpp)
list(REMOVE_ITEM fuzz_shared ${fuzz_sources} "${PROJECT_SOURCE_DIR}/tests/fuzz/seeds.cpp"
  "${PROJECT_SOURCE_DIR}/tests/fuzz/without_libfuzzer.cpp")
add_library(fuzz_shared STATIC ${fuzz_shared})
target_include_directories(fuzz_shared PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(fuzz_shared PUBLIC Abut::abut abut_io abut_torture PRIVATE abut_warnings)
if(NOT ABUT_FUZZ)
  add_library(fuzz_main STATIC tests/fuzz/without_libfuzzer.cpp)
  target_link_libraries(fuzz_main PRIVATE abut_warnings)
  target_compile_features(fuzz_main PRIVATE cxx_std_20)
endif()

abut_add_fuzz_program(fuzz_seeds tests/fuzz/seeds.cpp)
target_compile_definitions(fuzz_seeds PRIVATE ABUT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests"
  ABUT_DOCS="${PROJECT_SOURCE_DIR}/docs")
if(NOT ABUT_FUZZ)
  set(fuzz_inputs "${PROJECT_BINARY_DIR}/fuzz_seeds")
  add_test(NAME fuzz.seeds COMMAND fuzz_seeds "${fuzz_inputs}")
  set_tests_properties(fuzz.seeds PROPERTIES LABELS fuzz TIMEOUT 60 FIXTURES_SETUP fuzz_seeds)
endif()

foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  abut_add_fuzz_program(${name} ${source})
  if(name STREQUAL "fuzz_cad_text") # of Abut::brep what needs no OpenCASCADE
    target_sources(${name} PRIVATE host/brep/cad/brep_tables.cpp host/brep/cad/brep_tokens.cpp
      host/brep/cad/iges_text.cpp host/brep/cad/step_text.cpp)
  endif()
  if(ABUT_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    continue()
  endif()
  target_link_libraries(${name} PRIVATE fuzz_main)
  # So many inputs take about a second; a target that is new to the seeds has the empty one.
  set(runs 5000)
  if(name STREQUAL "fuzz_pair_query")
    set(runs 1000)
  endif()
  if(name STREQUAL "fuzz_decompose")  # a tenth of a second each
    set(runs 150)
  endif()
  file(MAKE_DIRECTORY "${fuzz_inputs}/${name}")
  string(REPLACE "fuzz_" "fuzz." test ${name})
  add_test(NAME ${test} COMMAND ${name} ${runs} "${fuzz_inputs}/${name}")
  set_tests_properties(${test} PROPERTIES LABELS fuzz TIMEOUT 300 FIXTURES_REQUIRED fuzz_seeds
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
endforeach()
