# test_cores: kernels that translate quickly, and their tests, on cores in every run of the tests: trees, pairs, poses,
# overlaps of facets, and the exact predicates, which a compiler has got wrong before. `./run cores` has all kernels and all tests.
#
# Its kernels come before those of the library, so that the linker takes these. cores_faults and cores_values are what the
# stand-in has to notice and to compute.

if(NOT TARGET abut_cores)
  return()
endif()

abut_glob(cores_kernels kernels/bvh/part_tree.cu kernels/bodies/place_parts.cu kernels/support/device.cu)
abut_glob(cores_tests tests/parity/device_tree_test.cu tests/parity/device_place_test.cu
  tests/parity/predicates_test.cu tests/parity/device_facet_overlap_test.cu)
set(cores_cache "${PROJECT_BINARY_DIR}/cores")

# abut_add_program_on_cores(<name> <sources>...): its modules are made when it is built.
function(abut_add_program_on_cores name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests"
    CUDA_ARCHITECTURES 90-virtual CUDA_RUNTIME_LIBRARY None)
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-no-compress>)
  target_link_libraries(${name} PRIVATE abut_cores)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/cores/modules.py" "${cores_cache}" $<TARGET_FILE:${name}>
    COMMENT "Translating the kernels of ${name}" VERBATIM)
endfunction()

abut_add_program_on_cores(test_cores ${cores_tests} ${cores_kernels})
target_link_libraries(test_cores PRIVATE $<TARGET_NAME_IF_EXISTS:abut_test_support_objects> abut_test_support)
abut_compile_test(test_cores)
foreach(name IN ITEMS faults values)
  abut_add_program_on_cores(cores_${name} tests/cores/selftest/${name}.cu)
  target_include_directories(cores_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(cores_${name} PRIVATE abut_warnings abut_cuda_runtime)
endforeach()
add_test(NAME cores.selftest COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/cores/selftest/selftest.py"
  "${PROJECT_BINARY_DIR}/tests")
set_tests_properties(cores.selftest PROPERTIES LABELS cores TIMEOUT 600 ENVIRONMENT "ABUT_CORES_CACHE=${cores_cache}")

# In three orders of threads, with two fillings of memory.
set(cores_environment "ABUT_REQUIRE_GPU=1;ABUT_CORES_CACHE=${cores_cache};ABUT_CORES_EXPLAINED=${PROJECT_SOURCE_DIR}/tests/cores/explained.txt")
set(cores_forwards "")
set(cores_backwards "ABUT_CORES_ORDER=rev;ABUT_CORES_FILL=0x00;ABUT_CORES_LAZY=2")
set(cores_shuffled "ABUT_CORES_ORDER=7;ABUT_CORES_PREEMPT=1;ABUT_CORES_RACE=1")
foreach(order IN ITEMS forwards backwards shuffled)
  add_test(NAME cores.${order} COMMAND test_cores --gtest_brief=1 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(cores.${order} PROPERTIES LABELS cores TIMEOUT 600
    ENVIRONMENT "${cores_environment};${cores_${order}}")
endforeach()
