/* See report.h. */
#include "report.h"

#include <takt/console.h>

void bench_figure(const char *group, const char *name, const char *title, takt_time_t took, uint64_t count)
{
    uint64_t hundredths = count == 0 ? 0 : ((uint64_t)took * 100u + count / 2) / count;

    takt_printf("figure %-8s %-22s %10llu.%02llu  %s\n", group, name, (unsigned long long)(hundredths / 100),
                (unsigned long long)(hundredths % 100), title);
}

void bench_number(const char *group, const char *name, const char *title, uint64_t number)
{
    takt_printf("figure %-8s %-22s %13llu  %s\n", group, name, (unsigned long long)number, title);
}
