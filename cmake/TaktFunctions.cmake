# What the folders' CMakeLists.txt call.

# takt_application(name sources...): an executable for this board, from sources that define takt_main(). Its name is
# what ./takt run takes. Below bench/ it is a benchmark, below tests/ a test program; the lists keep them apart.
function(takt_application name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE takt)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REGEX REPLACE "/.*" "" kind ${folder})
    set_property(GLOBAL APPEND PROPERTY TAKT_LIST_${kind} ${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${kind}/bin)
endfunction()

# takt_test(NAME n SUITE s COMMAND ... [TIMEOUT seconds] [SERIAL] [FULL] [LONG]): a test of suite s. Suites are what
# ./takt test takes and counts. SERIAL: nothing else runs beside it (its figures are times). FULL, LONG: only
# ./takt test --full, --long runs it. Status 77 means: cannot run here.
function(takt_test)
    cmake_parse_arguments(arg "SERIAL;FULL;LONG" "NAME;SUITE;TIMEOUT" "COMMAND" ${ARGN})
    if(NOT arg_NAME OR NOT arg_SUITE OR NOT arg_COMMAND OR arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "takt_test(NAME n SUITE s COMMAND ...): something is missing or unknown: ${ARGN}")
    endif()
    set(labels ${arg_SUITE})
    if(arg_LONG)
        list(APPEND labels level-long)
    elseif(arg_FULL)
        list(APPEND labels level-full)
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 240)
    endif()
    add_test(NAME ${arg_NAME} COMMAND ${arg_COMMAND})
    set_tests_properties(${arg_NAME} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT} RUN_SERIAL ${arg_SERIAL}
        SKIP_RETURN_CODE 77)
    set_property(GLOBAL APPEND PROPERTY TAKT_LIST_suites ${arg_SUITE})
    set_property(GLOBAL APPEND PROPERTY TAKT_LIST_tests "${arg_NAME}|${arg_SUITE}")
endfunction()

# The names that ./takt run, bench and test take, one a line: <build>/lists/{apps,bench,suites}; and each test's
# suite, name|suite, in <build>/lists/tests.
function(takt_write_lists)
    foreach(kind apps bench suites tests)
        get_property(names GLOBAL PROPERTY TAKT_LIST_${kind})
        list(REMOVE_DUPLICATES names)
        list(SORT names)
        list(JOIN names "\n" text)
        file(WRITE ${PROJECT_BINARY_DIR}/lists/${kind} "${text}\n")
    endforeach()
endfunction()

# takt_needs(SEM JOIN ...): the folder that calls this is left out where one of these parts of the kernel is.
macro(takt_needs)
    foreach(part ${ARGN})
        if(NOT CONFIG_TAKT_${part})
            return()
        endif()
    endforeach()
endmacro()
