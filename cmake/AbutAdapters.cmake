# The parts of examples/adapters and examples/siconos that need another solver; each is built where its Debian package is
# found and left out else, with a line that says so.
#
#   example_siconos               examples/siconos/: libsiconos-kernel-dev and libsiconos-mechanics-dev
#   test_adapters_bullet          tests/adapters/solvers/bullet_test.cpp: libbullet-dev
#   test adapters.python_solvers  tests/adapters/solvers/solvers_test.py: MuJoCo and Drake in ABUT_ADAPTERS_PYTHON

option(ABUT_ADAPTERS "Build examples and tests that run other solvers, where they are found" OFF)
set(ABUT_ADAPTERS_PYTHON "" CACHE FILEPATH "A Python that has mujoco and pydrake, or empty")

# Siconos's headers do not compile as C++20 with Boost 1.74, Abut's need it: its side is a library of its own.
function(abut_add_siconos)
  find_path(ABUT_SICONOS_INCLUDE SiconosConfig.h PATH_SUFFIXES siconos)
  find_library(ABUT_SICONOS_KERNEL siconos_kernel)
  find_library(ABUT_SICONOS_NUMERICS siconos_numerics)
  find_library(ABUT_SICONOS_MECHANICS siconos_mechanics)
  if(NOT ABUT_SICONOS_INCLUDE OR NOT ABUT_SICONOS_KERNEL OR NOT ABUT_SICONOS_NUMERICS OR NOT ABUT_SICONOS_MECHANICS
      OR NOT EXISTS "${ABUT_SICONOS_INCLUDE}/mechanics/RigidBodyDS.hpp")
    message(STATUS "examples/siconos: left out, libsiconos-mechanics-dev is not installed")
    return()
  endif()
  add_library(abut_siconos_world STATIC examples/siconos/world.cpp)
  set_target_properties(abut_siconos_world PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
  target_include_directories(abut_siconos_world PRIVATE "${PROJECT_SOURCE_DIR}")
  foreach(folder "" /kernel /numerics /mechanics)
    target_include_directories(abut_siconos_world SYSTEM PRIVATE "${ABUT_SICONOS_INCLUDE}${folder}")
  endforeach()
  target_link_libraries(abut_siconos_world PRIVATE Boost::headers abut_warnings
    PUBLIC ${ABUT_SICONOS_MECHANICS} ${ABUT_SICONOS_KERNEL} ${ABUT_SICONOS_NUMERICS})
  add_executable(example_siconos examples/siconos/main.cpp examples/siconos/run.cpp examples/siconos/abut_contacts.cpp)
  set_target_properties(example_siconos PROPERTIES
    OUTPUT_NAME siconos RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/examples")
  target_link_libraries(example_siconos PRIVATE abut_siconos_world abut_dem abut_io abut_warnings)
endfunction()

function(abut_add_bullet_test)
  find_path(ABUT_ADAPTERS_BULLET_INCLUDE btBulletCollisionCommon.h PATH_SUFFIXES bullet)
  find_library(ABUT_ADAPTERS_BULLET_COLLISION BulletCollision)
  find_library(ABUT_ADAPTERS_BULLET_MATH LinearMath)
  if(NOT ABUT_ADAPTERS_BULLET_INCLUDE OR NOT ABUT_ADAPTERS_BULLET_COLLISION OR NOT ABUT_ADAPTERS_BULLET_MATH)
    message(STATUS "tests/adapters: Bullet's own records are not compared, libbullet-dev is not installed")
    return()
  endif()
  abut_add_test(adapters_bullet adapters tests/adapters/solvers/bullet_test.cpp)
  target_include_directories(test_adapters_bullet SYSTEM PRIVATE ${ABUT_ADAPTERS_BULLET_INCLUDE})
  target_link_libraries(test_adapters_bullet PRIVATE ${ABUT_ADAPTERS_BULLET_COLLISION} ${ABUT_ADAPTERS_BULLET_MATH})
endfunction()

function(abut_add_python_test)
  if(NOT ABUT_ADAPTERS_PYTHON)
    message(STATUS "tests/adapters: MuJoCo's and Drake's own records are not compared, ABUT_ADAPTERS_PYTHON is not set")
    return()
  endif()
  add_test(NAME adapters.python_solvers COMMAND ${ABUT_ADAPTERS_PYTHON} -B
    "${PROJECT_SOURCE_DIR}/tests/adapters/solvers/solvers_test.py" "$<TARGET_FILE:example_adapters>")
  set_tests_properties(adapters.python_solvers PROPERTIES LABELS adapters TIMEOUT 300 SKIP_RETURN_CODE 77)
endfunction()

# All of these, with what is there without another solver.
add_custom_target(adapters)
foreach(name IN ITEMS example_adapters test_adapters)
  if(TARGET ${name})
    add_dependencies(adapters ${name})
  endif()
endforeach()

if(ABUT_ADAPTERS AND TARGET abut_dem)
  abut_add_siconos()
  if(ABUT_TESTS)
    abut_add_bullet_test()
    abut_add_python_test()
    if(TARGET example_siconos)
      add_test(NAME adapters.siconos_run COMMAND example_siconos --bodies 6 --seconds 0.5
        --out "${PROJECT_BINARY_DIR}/siconos")
      set_tests_properties(adapters.siconos_run PROPERTIES LABELS adapters TIMEOUT 300)
    endif()
  endif()
  foreach(name IN ITEMS example_siconos test_adapters_bullet)
    if(TARGET ${name})
      add_dependencies(adapters ${name})
    endif()
  endforeach()
endif()
