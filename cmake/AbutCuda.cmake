# Finds the CUDA compiler. Sets ABUT_HAVE_CUDA.
#
# Looked for in CMAKE_CUDA_COMPILER, CUDACXX, PATH and /usr/local/cuda/bin, in that order. Code is made for sm_80 and
# sm_90, and PTX for what comes later; with ABUT_CUDA_SM90_ALONE for sm_90 and nothing else, which takes less than half as
# long: for tests on a machine without a GPU, where the compiler's word on the kernels is all that is asked for. CMake links
# the static CUDA runtime by itself; the compiler of the PyPI wheels, which FindCUDAToolkit does not take, then serves as
# well as an installed toolkit.
#
# With ABUT_CORES no GPU is needed: programs are linked against abut_cores, which stands in for the CUDA runtime and runs
# the PTX of their kernels on cores (tests/cores/, docs/how-to/cores.md).
#
# abut_cuda_runtime has the toolkit's headers, as system headers: nvcc's own -I would show their warnings.

set(ABUT_HAVE_CUDA OFF)
if(NOT ABUT_CUDA STREQUAL "OFF")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    if(ABUT_CUDA_SM90_ALONE)
      set(CMAKE_CUDA_ARCHITECTURES 90-real)
    else()
      set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 90-virtual)
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(ABUT_NVCC nvcc HINTS /usr/local/cuda/bin)
    if(ABUT_NVCC)
      set(CMAKE_CUDA_COMPILER "${ABUT_NVCC}" CACHE FILEPATH "CUDA compiler")
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
      message(STATUS "CUDA compiler ${CMAKE_CUDA_COMPILER} is version ${CMAKE_CUDA_COMPILER_VERSION}, 13 is needed")
    else()
      set(ABUT_HAVE_CUDA ON)
      # CMake before 3.26 does not know how nvcc is asked for C++20.
      if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
        set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
      endif()
      # What ptxas says of kernels is kept beside each object, for tests/gates/.
      find_package(Python3 REQUIRED COMPONENTS Interpreter)
      set(CMAKE_CUDA_COMPILER_LAUNCHER
        "${Python3_EXECUTABLE};-B;${CMAKE_CURRENT_LIST_DIR}/ptxas_report.py;${CMAKE_CUDA_COMPILER_LAUNCHER}")
      list(REMOVE_ITEM CMAKE_CUDA_COMPILER_LAUNCHER "")
      set(CMAKE_CUDA_STANDARD 20)
      set(CMAKE_CUDA_STANDARD_REQUIRED ON)
      set(CMAKE_CUDA_EXTENSIONS OFF)
      add_library(abut_cuda_runtime INTERFACE)
      target_include_directories(abut_cuda_runtime SYSTEM INTERFACE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
      include(AbutCores)
    endif()
  endif()
  if(NOT ABUT_HAVE_CUDA)
    if(ABUT_CUDA STREQUAL "ON")
      message(FATAL_ERROR "ABUT_CUDA=ON, but there is no CUDA compiler of version 13 or later")
    endif()
    message(STATUS "CUDA compiler not found: building without the Cuda executor")
  endif()
endif()
