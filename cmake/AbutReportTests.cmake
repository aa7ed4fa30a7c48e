# The page of `abut report` in a browser: skipped, with a line that says so, where there is no Chromium. Where the program
# is slow (a sanitizer, no optimisation) the page is the same: left out there.
if(TARGET abut_cli AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME report.page COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/tests/report/page_test.py"
    "$<TARGET_FILE:abut_cli>" "${PROJECT_SOURCE_DIR}/examples/grains")
  set_tests_properties(report.page PROPERTIES LABELS "browser" TIMEOUT 600 SKIP_RETURN_CODE 77)
endif()
