# What the MPS2 boards have in common; included by each one's CMakeLists.txt, which adds its event, its vectors and its doorbell and
# names its linker script in TAKT_LINK_SCRIPT.
set(mps2 ${PROJECT_SOURCE_DIR}/board/mps2)
target_sources(takt PRIVATE
    ${mps2}/console.c ${mps2}/counter.c ${mps2}/result.c ${mps2}/semihosting.c ${mps2}/start.c ${mps2}/uart.c
    ${mps2}/work.c ${PROJECT_SOURCE_DIR}/board/common/format.c ${PROJECT_SOURCE_DIR}/board/common/print.c)
if(CONFIG_TAKT_MPS2_ARGUMENTS)
    target_sources(takt PRIVATE ${mps2}/arguments.c)
else()
    target_sources(takt PRIVATE ${mps2}/arguments_none.c)
endif()
if(CONFIG_TAKT_OPTIMIZE_SIZE)
    target_sources(takt PRIVATE ${mps2}/counter_read.c)
endif()
target_include_directories(takt PRIVATE ${mps2})
target_link_options(takt PUBLIC $<BUILD_INTERFACE:-T${TAKT_LINK_SCRIPT}> $<BUILD_INTERFACE:-L${mps2}>
    LINKER:--defsym=TAKT_HANDLER_STACK=${CONFIG_TAKT_CORTEXM_HANDLER_STACK})
set_property(TARGET takt APPEND PROPERTY INTERFACE_LINK_DEPENDS
    $<BUILD_INTERFACE:${TAKT_LINK_SCRIPT}> $<BUILD_INTERFACE:${mps2}/sections.ld>)
