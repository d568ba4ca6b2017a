/* trace-generate FILE EVENTS CORES: a recording of that size, to try tools with. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long written = argc == 4 ? generate(argv[1], atol(argv[2]), (unsigned)atol(argv[3])) : -1;

    if (written < 0) {
        fputs("trace-generate FILE EVENTS CORES\n", stderr);
        return 2;
    }
    printf("%ld events\n", written);
    return 0;
}
