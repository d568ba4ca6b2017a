# Flags: `takt_options` is what everything is built with, ours and an application's; `takt_warnings` is for our own
# code only. Sanitizers and coverage are options of a build directory, because all of it must agree.
set(TAKT_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: address,undefined or thread")
option(TAKT_COVERAGE "Count lines and branches for ./takt test --coverage" OFF)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g") # asserts are Kconfig's, not NDEBUG's
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(takt_warnings INTERFACE)
target_compile_options(takt_warnings INTERFACE
    -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef
    -Wpointer-arith -Wwrite-strings -Wdouble-promotion -Wformat=2 -Wno-format-nonliteral)

add_library(takt_options INTERFACE)
target_include_directories(takt_options INTERFACE
    $<BUILD_INTERFACE:${TAKT_CONFIG_DIR}>
    $<BUILD_INTERFACE:${TAKT_BOARD_INCLUDE}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/port/${TAKT_PORT}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/port/${TAKT_PORT}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/llq/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(takt_options INTERFACE $<BUILD_INTERFACE:takt_warnings>)
# places in messages and at choice points are told from the project's root, wherever that is
target_compile_options(takt_options INTERFACE $<BUILD_INTERFACE:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=>)

if(CONFIG_TAKT_OPTIMIZE_SIZE)
    target_compile_options(takt_options INTERFACE $<$<COMPILE_LANGUAGE:C>:-Os>)
endif()

if(CONFIG_TAKT_CORTEXM_WHOLE AND TAKT_PORT STREQUAL cortexm)
    # A switch is an instruction, no call: with -fipa-reference gcc would conclude that no thread changes another's
    # static variables while that one waits.
    target_compile_options(takt_options INTERFACE "$<$<COMPILE_LANGUAGE:C>:-flto;-fno-ipa-reference>")
    target_link_options(takt_options INTERFACE -flto)
endif()

# What the board's processor needs, and what a device's image leaves out.
if(TAKT_BOARD_FLAGS)
    target_compile_options(takt_options INTERFACE ${TAKT_BOARD_FLAGS} -ffunction-sections -fdata-sections)
    target_link_options(takt_options INTERFACE ${TAKT_BOARD_FLAGS} -nostartfiles --specs=nano.specs LINKER:--gc-sections)
endif()

if(TAKT_SANITIZE)
    target_compile_options(takt_options INTERFACE
        -fsanitize=${TAKT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(takt_options INTERFACE -fsanitize=${TAKT_SANITIZE})
    if(TAKT_SANITIZE MATCHES thread)
        # gcc says that the sanitizer does not see what a fence orders; where it matters, it will say so itself
        target_compile_options(takt_options INTERFACE $<$<C_COMPILER_ID:GNU>:-Wno-tsan>)
    endif()
endif()
if(TAKT_COVERAGE)
    # one object a source, no inlining: each line and branch is counted once, where it stands
    target_compile_options(takt_options INTERFACE --coverage -O0 -fprofile-update=atomic)
    target_link_options(takt_options INTERFACE --coverage)
endif()
