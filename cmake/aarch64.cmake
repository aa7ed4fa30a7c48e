# Cross-build for 64-bit ARM with Debian's g++-aarch64-linux-gnu; what it makes runs under qemu-user. ABUT_SYSROOT holds
# the arm64 packages of the libraries, unpacked: `./run emulated` puts them there.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

get_filename_component(sysroot "${CMAKE_CURRENT_LIST_DIR}/../build/arm64/sysroot" ABSOLUTE)
set(ABUT_SYSROOT "${sysroot}" CACHE PATH "Unpacked arm64 packages")
set(CMAKE_SYSROOT "${ABUT_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${ABUT_SYSROOT}")
