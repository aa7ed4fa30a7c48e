# The benchmarks against other libraries (bench/peers/): bin/peers_sets makes the pairs, bin/peers_<name> answers them;
# bin/peers_broad_scenes makes the boxes, bin/peers_broad_<name> finds their pairs. A peer has one program for each of
# its sources, <name>.cpp and broad/<name>.cpp. One that is not found is left out with a line that says so.
# ABUT_PEERS_COAL is the prefix that coal's wheels make (libcoal and cmeel-eigen from PyPI); the others are Debian
# packages.
#
# A library comes compiled as its distributor did, for the processor family's baseline; what is compiled here are the
# templates in its headers and the few lines around it. Those are compiled for this machine, but not where Eigen is in
# the interface: its alignment depends on the instruction set, and the library's would be another.

set(ABUT_PEERS_COAL "" CACHE PATH "Prefix of coal, or empty")
set(peers_baseline -O3 -DNDEBUG)
set(peers_native -O3 -DNDEBUG -march=native)

# abut_add_peer(<name> <version> <built> <flags> <include directories> <libraries>)
function(abut_add_peer name version built flags includes libraries)
  list(JOIN flags " " flags_text)
  set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  foreach(folder "" broad/)
    set(source "${PROJECT_SOURCE_DIR}/bench/peers/${folder}${name}.cpp")
    if(NOT EXISTS "${source}")
      continue()
    endif()
    string(REPLACE / _ target "peers_${folder}${name}")
    add_executable(${target} "${source}")
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_include_directories(${target} SYSTEM PRIVATE ${includes})
    target_compile_options(${target} PRIVATE ${flags})
    target_compile_definitions(${target} PRIVATE
      PEERS_VERSION="${version}" PEERS_BUILT="${built} ${compiler} ${CMAKE_BUILD_TYPE} ${flags_text}")
    target_link_libraries(${target} PRIVATE ${libraries} abut_warnings)
    # Templates of a library are optimised as part of this program, and g++ then finds that they might leave a value unset.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endforeach()
endfunction()

# abut_debian_version(<variable> <package>)
function(abut_debian_version variable package)
  execute_process(COMMAND dpkg-query -W -f "\${Version}" ${package}
    OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR version STREQUAL "")
    set(version "of unknown version")
  endif()
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()

# abut_find_peer(<name> <package> <flags> <header> <include suffix> <libraries>...): one that Debian has.
function(abut_find_peer name package flags header suffix)
  find_path(ABUT_PEERS_${name}_INCLUDE ${header} PATH_SUFFIXES ${suffix})
  set(found ${ABUT_PEERS_${name}_INCLUDE})
  set(libraries "")
  foreach(library IN LISTS ARGN)
    find_library(ABUT_PEERS_${name}_${library} ${library})
    list(APPEND libraries ${ABUT_PEERS_${name}_${library}})
    if(NOT ABUT_PEERS_${name}_${library})
      set(found "")
    endif()
  endforeach()
  if(NOT found)
    message(STATUS "bench/peers: without ${name}, ${package} is not installed")
    return()
  endif()
  abut_debian_version(version ${package})
  set(includes ${ABUT_PEERS_${name}_INCLUDE})
  if(name STREQUAL "fcl")
    find_path(ABUT_PEERS_EIGEN_INCLUDE Eigen/Core PATH_SUFFIXES eigen3)
    list(APPEND includes ${ABUT_PEERS_EIGEN_INCLUDE})
  endif()
  abut_add_peer(${name} "${version}" "Debian's library, headers by" "${flags}" "${includes}" "${libraries}")
endfunction()

function(abut_find_coal)
  set(library "${ABUT_PEERS_COAL}/lib/libcoal.so")
  if(NOT ABUT_PEERS_COAL OR NOT EXISTS "${library}" OR NOT EXISTS "${ABUT_PEERS_COAL}/include/eigen3/Eigen/Core")
    message(STATUS "bench/peers: without coal, ABUT_PEERS_COAL is not the prefix of its wheels")
    return()
  endif()
  abut_add_peer(coal "" "PyPI's library, headers by" "${peers_baseline}"
    "${ABUT_PEERS_COAL}/include;${ABUT_PEERS_COAL}/include/eigen3" "${library}")
  # The definitions that its own build exports: they change its classes.
  target_compile_definitions(peers_coal PRIVATE COAL_HAS_OCTOMAP COAL_HAVE_OCTOMAP OCTOMAP_MAJOR_VERSION=1
    OCTOMAP_MINOR_VERSION=10 OCTOMAP_PATCH_VERSION=0)
endfunction()

if(ABUT_PEERS AND TARGET abut)
  add_executable(peers_sets "${PROJECT_SOURCE_DIR}/bench/peers/sets.cpp")
  set_target_properties(peers_sets PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(peers_sets PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(peers_sets PRIVATE Abut::abut abut_warnings)
  add_executable(peers_broad_scenes "${PROJECT_SOURCE_DIR}/bench/peers/broad/scenes.cpp")
  set_target_properties(peers_broad_scenes PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(peers_broad_scenes PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(peers_broad_scenes PRIVATE abut_warnings)
  abut_add_peer(abut "${PROJECT_VERSION}" "as its users get it:" "" "" "Abut::abut;TBB::tbb")
  abut_find_coal()
  abut_find_peer(fcl libfcl-dev "${peers_baseline}" fcl/fcl.h "" fcl ccd)
  abut_find_peer(libccd libccd-dev "${peers_native}" ccd/ccd.h "" ccd)
  abut_find_peer(bullet libbullet-dev "${peers_native}" btBulletCollisionCommon.h bullet BulletCollision LinearMath)
  abut_find_peer(embree libembree-dev "${peers_native}" embree3/rtcore.h "" embree3)
endif()
