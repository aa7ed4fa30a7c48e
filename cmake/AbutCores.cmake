# abut_cores: stands in for the CUDA runtime where ABUT_CORES is on. Kernels are then compiled to PTX alone, which it
# finds in the programs as text.

if(NOT ABUT_CORES)
  return()
endif()
set(CMAKE_CUDA_ARCHITECTURES 90-virtual)
set(CMAKE_CUDA_RUNTIME_LIBRARY None)
string(APPEND CMAKE_CUDA_FLAGS " -no-compress")

abut_glob(abut_cores_sources tests/cores/runtime/*.cpp)
add_library(abut_cores SHARED ${abut_cores_sources})
target_include_directories(abut_cores SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_include_directories(abut_cores PRIVATE tests/cores/machine)
target_compile_definitions(abut_cores PRIVATE ABUT_CORES_SOURCES="${PROJECT_SOURCE_DIR}/tests/cores")
target_link_libraries(abut_cores PRIVATE ${CMAKE_DL_LIBS})
target_link_libraries(abut_cuda_runtime INTERFACE abut_cores)
