# tests/python/, one ctest a file, label python: against the package in python/ of the build folder, by the Python that has
# nanobind. What else that Python lacks (trimesh, meshio, mypy) makes a test skip what needs it.

if(NOT TARGET abut_python)
  return()
endif()
execute_process(COMMAND "${Python_EXECUTABLE}" -c "import pytest, numpy" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(failed)
  message(STATUS "${Python_EXECUTABLE} has no pytest or no numpy: the Python package is built and not tested")
  return()
endif()

abut_glob(python_tests tests/python/test_*.py)
foreach(file IN LISTS python_tests)
  cmake_path(GET file STEM name)
  string(REPLACE "test_" "python." name ${name})
  add_test(NAME ${name} COMMAND "${Python_EXECUTABLE}" -B -m pytest -q -p no:cacheprovider "${file}"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS python TIMEOUT 600
    ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python;ABUT_CLI=$<TARGET_FILE:abut_cli>")
endforeach()
if(ABUT_BENCH)
  set(quick_python_overhead "${PROJECT_SOURCE_DIR}/bench/python_overhead.py" --pairs 1000 --repeat 1)
  set(quick_python_peers "${PROJECT_SOURCE_DIR}/bench/surfaces/python_peers.py" --quick)
  foreach(name IN ITEMS python_overhead python_peers)
    add_test(NAME bench.${name} COMMAND "${Python_EXECUTABLE}" -B ${quick_${name}})
    set_tests_properties(bench.${name} PROPERTIES LABELS bench TIMEOUT 120
      ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python")
  endforeach()
endif()
