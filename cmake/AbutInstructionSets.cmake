# The sources of host/exec/isa/ are compiled once per instruction set, each time into an object library abut_isa_<name>;
# the program chooses among them at run time. Everything else is compiled for the processor family's baseline, and
# nothing for the machine that happens to build, but with ABUT_THIS_MACHINE: then there is the one set that this machine
# would choose, which is less to compile for who tries the program; tests need scalar code besides. Answers have the same
# bits.
#
# include/abut/core/isa.h puts all that such a source includes into an inline namespace named after the instruction set;
# tests/headers/isa_symbols.py checks that nothing slipped out of it.

option(ABUT_THIS_MACHINE "Leave out instruction sets that this machine does not use" OFF)
abut_glob(isa_sources host/exec/isa/*/*.cpp)
set(ABUT_INSTRUCTION_SETS "")

# Whether this machine's processor has all of the features, as Linux names them.
function(abut_processor_has out)
  set(flags "")
  if(EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  endif()
  set(${out} ON PARENT_SCOPE)
  foreach(feature IN LISTS ARGN)
    if(NOT " ${flags} " MATCHES " ${feature} ")
      set(${out} OFF PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(abut_add_instruction_set name)
  set(target abut_isa_${name})
  add_library(${target} OBJECT ${isa_sources})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE Abut::headers abut_warnings)
  # Optimised in every build: packs of lanes are useless otherwise. Setting errno would keep a square root from being one
  # instruction.
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -fno-math-errno ${ARGN}
    $<$<NOT:$<CONFIG:Release>>:-O2>)
  list(APPEND ABUT_INSTRUCTION_SETS ${name})
  set(ABUT_INSTRUCTION_SETS "${ABUT_INSTRUCTION_SETS}" PARENT_SCOPE)
endfunction()

# g++ 12 makes products that are added and subtracted side by side into fused ones (vfmaddsub), contraction off or not:
# answers would depend on the instruction set.
set_source_files_properties("${PROJECT_SOURCE_DIR}/host/exec/isa/brep/brep_leaves.cpp" PROPERTIES
  COMPILE_OPTIONS -fno-tree-slp-vectorize)

if(isa_sources)
  abut_processor_has(has_avx2 avx2 fma)
  abut_processor_has(has_avx512 avx512f avx512vl avx512dq avx512bw)
  if(NOT ABUT_THIS_MACHINE OR ABUT_TESTS OR NOT (has_avx2 OR has_avx512))
    abut_add_instruction_set(scalar -DABUT_ISA_SCALAR=1)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    if(NOT ABUT_THIS_MACHINE OR (has_avx2 AND NOT has_avx512))
      abut_add_instruction_set(avx2 -mavx2 -mfma)
    endif()
    # g++ 12 finds uninitialised values in its own AVX-512 headers (GCC bug 105593); the other sets compile the same
    # sources with these warnings on.
    if(NOT ABUT_THIS_MACHINE OR has_avx512)
      abut_add_instruction_set(avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma -mavx2 -mprefer-vector-width=512
        $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    endif()
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    abut_add_instruction_set(neon)
  endif()
endif()

# Puts the objects into a library and defines ABUT_HAVE_ISA_<NAME> for each, where they are chosen: with other sets nothing
# else is compiled again.
function(abut_link_instruction_sets library)
  foreach(name IN LISTS ABUT_INSTRUCTION_SETS)
    string(TOUPPER ${name} upper)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:abut_isa_${name}>)
    set_property(SOURCE host/exec/instruction_set.cpp APPEND PROPERTY COMPILE_DEFINITIONS ABUT_HAVE_ISA_${upper}=1)
  endforeach()
endfunction()
