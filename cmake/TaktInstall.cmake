# cmake --install: headers, libraries, the CMake package Takt (Takt::takt, Takt::llq) and pkg-config files. An
# installed Takt is one board with one configuration; its config.h goes with it.
include(CMakePackageConfigHelpers)

set(takt_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Takt)
set(takt_targets takt takt_options)
if(TARGET llq)
    list(APPEND takt_targets llq)
endif()
install(TARGETS ${takt_targets} EXPORT TaktTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT TaktTargets NAMESPACE Takt:: DESTINATION ${takt_package_dir})

install(DIRECTORY include/takt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(DIRECTORY ${TAKT_CONFIG_DIR}/takt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY llq/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
foreach(folder port/${TAKT_PORT}/takt port/${TAKT_PORT}/include/takt)
    if(EXISTS ${PROJECT_SOURCE_DIR}/${folder})
        install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
    endif()
endforeach()

configure_package_config_file(cmake/TaktConfig.cmake.in ${PROJECT_BINARY_DIR}/TaktConfig.cmake
    INSTALL_DESTINATION ${takt_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TaktConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TaktConfig.cmake ${PROJECT_BINARY_DIR}/TaktConfigVersion.cmake
    DESTINATION ${takt_package_dir})

# pkg-config takes flags, not targets: what the boards of the development machine need is threads, and on sim the
# definition that sends shared words through the simulator.
get_target_property(definitions takt INTERFACE_COMPILE_DEFINITIONS)
set(takt_pc_cflags "")
foreach(definition ${definitions})
    if(definition)
        string(APPEND takt_pc_cflags " -D${definition}")
    endif()
endforeach()
foreach(package takt takt-llq)
    configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
