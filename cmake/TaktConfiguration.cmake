# Kconfig to <takt/config.h>.
#
# The choices of this build directory are its .config, which ./takt menuconfig writes; without one, the defaults of
# Kconfig. On top come the board's own (board/<board>/board.defconfig), TAKT_DEFCONFIG (a preset's few lines) and TAKT_SET (the command line), which are never
# written back: the next build without them has the choices as they were.
set(TAKT_DEFCONFIG "" CACHE STRING "Files of choices below configs/, without .defconfig, separated by ;")
set(TAKT_SET "" CACHE STRING "Choices that override: CONFIG_X=Y, separated by ;")

# The first Python that has kconfiglib: the one in PATH need not be the one that the system's packages serve.
foreach(candidate ${TAKT_PYTHON} python3 /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c "import kconfiglib" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
    if(missing STREQUAL "0")
        set(TAKT_PYTHON ${candidate} CACHE STRING "Python with kconfiglib" FORCE)
        break()
    endif()
endforeach()
if(NOT missing STREQUAL "0")
    message(FATAL_ERROR "No python3 here can import kconfiglib. Get it with: ./takt setup\n"
                        "(Debian and Ubuntu: python3-kconfiglib; elsewhere: python3 -m pip install kconfiglib)")
endif()

set(choices ${TAKT_DEFCONFIG})
if(TAKT_SANITIZE OR TAKT_COVERAGE) # so that parts that are off by default are looked at, too
    list(APPEND choices time)
endif()
list(TRANSFORM choices PREPEND ${PROJECT_SOURCE_DIR}/configs/)
list(TRANSFORM choices APPEND .defconfig)
if(EXISTS ${PROJECT_SOURCE_DIR}/board/${TAKT_BOARD}/board.defconfig)
    list(PREPEND choices ${PROJECT_SOURCE_DIR}/board/${TAKT_BOARD}/board.defconfig)
endif()

set(TAKT_CONFIG_DIR ${PROJECT_BINARY_DIR}/include)
set(generator ${PROJECT_SOURCE_DIR}/scripts/kconfig.py)
execute_process(
    COMMAND ${TAKT_PYTHON} ${generator} --kconfig ${PROJECT_SOURCE_DIR}/Kconfig --base ${PROJECT_BINARY_DIR}/.config
            --header ${TAKT_CONFIG_DIR}/takt/config.h --cmake ${PROJECT_BINARY_DIR}/takt-config.cmake
            --version ${PROJECT_VERSION} --board ${TAKT_BOARD} --files ${choices} --set ${TAKT_SET}
    RESULT_VARIABLE failed ERROR_VARIABLE why)
if(failed)
    message(FATAL_ERROR "${why}")
endif()
include(${PROJECT_BINARY_DIR}/takt-config.cmake)
file(GLOB kconfigs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/Kconfig ${PROJECT_SOURCE_DIR}/port/*/Kconfig
    ${PROJECT_SOURCE_DIR}/board/*/Kconfig ${PROJECT_SOURCE_DIR}/*/Kconfig ${PROJECT_SOURCE_DIR}/kernel/Kconfig.*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kconfigs} ${generator} ${choices})
if(EXISTS ${PROJECT_BINARY_DIR}/.config)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_BINARY_DIR}/.config)
endif()
