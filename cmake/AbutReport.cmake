# What `abut report` puts into its page lies in host/cli/report/ as HTML, CSS and JavaScript. A script makes one source
# of it (report_assets.cpp in the build folder) whenever one of these files changes.

set(report_folder "${PROJECT_SOURCE_DIR}/host/cli/report")
set(report_scripts numbers.js data.js colours.js camera.js bodies_gl.js bodies_2d.js viewer.js input.js sides.js charts.js
  table.js details.js checks.js main.js)
list(TRANSFORM report_scripts PREPEND "${report_folder}/")
set(report_source "${PROJECT_BINARY_DIR}/generated/report_assets.cpp")
add_custom_command(OUTPUT "${report_source}"
  COMMAND "${CMAKE_COMMAND}" "-DHTML=${report_folder}/page.html" "-DCSS=${report_folder}/page.css"
    "-DSCRIPTS=${report_scripts}" "-DOUT=${report_source}" -P "${PROJECT_SOURCE_DIR}/cmake/embed_report.cmake"
  DEPENDS "${report_folder}/page.html" "${report_folder}/page.css" ${report_scripts}
    "${PROJECT_SOURCE_DIR}/cmake/embed_report.cmake"
  VERBATIM)
target_sources(abut_cli PRIVATE "${report_source}")
