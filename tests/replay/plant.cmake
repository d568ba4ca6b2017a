# Makes a copy of a source in which one piece of text is another: cmake -DIN= -DOUT= -DOLD= -DNEW= -P plant.cmake. If
# the text is not there, the source has changed and the plant has to be chosen anew.
file(READ ${IN} text)
string(REPLACE "${OLD}" "${NEW}" planted "${text}")
if(planted STREQUAL text)
    message(FATAL_ERROR "${IN} does not contain \"${OLD}\": choose what tests/replay/CMakeLists.txt plants anew")
endif()
file(WRITE ${OUT} "${planted}")
