# Arm MPS2 with FPGA image AN521: two Cortex-M33 (SSE-200), of which the first has no floating point unit and no DSP
# instructions. Arm application note AN521, SSE-200 technical reference manual (Arm 101104).
set(TAKT_PORT cortexm)
set(TAKT_CORTEXM_ARCH armv8m)
set(TAKT_CORTEXM_FLOAT nofloat)
set(TAKT_BOARD_FLAGS -mcpu=cortex-m33+nodsp+nofp -mthumb -mfloat-abi=soft)
