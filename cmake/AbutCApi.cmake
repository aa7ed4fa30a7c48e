# Abut::c: the C interface (include/abut/abut_c.h) as a shared library, libabut.so.<major> (libabut.so.0.<minor> before 1.0),
# which holds all of Abut that it needs and exports the functions of the C interface alone, with the symbol version ABUT_<major>.

abut_glob(abut_c_sources host/capi/*.cpp)
if(abut_c_sources AND TARGET abut_io)
  add_library(abut_c SHARED ${abut_c_sources})
  add_library(Abut::c ALIAS abut_c)
  set_target_properties(abut_c PROPERTIES EXPORT_NAME c OUTPUT_NAME abut
    VERSION ${PROJECT_VERSION} SOVERSION ${ABUT_INTERFACE_VERSION} LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/host/capi/symbols.map")
  target_include_directories(abut_c PRIVATE "${PROJECT_SOURCE_DIR}"
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
  # The C++ library is inside: who links this one needs nothing of it.
  target_link_libraries(abut_c PRIVATE $<BUILD_INTERFACE:abut> $<BUILD_INTERFACE:abut_io> $<BUILD_INTERFACE:abut_warnings>)
  target_link_options(abut_c PRIVATE "-Wl,--version-script=${PROJECT_SOURCE_DIR}/host/capi/symbols.map")
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize") # a sanitizer's functions come with the program
    target_link_options(abut_c PRIVATE -Wl,--no-undefined)
  endif()
endif()
