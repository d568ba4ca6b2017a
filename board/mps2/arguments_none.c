/* No arguments (CONFIG_TAKT_MPS2_ARGUMENTS=n). */
#include <takt/console.h>

#include "mps2.h"

bool takt_arguments_take(void)
{
    return true;
}

takt_time_t takt_arguments_start(void)
{
    return 0;
}

const char *takt_arguments_results(void)
{
    return "build/results";
}

const char *takt_argument(const char *key, const char *otherwise)
{
    (void)key;
    return otherwise;
}

const char *takt_argument_word(unsigned number)
{
    return number == 0 ? TAKT_BOARD : NULL;
}
