// The sources of the page, which CMake puts into the program (cmake/AbutReport.cmake).
#pragma once

#include <string_view>

namespace abut::cli {

extern const std::string_view report_html, report_css, report_js;

}  // namespace abut::cli
