# Third-party libraries. All come from the distribution; none is seen by include/ or kernels/.

find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  set_property(TARGET TBB::tbb APPEND PROPERTY INTERFACE_COMPILE_OPTIONS
    "SHELL:-include ${PROJECT_SOURCE_DIR}/cmake/tsan/fork_join.h")
endif()
find_package(Boost 1.74 REQUIRED)

# qhull, reentrant C interface: its CMake package is not in every distribution.
find_path(ABUT_QHULL_INCLUDE libqhull_r/libqhull_r.h REQUIRED)
find_library(ABUT_QHULL_LIBRARY qhull_r REQUIRED)
add_library(Abut::qhull UNKNOWN IMPORTED)
set_target_properties(Abut::qhull PROPERTIES
  IMPORTED_LOCATION "${ABUT_QHULL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${ABUT_QHULL_INCLUDE}")

# zlib, for the result files.
find_path(ABUT_ZLIB_INCLUDE zlib.h REQUIRED)
find_library(ABUT_ZLIB_LIBRARY z REQUIRED)
add_library(Abut::zlib UNKNOWN IMPORTED)
set_target_properties(Abut::zlib PROPERTIES
  IMPORTED_LOCATION "${ABUT_ZLIB_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${ABUT_ZLIB_INCLUDE}")

# Header-only, for the tools.
find_path(ABUT_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
add_library(Abut::json INTERFACE IMPORTED)
target_include_directories(Abut::json INTERFACE "${ABUT_JSON_INCLUDE}")
if(NOT SKBUILD)
  find_path(ABUT_CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
endif()
add_library(Abut::cli11 INTERFACE IMPORTED)
if(ABUT_CLI11_INCLUDE)
  target_include_directories(Abut::cli11 INTERFACE "${ABUT_CLI11_INCLUDE}")
endif()
