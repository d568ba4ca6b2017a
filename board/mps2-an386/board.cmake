# Arm MPS2 with FPGA image AN386: that of AN385 with a Cortex-M4 and its floating point unit. Arm application note AN386.
set(TAKT_PORT cortexm)
set(TAKT_CORTEXM_ARCH armv7m)
set(TAKT_CORTEXM_FLOAT float)
set(TAKT_BOARD_INCLUDE ${PROJECT_SOURCE_DIR}/board/mps2-an385/include)
set(TAKT_BOARD_FLAGS -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16)
