# The board, and its twin mps2-an386: one core, the same devices and memory map.
if(NOT CONFIG_TAKT_CORES EQUAL 1)
    message(FATAL_ERROR "${TAKT_BOARD} has one core: CONFIG_TAKT_CORES=${CONFIG_TAKT_CORES} cannot run on it.")
endif()
set(an385 ${PROJECT_SOURCE_DIR}/board/mps2-an385)
set(TAKT_LINK_SCRIPT ${an385}/link.ld)
include(${PROJECT_SOURCE_DIR}/board/mps2/mps2.cmake)
target_sources(takt PRIVATE ${an385}/clock.c ${an385}/doorbell.c ${an385}/vectors.c)
