# The Python package abut: the extension module _abut (host/python/*.cpp, by nanobind), host/python/abut/, and beside them the
# program abut_cad, which reads CAD files for it.
#
# `pip install .` comes here through scikit-build-core (pyproject.toml), which sets SKBUILD and takes the component
# `python`. With ABUT_PYTHON the package is put together in python/ of the build folder, where the tests find it; the Python
# is the one that Python_EXECUTABLE names, and has to have nanobind.

if(NOT SKBUILD AND NOT ABUT_PYTHON)
  return()
endif()

find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT ERROR_QUIET)
find_package(nanobind CONFIG QUIET)
if(NOT nanobind_FOUND)
  message(FATAL_ERROR " abut: ${Python_EXECUTABLE} has no nanobind; it is in: ${Python_EXECUTABLE} -m pip install nanobind")
endif()

abut_glob(abut_python_sources host/python/*.cpp)
nanobind_add_module(abut_python NB_STATIC NOMINSIZE ${abut_python_sources})
set_target_properties(abut_python PROPERTIES OUTPUT_NAME _abut)
target_include_directories(abut_python PRIVATE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(abut_python PRIVATE ABUT_VERSION="${PROJECT_VERSION}" ABUT_PYTHON_CAD=$<BOOL:${ABUT_HAVE_BREP}>)
target_link_libraries(abut_python PRIVATE Abut::abut abut_io TBB::tbb abut_warnings)
# nanobind's headers are not ours to warn about.
get_target_property(nanobind_includes nanobind-static INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(abut_python SYSTEM PRIVATE ${nanobind_includes})

if(SKBUILD)
  install(TARGETS abut_python LIBRARY DESTINATION abut COMPONENT python)
  install(TARGETS abut_cad RUNTIME DESTINATION abut COMPONENT python)
  return()
endif()

set(package "${PROJECT_BINARY_DIR}/python/abut")
set_target_properties(abut_python PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${package}")
file(GLOB package_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/host/python/abut/*")
list(FILTER package_files INCLUDE REGEX "\\.(py|pyi|typed)$")
foreach(file IN LISTS package_files)
  cmake_path(GET file FILENAME name)
  add_custom_command(OUTPUT "${package}/${name}" DEPENDS "${file}"
    COMMAND "${CMAKE_COMMAND}" -E copy "${file}" "${package}/${name}")
  list(APPEND package_copies "${package}/${name}")
endforeach()
if(TARGET abut_cad)
  add_custom_command(OUTPUT "${package}/abut_cad" DEPENDS abut_cad
    COMMAND "${CMAKE_COMMAND}" -E copy "$<TARGET_FILE:abut_cad>" "${package}/abut_cad")
  list(APPEND package_copies "${package}/abut_cad")
endif()
add_custom_target(abut_python_package ALL DEPENDS ${package_copies})
