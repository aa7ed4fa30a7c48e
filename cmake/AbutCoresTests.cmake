# test_cores: kernels that translate quickly, and their tests, on cores in every run of the tests: trees, pairs, poses, and
# the exact predicates, which a compiler has got wrong before. `./run cores` has all kernels and all tests.
#
# Its kernels come before those of the library, so that the linker takes these.

if(NOT TARGET abut_cores)
  return()
endif()

abut_glob(cores_kernels kernels/bvh/part_tree.cu kernels/bodies/place_parts.cu kernels/support/device.cu)
abut_glob(cores_tests tests/parity/device_tree_test.cu tests/parity/device_place_test.cu
  tests/parity/predicates_test.cu)
add_executable(test_cores ${cores_tests} ${cores_kernels})
set_target_properties(test_cores PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests"
  CUDA_ARCHITECTURES 90-virtual CUDA_RUNTIME_LIBRARY None)
target_compile_options(test_cores PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-no-compress>)
target_link_libraries(test_cores PRIVATE abut_cores $<TARGET_NAME_IF_EXISTS:abut_test_support_objects> abut_test_support)

set(cores_cache "${PROJECT_BINARY_DIR}/cores")
add_custom_command(TARGET test_cores POST_BUILD
  COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/cores/modules.py" "${cores_cache}" $<TARGET_FILE:test_cores>
  COMMENT "Translating the kernels of test_cores" VERBATIM)

# In three orders of threads, with two fillings of memory.
set(cores_environment "ABUT_REQUIRE_GPU=1;ABUT_CORES_CACHE=${cores_cache}")
set(cores_forwards "")
set(cores_backwards "ABUT_CORES_ORDER=rev;ABUT_CORES_FILL=0x00;ABUT_CORES_LAZY=2")
set(cores_shuffled "ABUT_CORES_ORDER=7;ABUT_CORES_PREEMPT=1")
foreach(order IN ITEMS forwards backwards shuffled)
  add_test(NAME cores.${order} COMMAND test_cores --gtest_brief=1 WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(cores.${order} PROPERTIES LABELS cores TIMEOUT 600
    ENVIRONMENT "${cores_environment};${cores_${order}}")
endforeach()
