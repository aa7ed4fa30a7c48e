# The examples in C and Fortran, which know the C interface alone. Without a compiler of the language one is left out.

include(CheckLanguage)
# abut_add_c_example(<language> <folder>)
function(abut_add_c_example language folder)
  abut_glob(sources examples/${folder}/*.c examples/${folder}/*.f90)
  add_executable(example_${folder} ${sources})
  set_target_properties(example_${folder} PROPERTIES OUTPUT_NAME ${folder} LINKER_LANGUAGE ${language}
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/examples" C_STANDARD 99 C_EXTENSIONS OFF
    Fortran_MODULE_DIRECTORY "${PROJECT_BINARY_DIR}/modules/${folder}")
  target_compile_options(example_${folder} PRIVATE
    $<$<AND:$<COMPILE_LANGUAGE:C>,$<BOOL:${ABUT_WERROR}>>:-Werror> -Wall -Wextra -Wpedantic)
  target_link_libraries(example_${folder} PRIVATE abut_c)
endfunction()

if(TARGET abut_c AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND NOT CMAKE_CROSSCOMPILING)
  foreach(example IN ITEMS "C;c_contacts" "Fortran;fortran_contacts")
    list(GET example 0 language)
    list(GET example 1 folder)
    check_language(${language})
    if(CMAKE_${language}_COMPILER)
      enable_language(${language})
      abut_add_c_example(${language} ${folder})
    else()
      message(STATUS "examples/${folder}: left out, there is no compiler for ${language}")
    endif()
  endforeach()
endif()
