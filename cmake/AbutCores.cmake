# abut_cores: stands in for the CUDA runtime and runs kernels on cores, from the PTX that it finds in programs as text
# (tests/cores/, docs/how-to/cores.md). With ABUT_CORES every program is linked against it; without, those of AbutCoresTests.

if(NOT (ABUT_CORES OR ABUT_TESTS) OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux"
    OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  if(ABUT_CORES)
    message(FATAL_ERROR "ABUT_CORES=ON: kernels run on cores of x86-64 Linux alone")
  endif()
  return()
endif()

abut_glob(abut_cores_sources tests/cores/runtime/*.cpp)
add_library(abut_cores SHARED EXCLUDE_FROM_ALL ${abut_cores_sources})
target_include_directories(abut_cores PRIVATE tests/cores/machine tests/cores/runtime)
target_include_directories(abut_cores SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_compile_definitions(abut_cores PRIVATE ABUT_CORES_SOURCES="${PROJECT_SOURCE_DIR}/tests/cores")
target_link_libraries(abut_cores PRIVATE abut_warnings ${CMAKE_DL_LIBS})

if(ABUT_CORES)
  add_compile_definitions(ABUT_CORES) # for abut/core/workspace.h: it tells where the arrays of a block end
  set(CMAKE_CUDA_ARCHITECTURES 90-virtual)
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  string(APPEND CMAKE_CUDA_FLAGS " -no-compress")
  target_link_libraries(abut_cuda_runtime INTERFACE abut_cores)
endif()
