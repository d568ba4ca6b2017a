# An image a core: each program is linked a second time, for core 1, as <program>.core1 beside it; scripts/qemu.sh loads
# both. What this defines also tells other folders that a program's words are not shared between cores.
function(takt_board_twin name)
    add_executable(${name}.core1 ${ARGN})
    target_link_libraries(${name}.core1 PRIVATE $<TARGET_PROPERTY:${name},LINK_LIBRARIES>)
    target_include_directories(${name}.core1 PRIVATE $<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>)
    target_compile_definitions(${name}.core1 PRIVATE $<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>)
    target_link_options(${name} PRIVATE LINKER:--defsym=TAKT_BOARD_CORE=0)
    target_link_options(${name}.core1 PRIVATE LINKER:--defsym=TAKT_BOARD_CORE=1)
    get_target_property(folder ${name} RUNTIME_OUTPUT_DIRECTORY)
    set_target_properties(${name}.core1 PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${folder})
    add_dependencies(${name} ${name}.core1)
endfunction()
