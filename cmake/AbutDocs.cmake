# What the documentation shows: its C++ is compiled here, all else is run by tests with the label docs. The site itself is
# `./run docs`. docs/figures/ are programs that draw the site's figures from the library's own results.

set(docs_snippets "${PROJECT_BINARY_DIR}/docs/snippets")
set(docs_script "${PROJECT_SOURCE_DIR}/tests/docs/snippets.py")
abut_glob(docs_pages README.md CONTRIBUTING.md docs/*.md docs/*/*.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${docs_pages} "${docs_script}")
execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${docs_script}" extract "${PROJECT_SOURCE_DIR}" "${docs_snippets}"
  COMMAND_ERROR_IS_FATAL ANY)

file(GLOB docs_fragments "${docs_snippets}/fragment_*.cpp")
file(GLOB docs_programs "${docs_snippets}/program_*.cpp")
add_custom_target(docs_snippets)
if(docs_fragments)
  add_library(docs_fragments OBJECT ${docs_fragments})
  target_include_directories(docs_fragments PRIVATE "${PROJECT_SOURCE_DIR}") # examples/adapters/ is headers alone
  target_compile_options(docs_fragments PRIVATE -Wno-unused -Wno-unused-parameter)
  target_link_libraries(docs_fragments PRIVATE Abut::abut abut_io abut_warnings)
  add_dependencies(docs_snippets docs_fragments)
endif()
foreach(source IN LISTS docs_programs)
  cmake_path(GET source STEM name)
  add_executable(docs_${name} ${source})
  set_target_properties(docs_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/docs/bin")
  target_link_libraries(docs_${name} PRIVATE Abut::abut abut_io abut_warnings)
  add_dependencies(docs_snippets docs_${name})
endforeach()

# docs_figures: the programs, one per figure.
abut_glob(docs_figure_sources docs/figures/*.cpp)
add_custom_target(docs_figures)
if(TARGET abut_cli AND TARGET example_entrance_block)
  add_dependencies(docs_figures abut_cli example_entrance_block)
endif()
foreach(source IN LISTS docs_figure_sources)
  cmake_path(GET source STEM name)
  add_executable(figure_${name} ${source})
  set_target_properties(figure_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(figure_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(figure_${name} PRIVATE Abut::abut abut_warnings)
  add_dependencies(docs_figures figure_${name})
endforeach()

# abut_add_docs_test(<name> <script> <argument>...)
function(abut_add_docs_test name script)
  add_test(NAME docs.${name} COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/${script}" ${ARGN})
  set_tests_properties(docs.${name} PROPERTIES LABELS docs TIMEOUT 600)
endfunction()

abut_add_docs_test(checks_can_fail tests/docs/checks_test.py)
if(TARGET abut_cli AND TARGET abut_dem AND CMAKE_BUILD_TYPE STREQUAL "Release") # whole scenes take long in others
  abut_add_docs_test(snippets tests/docs/snippets.py run "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  abut_add_docs_test(figures docs/figures/figures.py "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/bin")
endif()
abut_add_docs_test(peers_chart docs/figures/peers_chart.py "${PROJECT_SOURCE_DIR}")
abut_add_docs_test(messages tests/docs/messages.py check "${PROJECT_SOURCE_DIR}")
abut_add_docs_test(names tests/docs/names.py "${PROJECT_SOURCE_DIR}")
