# tests/package/: the installed package as other projects see it; label package. tests/capi/ is GoogleTest's (AbutTests).
#
# A sanitizer's library needs programs that are built with it, so there the package is not tested; nor where the build is
# for another machine.
if(TARGET abut_c AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND NOT CMAKE_CROSSCOMPILING)
  set(nvcc "")
  if(ABUT_HAVE_CUDA)
    set(nvcc "${CMAKE_CUDA_COMPILER}")
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    find_program(ABUT_C_COMPILER NAMES clang cc)
  else()
    find_program(ABUT_C_COMPILER NAMES gcc cc)
  endif()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/package/settings.json" @ONLY CONTENT [[
{"cmake": "@CMAKE_COMMAND@", "cpack": "@CMAKE_CPACK_COMMAND@", "cxx": "@CMAKE_CXX_COMPILER@", "c": "@ABUT_C_COMPILER@",
 "nvcc": "@nvcc@", "version": "@PROJECT_VERSION@", "build_type": "@CMAKE_BUILD_TYPE@"}
]])
  foreach(which IN ITEMS Installed Debian)
    string(TOLOWER ${which} name)
    add_test(NAME package.${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/package/package_test.py"
      "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${PROJECT_BINARY_DIR}/package/settings.json" ${which})
    set_tests_properties(package.${name} PROPERTIES LABELS package TIMEOUT 900)
  endforeach()
endif()

# tests/capi/: what the library exports, and the examples that know it alone.
if(TARGET abut_c)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_test(NAME capi.symbols COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/capi/symbols.py"
      "${CMAKE_NM}" "$<TARGET_FILE:abut_c>" "${PROJECT_SOURCE_DIR}/include/abut" "${PROJECT_SOURCE_DIR}/tests/capi/symbols.txt")
    set_tests_properties(capi.symbols PROPERTIES LABELS capi TIMEOUT 60)
  endif()
  set(examples "")
  foreach(name IN ITEMS c_contacts fortran_contacts)
    if(TARGET example_${name})
      list(APPEND examples ${name})
    endif()
  endforeach()
  if(examples)
    add_test(NAME capi.examples COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/capi/examples_test.py"
      "${PROJECT_BINARY_DIR}/bin/examples" ${examples})
    set_tests_properties(capi.examples PROPERTIES LABELS capi TIMEOUT 60)
  endif()
  # The header in the oldest languages that it is for, and the sizes of its structures.
  if(ABUT_C_COMPILER)
    foreach(name IN ITEMS sizes sizes_test)
      add_test(NAME capi.${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/capi/${name}.py"
        "${ABUT_C_COMPILER}" "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/tests/capi/sizes.txt")
      set_tests_properties(capi.${name} PROPERTIES LABELS capi TIMEOUT 300)
    endforeach()
    foreach(language IN ITEMS c99 c17 c++11 c++20)
      if(language MATCHES "^c\\+\\+")
        set(compiler "${CMAKE_CXX_COMPILER}" -x c++)
      else()
        set(compiler "${ABUT_C_COMPILER}" -x c)
      endif()
      add_test(NAME capi.header_${language} COMMAND ${compiler} -std=${language} -Wall -Wextra -Wpedantic -Wconversion
        -Wundef -Werror -fsyntax-only "-I${PROJECT_SOURCE_DIR}/include" -include abut/abut_c.h /dev/null)
      set_tests_properties(capi.header_${language} PROPERTIES LABELS capi TIMEOUT 60)
    endforeach()
  endif()
endif()

# docs/reference/reach.md says what C and Python reach of the library.
foreach(name IN ITEMS reach reach_test)
  set(arguments "")
  if(name STREQUAL "reach")
    set(arguments "${PROJECT_SOURCE_DIR}")
  endif()
  add_test(NAME reach.${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/reach/${name}.py" ${arguments})
  set_tests_properties(reach.${name} PROPERTIES LABELS reach TIMEOUT 60)
endforeach()

add_test(NAME capi.docs COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/capi/docs_test.py" "${PROJECT_SOURCE_DIR}"
  docs/how-to/c.md docs/how-to/cmake.md)
set_tests_properties(capi.docs PROPERTIES LABELS capi TIMEOUT 60)
