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
    if(COMMAND takt_board_twin) # the board runs a second image of it
        takt_board_twin(${name} ${ARGN})
    endif()
endfunction()

# takt_contract(program file): the program is held to a contract that takt-trace advise --contract wrote. Needs
# CONFIG_TAKT_CONTRACT.
function(takt_contract program file)
    if(NOT CONFIG_TAKT_CONTRACT)
        message(FATAL_ERROR "takt_contract(${program} ...) needs CONFIG_TAKT_CONTRACT=y (./takt menuconfig, or --set)")
    endif()
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${file})
        message(FATAL_ERROR "takt_contract(${program} ...): there is no ${file}. takt-trace advise --contract writes one.")
    endif()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${program}-contract.c)
    file(CONFIGURE OUTPUT ${source} CONTENT "#define TAKT_CONTRACT_FILE \"${file}\"\n#include <takt/contract_table.h>\n")
    target_sources(${program} PRIVATE ${source})
    set_property(SOURCE ${source} PROPERTY OBJECT_DEPENDS ${file})
endfunction()

# takt_test(NAME n SUITE s COMMAND ... [TIMEOUT seconds] [SERIAL] [FULL] [LONG] [ONCE]): a test of suite s. Suites are what
# ./takt test takes and counts. SERIAL: nothing else runs beside it (its figures are times). FULL, LONG: only
# ./takt test --full, --long runs it. Status 77 means: cannot run here. On an emulated board each test runs twice: in
# real time, and (NAME-icount) with instructions counted instead; ONCE: the command itself says how.
function(takt_test)
    cmake_parse_arguments(arg "SERIAL;FULL;LONG;ONCE" "NAME;SUITE;TIMEOUT" "COMMAND" ${ARGN})
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
    set_property(GLOBAL APPEND PROPERTY TAKT_LIST_suites ${arg_SUITE})
    set(names ${arg_NAME})
    if(CMAKE_CROSSCOMPILING AND NOT arg_ONCE)
        list(APPEND names ${arg_NAME}-icount)
        math(EXPR seconds "${arg_TIMEOUT} - 10") # so that the emulator's script says who did not end
    endif()
    foreach(name ${names})
        add_test(NAME ${name} COMMAND ${arg_COMMAND})
        set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT} RUN_SERIAL ${arg_SERIAL}
            SKIP_RETURN_CODE 77)
        set_property(GLOBAL APPEND PROPERTY TAKT_LIST_tests "${name}|${arg_SUITE}")
        if(CMAKE_CROSSCOMPILING AND NOT arg_ONCE)
            string(REGEX MATCHALL "-icount$" icount ${name})
            list(LENGTH icount icount)
            set_tests_properties(${name} PROPERTIES ENVIRONMENT "TAKT_ICOUNT=${icount};TAKT_RUN_SECONDS=${seconds}")
        endif()
    endforeach()
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
