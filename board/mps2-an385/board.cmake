# Arm MPS2 with FPGA image AN385: one Cortex-M3, no floating point unit. Arm application note AN385.
set(TAKT_PORT cortexm)
set(TAKT_CORTEXM_ARCH armv7m)
set(TAKT_CORTEXM_FLOAT nofloat)
set(TAKT_BOARD_FLAGS -mcpu=cortex-m3 -mthumb -mfloat-abi=soft)
