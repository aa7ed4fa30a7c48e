# Language level, build type and output folders, and the small helper that finds sources.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  find_program(ABUT_CCACHE ccache)
  if(ABUT_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${ABUT_CCACHE}")
    set(CMAKE_CUDA_COMPILER_LAUNCHER "${ABUT_CCACHE}")
  endif()
endif()

# Sources that match the patterns, relative to the repository root; a new file is noticed by the next build.
function(abut_glob variable)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/")
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()

# For programs of which little but compiling takes long: half the time of a release's flags. What they link keeps its own.
# With -O1 g++ 12 warns of values that it would know to be set, had it looked further.
function(abut_compile_quickly target)
  target_compile_options(${target} PRIVATE "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>>:-O1>"
    "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-maybe-uninitialized>")
endfunction()
