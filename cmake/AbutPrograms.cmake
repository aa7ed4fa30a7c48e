# Examples (one program per source, bin/examples/<folder>_<file>) and benchmarks (bin/bench_<file>; those in
# bench/papers/, which repeat the experiments of papers, bin/bench_papers_<file>; of bench/device/, which runs on a GPU,
# bin/bench_device).

abut_glob(example_sources examples/*/*.cpp)
if(ABUT_HAVE_CUDA)
  abut_glob(example_kernels examples/*/*.cu)
  list(APPEND example_sources ${example_kernels})
endif()
list(FILTER example_sources EXCLUDE REGEX "/examples/(dem|siconos)/") # of more than one source
if(NOT TARGET abut_io)
  set(example_sources "")
endif()
foreach(source IN LISTS example_sources)
  cmake_path(GET source STEM file)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  if(file STREQUAL folder OR file STREQUAL "main")
    set(name ${folder})
  else()
    set(name ${folder}_${file})
  endif()
  add_executable(example_${name} ${source})
  set_target_properties(example_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/examples")
  target_compile_definitions(example_${name} PRIVATE ABUT_EXAMPLE_DATA="${ABUT_DATA_ROOT}/examples")
  target_link_libraries(example_${name} PRIVATE Abut::abut abut_io abut_warnings
    $<TARGET_NAME_IF_EXISTS:abut_cuda_runtime>)
endforeach()

# examples/dem/ has more than one source: all but the programs' own are a library, which the tests take too. It knows
# the public headers alone.
abut_glob(dem_sources examples/dem/*.cpp)
list(FILTER dem_sources EXCLUDE REGEX "main\\.cpp$")
if(TARGET abut_io AND dem_sources)
  add_library(abut_dem STATIC ${dem_sources})
  target_include_directories(abut_dem PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(abut_dem PRIVATE ABUT_DEM_GRAINS="${ABUT_DATA_ROOT}/examples/grains")
  target_link_libraries(abut_dem PUBLIC Abut::abut TBB::tbb PRIVATE abut_io Abut::cli11 abut_warnings)
  add_executable(example_dem examples/dem/main.cpp)
  add_executable(example_dem_collisions examples/dem/collisions_main.cpp)
  target_link_libraries(example_dem_collisions PRIVATE Abut::cli11)
  set(dem_programs example_dem example_dem_collisions)
  if(ABUT_HAVE_CUDA)
    add_executable(example_dem_cuda examples/dem/cuda.cu)
    list(APPEND dem_programs example_dem_cuda)
  endif()
  foreach(program IN LISTS dem_programs)
    string(REPLACE "example_" "" name ${program})
    set_target_properties(${program} PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/examples")
    target_link_libraries(${program} PRIVATE abut_dem abut_warnings $<TARGET_NAME_IF_EXISTS:abut_cuda_runtime>)
  endforeach()
endif()

# abut_add_benchmark(<name> <source>)
function(abut_add_benchmark name source)
  add_executable(bench_${name} ${source})
  set_target_properties(bench_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(bench_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(bench_${name} PRIVATE ABUT_EXAMPLE_DATA="${ABUT_DATA_ROOT}/examples")
  target_link_libraries(bench_${name} PRIVATE Abut::abut $<TARGET_NAME_IF_EXISTS:abut_io> TBB::tbb abut_warnings)
endfunction()

# abut_floors: the steps of kernels/, counted on cores. One of its sources is compiled with g++'s hooks of a thread
# sanitizer at its loads and stores; another one has these hooks, so that there is no such library where a sanitizer is on.
# That source is always optimised, without which constants would count, and with more inlined than usual: there is no hook
# where a function that is called returns a structure straight into an array.
if((ABUT_BENCH OR ABUT_TESTS) AND TARGET abut AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
    AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  abut_glob(floors_sources bench/floors/*.cpp)
  add_library(abut_floors STATIC ${floors_sources})
  target_include_directories(abut_floors PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(abut_floors PUBLIC ABUT_KERNEL_BUDGET="${PROJECT_SOURCE_DIR}/kernels/budget.txt")
  target_link_libraries(abut_floors PUBLIC Abut::headers PRIVATE abut_warnings)
  set_source_files_properties(bench/floors/counted_kernels.cpp PROPERTIES COMPILE_OPTIONS
    "-O2;-fsanitize=thread;--param=max-inline-insns-single=1000;--param=inline-unit-growth=200")
endif()

set(ABUT_BENCH_PROGRAMS "")
set(ABUT_PAPER_PROGRAMS "")
set(ABUT_PAPER_FLAGS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(ABUT_PAPER_FLAGS -mavx2 -mfma)
endif()
if(ABUT_BENCH AND TARGET abut)
  abut_glob(bench_sources bench/*.cpp)
  if(NOT TARGET abut_floors)
    list(FILTER bench_sources EXCLUDE REGEX "/device_floors\\.cpp$")
  endif()
  if(NOT TARGET abut_c)
    list(FILTER bench_sources EXCLUDE REGEX "/c_overhead\\.cpp$")
  endif()
  foreach(source IN LISTS bench_sources)
    cmake_path(GET source STEM file)
    abut_add_benchmark(${file} ${source})
    list(APPEND ABUT_BENCH_PROGRAMS ${file})
  endforeach()
  if(TARGET bench_hdf5_query) # runs `abut`
    target_link_libraries(bench_hdf5_query PRIVATE Abut::json)
    add_dependencies(bench_hdf5_query abut_cli)
  endif()
  if(TARGET bench_device_floors)
    target_link_libraries(bench_device_floors PRIVATE abut_floors)
  endif()
  if(TARGET bench_c_overhead)
    target_link_libraries(bench_c_overhead PRIVATE abut_c)
  endif()
  abut_glob(paper_sources bench/papers/*.cpp)
  foreach(source IN LISTS paper_sources)
    cmake_path(GET source STEM file)
    abut_add_benchmark(papers_${file} ${source})
    list(APPEND ABUT_PAPER_PROGRAMS bench_papers_${file})
    if(file STREQUAL "feng_tan_tables") # runs examples/dem, and times nothing
      target_link_libraries(bench_papers_${file} PRIVATE abut_dem Abut::cli11)
      continue()
    endif()
    # These time per-pair code in their own loops, so they are compiled as such code is (AbutInstructionSets); without
    # fma instructions it would call the C library's. Short loops over the vertices of a simplex are not vectorised: that
    # makes them slower, Johnson's algorithm twice as slow.
    target_compile_options(bench_papers_${file} PRIVATE -fno-math-errno -fno-tree-vectorize ${ABUT_PAPER_FLAGS})
  endforeach()
endif()

# bench/device/: what needs no CUDA is a library, which the tests take too.
abut_glob(device_bench_sources bench/device/*.cpp)
abut_glob(device_bench_kernels bench/device/*.cu)
if((ABUT_BENCH OR ABUT_TESTS) AND TARGET abut_torture)
  add_library(abut_device_bench STATIC ${device_bench_sources})
  target_include_directories(abut_device_bench PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(abut_device_bench PUBLIC Abut::abut abut_torture PRIVATE TBB::tbb abut_warnings)
endif()
# `device_programs`: what `./run device-pack` puts together; AbutTests adds the tests that need a GPU.
add_custom_target(device_programs)
if(TARGET example_device_call)
  add_dependencies(device_programs example_device_call)
endif()
if(ABUT_BENCH AND ABUT_HAVE_CUDA AND TARGET abut_device_bench)
  add_executable(bench_device ${device_bench_kernels})
  set_target_properties(bench_device PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_link_libraries(bench_device PRIVATE abut_device_bench abut_cuda_runtime abut_warnings)
  add_dependencies(device_programs bench_device)
endif()
