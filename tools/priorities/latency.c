/*
 * Latency of each receiver: from a message's send to its receive, of all messages of a recording. A receiver that was
 * woken counts from being made ready (tools/trace/flows.c).
 */
#include "parts.h"

#include "../trace/lanes.h"

#include <stdlib.h>
#include <string.h>

#define RECEIVERS    3u
#define COLUMNS      (2 + 2 * RECEIVERS)
#define ROWS         (PRIORITIES_CASES * SIZES)
#define MESSAGES_MAX 1024u /* of a receiver in a recording */

static const struct takt_column columns[COLUMNS] = {
    {"map", NULL, 0},      {"message", "B", 0},  {"A median", "us", 3}, {"A worst", "us", 3},
    {"B median", "us", 3}, {"B worst", "us", 3}, {"C median", "us", 3}, {"C worst", "us", 3}};
static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
struct takt_table priorities_latency_table = {
    .name = "latency",
    .title = "Latency of each receiver: from a message's send to its receive",
    .note = "Low latency needs the receiver above the sender; equal priorities make the last receiver wait "
            "for all "
            "before it. The article prints this trade without figures of latency.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS};

static void fill_receiver(const struct tt_lanes *lanes, const char *name)
{
    int64_t time[MESSAGES_MAX];
    size_t count = 0;

    for (size_t i = 0; i < lanes->arrows && count < MESSAGES_MAX; i++) {
        const struct tt_arrow *arrow = &lanes->arrow[i];

        if (arrow->object != 0 && strcmp(tt_lane_name(lanes, &lanes->lane[arrow->to]), name) == 0)
            time[count++] = arrow->to_time - arrow->from_time;
    }
    takt_table_number(&priorities_latency_table, takt_stats_median(time, count));
    takt_table_number(&priorities_latency_table, count > 0 ? time[count - 1] : 0);
}

static int fill(unsigned size, unsigned number)
{
    struct tt_trace trace;
    struct tt_lanes lanes;

    if (priorities_read(&trace, priorities_case_name(size, number)) != 0)
        return -1;
    tt_lanes_make(&lanes, &trace);
    takt_table_row(&priorities_latency_table, number == 0 && size > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(&priorities_latency_table, priorities_cases[number].title);
    takt_table_number(&priorities_latency_table, priorities_sizes[size]);
    for (unsigned i = 0; i < RECEIVERS; i++)
        fill_receiver(&lanes, priorities_cases[number].thread[i].name);
    tt_lanes_free(&lanes);
    tt_free(&trace);
    return 0;
}

int priorities_latency(void)
{
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++) {
            if (fill(size, i) != 0)
                return -1;
        }
    }
    return 0;
}
