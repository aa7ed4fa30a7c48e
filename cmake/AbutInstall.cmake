# `cmake --install`, the CMake package, pkg-config files, and Debian packages by CPack:
#
#   component Runtime      the shared library of the C interface       libabut0.2
#   component Development  headers, static libraries, CMake package    libabut-dev
#   component Program      the program                                 abut
#
# Installed files name no path of the machine that built them: imported targets are relative to where they lie, what the
# static library needs is looked for when the package is used, and source paths in the objects begin with "abut/".

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ABUT_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Abut")

install(TARGETS abut_headers EXPORT AbutHeadersTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/abut" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT Development
  FILES_MATCHING PATTERN "*.h")
install(TARGETS abut abut_io abut_brep EXPORT AbutTargets ARCHIVE COMPONENT Development)
install(TARGETS abut_c EXPORT AbutCTargets LIBRARY COMPONENT Runtime NAMELINK_COMPONENT Development)
if(TARGET abut_cli)
  install(TARGETS abut_cli abut_cad RUNTIME COMPONENT Program)
endif()
foreach(set IN ITEMS AbutHeadersTargets AbutTargets AbutCTargets)
  install(EXPORT ${set} NAMESPACE Abut:: DESTINATION "${ABUT_CMAKE_DIR}" COMPONENT Development)
endforeach()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/package/AbutConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/AbutConfig.cmake" INSTALL_DESTINATION "${ABUT_CMAKE_DIR}"
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
set(compatible SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatible SameMinorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/AbutConfigVersion.cmake" COMPATIBILITY ${compatible})

# pkg-config files find their prefix from where they lie themselves, so that an installed tree can be moved.
cmake_path(SET pc_dir NORMALIZE "/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH ABUT_PC_PREFIX "${pc_dir}" "/")
string(REGEX REPLACE "/$" "" ABUT_PC_PREFIX "${ABUT_PC_PREFIX}")
set(ABUT_PC_CUDA "")
set(ABUT_PC_HDF5 "")
if(ABUT_HAVE_HDF5)
  get_filename_component(hdf5_name "${ABUT_HDF5_LIBRARY}" NAME_WE)
  string(REGEX REPLACE "^lib" " -l" ABUT_PC_HDF5 "${hdf5_name}")
endif()
if(ABUT_HAVE_CUDA)
  # Where the toolkit is, pkg-config is told by the one who calls it: -L of its lib64.
  set(ABUT_PC_CUDA " -lcudart_static -lpthread -ldl -lrt")
endif()
set(ABUT_PC_BREP "")
if(ABUT_HAVE_BREP)
  list(TRANSFORM ABUT_BREP_LIBRARIES PREPEND " -l" OUTPUT_VARIABLE ABUT_PC_BREP)
  list(JOIN ABUT_PC_BREP "" ABUT_PC_BREP)
endif()
foreach(name IN ITEMS abut abut-brep abut-c)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/package/${name}.pc.in" "${PROJECT_BINARY_DIR}/package/${name}.pc" @ONLY)
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/package/AbutConfig.cmake" "${PROJECT_BINARY_DIR}/package/AbutConfigVersion.cmake"
  DESTINATION "${ABUT_CMAKE_DIR}" COMPONENT Development)
install(FILES "${PROJECT_BINARY_DIR}/package/abut.pc" "${PROJECT_BINARY_DIR}/package/abut-brep.pc"
  "${PROJECT_BINARY_DIR}/package/abut-c.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT Development)

# Debian packages: `cpack --config build/release/CPackConfig.cmake`.
if(PROJECT_IS_TOP_LEVEL)
  foreach(package IN ITEMS "Runtime;libabut${ABUT_INTERFACE_VERSION}" "Development;libabut-dev" "Program;abut")
    list(GET package 0 component)
    list(GET package 1 name)
    install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}"
      COMPONENT ${component} RENAME copyright)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${name}")
    set(CPACK_DEBIAN_${upper}_FILE_NAME DEB-DEFAULT)
  endforeach()
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME abut)
  set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
  set(CPACK_PACKAGE_CONTACT "The Abut developers <abut@localhost>")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_COMPONENTS_ALL Runtime Development Program)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
  set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Contact detection between bodies: shared library of the C interface")
  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Contact detection between bodies: headers, libraries, CMake package and pkg-config files")
  set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Contact detection between bodies: the program abut")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
  # What shared libraries are needed is read from the files.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libabut${ABUT_INTERFACE_VERSION} (= ${PROJECT_VERSION}), libtbb-dev, libqhull-dev, zlib1g-dev")
  if(ABUT_HAVE_HDF5)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libhdf5-dev")
  endif()
  if(ABUT_HAVE_BREP) # for Abut::brep alone
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libocct-data-exchange-dev")
  endif()
  include(CPack)
endif()
