# abut_cores: stands in for the CUDA runtime where ABUT_CORES is on. Kernels are then compiled to PTX alone, which it
# finds in the programs as text. See docs/cores.md.
#
# cores_faults, cores_values and the test cores.selftest: what it has to notice, and to compute.

if(NOT ABUT_CORES)
  return()
endif()
set(CMAKE_CUDA_ARCHITECTURES 90-virtual)
set(CMAKE_CUDA_RUNTIME_LIBRARY None)
string(APPEND CMAKE_CUDA_FLAGS " -no-compress")

abut_glob(abut_cores_sources tests/cores/runtime/*.cpp)
add_library(abut_cores SHARED ${abut_cores_sources})
target_include_directories(abut_cores PRIVATE tests/cores/machine tests/cores/runtime)
target_include_directories(abut_cores SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_compile_definitions(abut_cores PRIVATE ABUT_CORES_SOURCES="${PROJECT_SOURCE_DIR}/tests/cores")
target_link_libraries(abut_cores PRIVATE abut_warnings ${CMAKE_DL_LIBS})
target_link_libraries(abut_cuda_runtime INTERFACE abut_cores)

if(ABUT_TESTS)
  foreach(name IN ITEMS faults values)
    add_executable(cores_${name} tests/cores/selftest/${name}.cu)
    target_link_libraries(cores_${name} PRIVATE abut_warnings abut_cuda_runtime)
    set_target_properties(cores_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  endforeach()
  add_test(NAME cores.selftest COMMAND "${Python3_EXECUTABLE}" -B
    "${PROJECT_SOURCE_DIR}/tests/cores/selftest/selftest.py" "${PROJECT_BINARY_DIR}/tests")
  set_tests_properties(cores.selftest PROPERTIES LABELS cores TIMEOUT 600
    ENVIRONMENT "ABUT_CORES_CACHE=${PROJECT_BINARY_DIR}/modules")
endif()
