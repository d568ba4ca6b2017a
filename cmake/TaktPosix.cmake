# takt_posix_program(name sources...): a POSIX program for this board, from sources that know nothing of Takt. They are
# compiled with the layer's headers before the C library's, and without the warnings that Takt's own code keeps to.
function(takt_posix_program name)
    add_library(${name}-objects OBJECT ${ARGN})
    target_include_directories(${name}-objects PRIVATE ${PROJECT_SOURCE_DIR}/posix/include ${TAKT_POSIX_INCLUDE}
        $<TARGET_PROPERTY:takt,INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_options(${name}-objects PRIVATE -include takt/posix/program.h ${TAKT_BOARD_FLAGS} ${TAKT_POSIX_OPTIONS})
    set_target_properties(${name}-objects PROPERTIES C_EXTENSIONS ON)
    if(TAKT_SANITIZE)
        target_compile_options(${name}-objects PRIVATE -fsanitize=${TAKT_SANITIZE} -fno-sanitize-recover=all)
    endif()
    add_executable(${name} $<TARGET_OBJECTS:${name}-objects>)
    target_link_libraries(${name} PRIVATE takt_posix)
    add_custom_command(TARGET ${name} POST_BUILD VERBATIM COMMAND_EXPAND_LISTS
        COMMAND sh ${PROJECT_SOURCE_DIR}/posix/names.sh ${CMAKE_NM} ${PROJECT_SOURCE_DIR}/posix/include
            $<TARGET_OBJECTS:${name}-objects>)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/posix/bin)
endfunction()
