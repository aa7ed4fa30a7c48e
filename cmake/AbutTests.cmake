# One GoogleTest program per folder of tests/, test_<folder>, with the folder as its label. tests/parity/ has the label
# gpu too. With ABUT_LONG the sources in tests/<folder>/long/ make test_<folder>_long, label long.
# Tests are compiled quickly, but with ABUT_LONG, where they hold templates of include/ as users compile them.
#
# tests/support/ is shared by all; tests/headers/ checks the headers and objects themselves.

# CoACD, which parts are held against, runs in a Python that has it (`./run long` sets that up).
set(ABUT_COACD_PYTHON "" CACHE FILEPATH "A Python that has CoACD, or empty")

find_package(GTest REQUIRED)
include(GoogleTest)

add_library(abut_test_support INTERFACE)
target_include_directories(abut_test_support INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(abut_test_support INTERFACE
  ABUT_TEST_DATA="${ABUT_DATA_ROOT}/tests" ABUT_EXAMPLE_DATA="${ABUT_DATA_ROOT}/examples")
target_link_libraries(abut_test_support INTERFACE Abut::headers $<TARGET_NAME_IF_EXISTS:abut>
  $<TARGET_NAME_IF_EXISTS:abut_torture> $<TARGET_NAME_IF_EXISTS:abut_io> TBB::tbb Boost::headers Abut::json Abut::zlib GTest::gtest GTest::gtest_main
  $<TARGET_NAME_IF_EXISTS:Abut::hdf5>
  abut_warnings)
if(ABUT_HAVE_CUDA)
  target_compile_definitions(abut_test_support INTERFACE ABUT_HAVE_CUDA=1)
  target_link_libraries(abut_test_support INTERFACE abut_cuda_runtime)
endif()

function(abut_compile_test target)
  if(NOT ABUT_LONG)
    abut_compile_quickly(${target})
  endif()
endfunction()

abut_glob(support_sources tests/support/*.cpp)
if(support_sources)
  add_library(abut_test_support_objects STATIC ${support_sources})
  target_link_libraries(abut_test_support_objects PRIVATE abut_test_support)
  abut_compile_test(abut_test_support_objects)
endif()

# abut_add_test(<name> <labels> <sources>...)
function(abut_add_test name labels)
  add_executable(test_${name} ${ARGN})
  set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(test_${name} PRIVATE $<TARGET_NAME_IF_EXISTS:abut_test_support_objects> abut_test_support)
  abut_compile_test(test_${name})
  if(name STREQUAL "device_bench")
    target_link_libraries(test_${name} PRIVATE abut_device_bench)
  elseif(name STREQUAL "floors")
    target_link_libraries(test_${name} PRIVATE abut_floors)
  endif()
  if(name MATCHES "^(capi|parity)$")
    target_link_libraries(test_${name} PRIVATE $<TARGET_NAME_IF_EXISTS:abut_c>)
  endif()
  if(name MATCHES "^(dem|papers)$")
    target_link_libraries(test_${name} PRIVATE abut_dem)
  elseif(name STREQUAL "time_stepping")
    target_link_libraries(test_${name} PRIVATE abut_time_stepping)
  elseif(name STREQUAL "insertion")
    target_link_libraries(test_${name} PRIVATE abut_insertion)
  elseif(name STREQUAL "polycrystal")
    target_link_libraries(test_${name} PRIVATE abut_polycrystal)
  elseif(name STREQUAL "fem")
    target_link_libraries(test_${name} PRIVATE abut_fem)
  endif()
  if(name MATCHES "^brep")
    target_link_libraries(test_${name} PRIVATE $<TARGET_NAME_IF_EXISTS:abut_brep> $<$<BOOL:${ABUT_HAVE_BREP}>:TKBO;TKPrim>)
  endif()
  if(TARGET abut_cad AND name MATCHES "^brep")
    add_dependencies(test_${name} abut_cad) # which reads surfaces of CAD files
  endif()
  if(TARGET abut_cli AND name MATCHES "^cli") # these run the program
    target_compile_definitions(test_${name} PRIVATE ABUT_CLI="$<TARGET_FILE:abut_cli>")
    target_compile_definitions(test_${name} PRIVATE ABUT_COACD_PYTHON="${ABUT_COACD_PYTHON}")
    add_dependencies(test_${name} abut_cli)
  endif()
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 1200)
  # gtest_discover_tests splits a list of labels, so they are set when ctest has read the discovered tests.
  set(script "${CMAKE_CURRENT_BINARY_DIR}/test_${name}_labels.cmake")
  file(CONFIGURE OUTPUT "${script}" @ONLY CONTENT [[
foreach(test IN LISTS test_@name@_TESTS)
  set_tests_properties("${test}" PROPERTIES LABELS "@labels@")
endforeach()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()

abut_glob(test_sources tests/*/*.cpp)
if(ABUT_HAVE_CUDA)
  abut_glob(test_kernels tests/*/*.cu)
  list(APPEND test_sources ${test_kernels})
endif()
abut_glob(long_sources tests/*/long/*.cpp)
# Those that have OpenCASCADE write their files.
set(made ${test_sources} ${long_sources})
list(FILTER made INCLUDE REGEX "/tests/brep/.*cad_made_")
if(ABUT_HAVE_BREP)
  set_source_files_properties(${made} PROPERTIES COMPILE_OPTIONS "-isystem;${OpenCASCADE_INCLUDE_DIR}")
else()
  list(REMOVE_ITEM test_sources ${made})
  list(REMOVE_ITEM long_sources ${made})
endif()

set(folders "")
foreach(source IN LISTS test_sources long_sources)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/tests" OUTPUT_VARIABLE path)
  string(REGEX REPLACE "/.*" "" folder "${path}")
  list(APPEND folders ${folder})
endforeach()
list(REMOVE_DUPLICATES folders)
list(REMOVE_ITEM folders support headers fuzz gates cores)
if(NOT TARGET abut_floors)
  list(REMOVE_ITEM folders floors)
endif()
if(NOT TARGET abut_c)
  list(REMOVE_ITEM folders capi)
endif()
if(NOT TARGET abut_fem)
  list(REMOVE_ITEM folders fem)
endif()

set(gpu_tests "")
foreach(folder IN LISTS folders)
  set(labels ${folder})
  if(folder STREQUAL "parity")
    list(APPEND labels gpu)
  endif()
  set(sources ${test_sources})
  list(FILTER sources INCLUDE REGEX "/tests/${folder}/[^/]*$")
  if(folder STREQUAL "parity" AND ABUT_HAVE_CUDA) # what its scenes are made of, which a GPU and cores are both asked for
    abut_glob(shared tests/complex/random_complexes.cpp tests/complex/cell_surface.cpp tests/brep/brep_parts.cpp
      tests/brep/made_*.cpp)
    list(APPEND sources ${shared})
  elseif(folder STREQUAL "cli") # the CAD models that files are written of
    abut_glob(shared tests/brep/brep_parts.cpp tests/brep/made_*.cpp)
    list(APPEND sources ${shared})
  endif()
  if(sources)
    abut_add_test(${folder} "${labels}" ${sources})
    if("gpu" IN_LIST labels)
      add_dependencies(device_programs test_${folder})
      string(APPEND gpu_tests "test_${folder}\n")
    endif()
  endif()
  set(sources ${long_sources})
  list(FILTER sources INCLUDE REGEX "/tests/${folder}/long/[^/]*$")
  if(ABUT_LONG AND sources)
    set(shared ${test_sources}) # of the folder: what is no test by itself
    list(FILTER shared INCLUDE REGEX "/tests/${folder}/[^/]*\\.cpp$")
    list(FILTER shared EXCLUDE REGEX "_test\\.cpp$")
    list(APPEND sources ${shared})
    abut_add_test(${folder}_long "${labels};long" ${sources})
  endif()
endforeach()

# tests/flags/ holds one program, which knows include/ alone, against the library: with the flags that Abut::headers
# exports, and with the compiler's own. Both are optimised in every build and may use fma instructions, or there would be
# nothing to tell them apart.
foreach(flags IN ITEMS with without)
  add_executable(program_${flags}_flags "${PROJECT_SOURCE_DIR}/tests/flags/program/answer_pairs.cpp")
  set_target_properties(program_${flags}_flags PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(program_${flags}_flags PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(program_${flags}_flags PRIVATE abut_warnings)
  target_compile_options(program_${flags}_flags PRIVATE -O2)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    target_compile_options(program_${flags}_flags PRIVATE -mfma)
  endif()
  string(TOUPPER ${flags} upper)
  target_compile_definitions(test_flags PRIVATE ABUT_PROGRAM_${upper}_FLAGS="$<TARGET_FILE:program_${flags}_flags>")
  add_dependencies(test_flags program_${flags}_flags)
endforeach()
target_link_libraries(program_with_flags PRIVATE Abut::headers)

file(WRITE "${PROJECT_BINARY_DIR}/gpu_tests" "${gpu_tests}") # for `./run device-pack`

include(AbutBenchTests)
include(AbutCoresTests)

# The programs of examples/dem and examples/contact_patches, run to their end; each class of the scripts is a test.
if(TARGET example_dem AND TARGET example_contact_patches AND TARGET abut_cli)
  set(dem_test "${PROJECT_SOURCE_DIR}/tests/dem")
  foreach(class IN ITEMS Dem Collisions Patches)
    string(TOLOWER ${class} name)
    add_test(NAME dem.programs_${name}
      COMMAND Python3::Interpreter -B "${dem_test}/programs_test.py" "${PROJECT_BINARY_DIR}/bin/examples" ${class})
    list(APPEND dem_program_tests dem.programs_${name})
  endforeach()
  foreach(class IN ITEMS Restarts Parts Instalments)
    string(TOLOWER ${class} name)
    add_test(NAME dem.programs_${name}
      COMMAND Python3::Interpreter -B "${dem_test}/restarts_test.py" "${PROJECT_BINARY_DIR}/bin/examples" ${class})
    list(APPEND dem_program_tests dem.programs_${name})
  endforeach()
  set_tests_properties(${dem_program_tests} PROPERTIES LABELS dem TIMEOUT 600)
  if(TARGET example_dem_cuda)
    foreach(class IN ITEMS Restarts Parts)
      string(TOLOWER ${class} name)
      add_test(NAME dem.cuda_${name}
        COMMAND Python3::Interpreter -B "${dem_test}/restarts_test.py" "${PROJECT_BINARY_DIR}/bin/examples" ${class})
      set_tests_properties(dem.cuda_${name} PROPERTIES LABELS "dem;gpu" ENVIRONMENT "DEM=dem_cuda" TIMEOUT 600
        SKIP_RETURN_CODE 77)
    endforeach()
    add_test(NAME dem.cuda_machines
      COMMAND Python3::Interpreter -B "${dem_test}/machines_test.py" "${PROJECT_BINARY_DIR}/bin/examples")
    set_tests_properties(dem.cuda_machines PROPERTIES LABELS "dem;gpu" TIMEOUT 600 SKIP_RETURN_CODE 77)
  endif()
endif()

# The examples that hold a device's answers against those of cores.
foreach(name IN ITEMS device_call device_step)
  if(TARGET example_${name})
    add_test(NAME examples.${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/parity/device_examples_test.py"
      "${PROJECT_BINARY_DIR}/bin/examples" ${name})
    set_tests_properties(examples.${name} PROPERTIES LABELS "examples;gpu" TIMEOUT 600 SKIP_RETURN_CODE 77)
  endif()
endforeach()

# bench/peers/: its drivers, and where they are built the programs through them: Abut's own in pair queries, all in
# finding pairs.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME peers.driver
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/peers/driver_test.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(peers.driver PROPERTIES LABELS peers TIMEOUT 120)
if(TARGET peers_abut)
  add_test(NAME peers.quick COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/bench/peers/peers.py" --quick
    --peers abut --bin "${PROJECT_BINARY_DIR}/bin" --out "${PROJECT_BINARY_DIR}/peers")
  add_test(NAME peers.broad_quick COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/bench/peers/broad.py" --quick
    --bin "${PROJECT_BINARY_DIR}/bin" --out "${PROJECT_BINARY_DIR}/peers")
  set_tests_properties(peers.quick peers.broad_quick PROPERTIES LABELS peers TIMEOUT 120)
endif()

include(AbutReportTests)

# The code of docs/reference/hdf5-format.md, with Debian's h5py.
if(ABUT_HAVE_HDF5)
  find_program(ABUT_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(ABUT_SYSTEM_PYTHON)
    add_test(NAME cli.hdf5_page COMMAND ${ABUT_SYSTEM_PYTHON} -B "${PROJECT_SOURCE_DIR}/tests/cli/hdf5_page_test.py"
      $<TARGET_FILE:abut_cli> "${PROJECT_SOURCE_DIR}/docs/reference/hdf5-format.md")
    set_tests_properties(cli.hdf5_page PROPERTIES LABELS cli TIMEOUT 60 SKIP_RETURN_CODE 77)
  endif()
endif()

# What kernels take of a device, as the compiler reports it: no device is needed to hold that against a budget.
add_test(NAME gates.kernel_budget_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/kernel_budget_test.py")
set_tests_properties(gates.kernel_budget_test PROPERTIES LABELS gates TIMEOUT 60)
if(ABUT_HAVE_CUDA)
  add_test(NAME gates.kernel_budget COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/kernel_budget.py"
    "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/kernels/budget.txt")
  set_tests_properties(gates.kernel_budget PROPERTIES LABELS gates TIMEOUT 60)
endif()

# No fused product that no source asks for, in the objects of instruction sets that have any.
add_test(NAME gates.fused_pairs_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/fused_pairs_test.py")
set_tests_properties(gates.fused_pairs_test PROPERTIES LABELS gates TIMEOUT 60)
if(CMAKE_OBJDUMP AND CMAKE_BUILD_TYPE STREQUAL "Release")
  foreach(name IN ITEMS avx2 avx512)
    if(TARGET abut_isa_${name})
      add_test(NAME gates.fused_pairs_${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/fused_pairs.py"
        "${CMAKE_OBJDUMP}" "$<TARGET_OBJECTS:abut_isa_${name}>" COMMAND_EXPAND_LISTS)
      set_tests_properties(gates.fused_pairs_${name} PROPERTIES LABELS gates TIMEOUT 120)
    endif()
  endforeach()
endif()

# Which products and sums nvcc may merge, with the flags that Abut::headers exports and without: PTX says it.
add_test(NAME gates.contraction_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/contraction_test.py")
set_tests_properties(gates.contraction_test PROPERTIES LABELS gates TIMEOUT 60)
if(ABUT_HAVE_CUDA)
  foreach(flags IN ITEMS with without)
    add_library(contraction_${flags}_flags OBJECT "${PROJECT_SOURCE_DIR}/tests/gates/contraction/contraction.cu")
    target_include_directories(contraction_${flags}_flags PRIVATE "${PROJECT_SOURCE_DIR}/include")
    target_link_libraries(contraction_${flags}_flags PRIVATE abut_warnings abut_cuda_runtime)
    set_target_properties(contraction_${flags}_flags PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-virtual)
  endforeach()
  target_link_libraries(contraction_with_flags PRIVATE Abut::headers)
  add_test(NAME gates.contraction COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/contraction.py"
    "$<TARGET_OBJECTS:contraction_with_flags>" "$<TARGET_OBJECTS:contraction_without_flags>")
  set_tests_properties(gates.contraction PROPERTIES LABELS gates TIMEOUT 60)
endif()

# What g++ has compiled clang has to take too; not where clang compiles.
add_test(NAME gates.clang_check_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/clang_check_test.py")
set_tests_properties(gates.clang_check_test PROPERTIES LABELS gates TIMEOUT 60)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CMAKE_CROSSCOMPILING)
  include(ProcessorCount)
  ProcessorCount(cores)
  add_test(NAME gates.clang_check COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/clang_check.py"
    "${PROJECT_BINARY_DIR}")
  set_tests_properties(gates.clang_check PROPERTIES LABELS gates TIMEOUT 1200 SKIP_RETURN_CODE 77 PROCESSORS ${cores})
endif()

# Two classes of one name are undefined behaviour where both are linked, and no compiler says so.
add_test(NAME gates.one_definition_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/one_definition_test.py")
add_test(NAME gates.one_definition
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/one_definition.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(gates.one_definition_test gates.one_definition PROPERTIES LABELS gates TIMEOUT 60)

# More than six parameters become a structure.
add_test(NAME gates.parameters_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/parameters_test.py")
add_test(NAME gates.parameters
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/parameters.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(gates.parameters_test gates.parameters PROPERTIES LABELS gates TIMEOUT 60)

# Faults that tests have to see: `./run long` puts them into the code, here the list has to fit it.
add_test(NAME gates.mutations_test
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/mutations_test.py")
add_test(NAME gates.mutations_list
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/gates/mutations.py" "${PROJECT_SOURCE_DIR}" --check)
set_tests_properties(gates.mutations_test gates.mutations_list PROPERTIES LABELS gates TIMEOUT 60)

if(EXISTS "${PROJECT_SOURCE_DIR}/tests/headers/CMakeLists.txt")
  add_subdirectory(tests/headers)
endif()
