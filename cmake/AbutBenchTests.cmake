# Each benchmark as a test, for a moment: that it still runs, and what it checks of its own results holds. Those of
# bench/papers/ have a flag for that, --quick; these take sizes.

set(quick_c_overhead --pairs 1000 --repeat 1)
set(quick_candidate_pairs --max 1000 --repeat 1)
set(quick_contact_patches --pairs 200 --repeat 1)
set(quick_covers --concavity 0.2 "${PROJECT_SOURCE_DIR}/examples/grains/C-anm-00001.ply")
set(quick_decompositions "${PROJECT_SOURCE_DIR}/examples/grains/C-anm-00001.ply")
set(quick_device_floors --pairs 32 --edge 2)
set(quick_facets_facet_contacts --grains 20 --repeat 1 --rounds 20)
set(quick_facets_tree_choice --grains 20 --rounds 20)
set(quick_hdf5_query --pairs 1000 --folder "${PROJECT_BINARY_DIR}/bench_quick")
set(quick_pair_queries --pairs 20 --repeat 1 --edge 4)
set(quick_query_choices --pairs 100 --repeat 1)
set(quick_surfaces_closest_points --surfaces 1 --points 50 --steps 5)
set(quick_surfaces_grain_fits --rows 8 --columns 16)
set(quick_surfaces_million_points --quick)
set(quick_surfaces_projection_success --quick)

if(NOT ABUT_COACD_PYTHON)
  list(REMOVE_ITEM ABUT_BENCH_PROGRAMS decompositions)
endif()

foreach(name IN LISTS ABUT_BENCH_PROGRAMS)
  if(NOT DEFINED quick_${name})
    message(FATAL_ERROR "bench/${name}.cpp has no sizes for a quick run: give it some in cmake/AbutBenchTests.cmake")
  endif()
  add_test(NAME bench.${name} COMMAND bench_${name} ${quick_${name}} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(bench.${name} PROPERTIES LABELS bench TIMEOUT 120)
endforeach()
if(ABUT_LONG AND TARGET bench_surfaces_million_points) # in full: all of a million points
  add_test(NAME long.surfaces_million_points COMMAND bench_surfaces_million_points --tenth --threads 2)
  set_tests_properties(long.surfaces_million_points PROPERTIES LABELS "bench;long" TIMEOUT 5400 PROCESSORS 2)
endif()
if(TEST bench.decompositions)
  set_tests_properties(bench.decompositions PROPERTIES ENVIRONMENT "ABUT_PYTHON=${ABUT_COACD_PYTHON}" TIMEOUT 600)
endif()

# bench/papers/ check what they measure: a short run of each, which takes less than a second.
foreach(program IN LISTS ABUT_PAPER_PROGRAMS)
  string(REPLACE "bench_papers_" "papers." name ${program})
  add_test(NAME ${name} COMMAND ${program} --quick WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS papers TIMEOUT 120)
endforeach()
