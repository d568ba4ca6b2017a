# The board of this build directory, and the port that it needs. A board whose port has another name says so in
# board/<board>/board.cmake: set(TAKT_PORT ...).
set(TAKT_BOARD sim CACHE STRING "Board to build for: a folder below board/")

file(GLOB boards RELATIVE ${PROJECT_SOURCE_DIR}/board CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/board/*/CMakeLists.txt)
list(TRANSFORM boards REPLACE "/CMakeLists.txt" "")
set_property(CACHE TAKT_BOARD PROPERTY STRINGS ${boards})
if(NOT EXISTS ${PROJECT_SOURCE_DIR}/board/${TAKT_BOARD})
    list(JOIN boards ", " known)
    message(FATAL_ERROR "TAKT_BOARD is ${TAKT_BOARD}, but there is no folder board/${TAKT_BOARD}. Boards: ${known}.")
endif()

set(TAKT_PORT ${TAKT_BOARD})
set(TAKT_BOARD_INCLUDE ${PROJECT_SOURCE_DIR}/board/${TAKT_BOARD}/include)
include(${PROJECT_SOURCE_DIR}/board/${TAKT_BOARD}/board.cmake OPTIONAL)
