# abut_warnings: the warnings that every target of this project is compiled with (errors, unless ABUT_WERROR is OFF).

set(warnings -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND warnings -Wno-restrict) # false for "text" + std::string (GCC bug 105651)
endif()
if(ABUT_WERROR)
  list(APPEND warnings -Werror)
endif()
list(JOIN warnings "," host_warnings)

add_library(abut_warnings INTERFACE)
# No -Wpedantic under nvcc: the code that it generates for the host compiler is not pedantic.
target_compile_options(abut_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${warnings};-Wpedantic>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${host_warnings}>"
  "$<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${ABUT_WERROR}>>:SHELL:-Werror all-warnings>")
