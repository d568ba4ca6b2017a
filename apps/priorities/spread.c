/*
 * The article's second claim: that unique priorities make performance less predictable. The same random cycles for
 * each map of priorities, once each way:
 *
 *   orders    D sends the nine messages in a random order, computes a random time after each, and gives way at the end;
 *   arrivals  the nine messages come by a timer's interrupt, in a random order and at random times, while D computes
 *             in small pieces and gives way after each; a receiver computes for every message, in the mean half the time
 *             between two of them;
 *   crowded   the same, and the receivers compute longer than that, so that messages wait.
 *
 * The switches of each cycle are counted from the stream of the trace, between D's marks of its beginning and its end,
 * for a recording of thousands of cycles has no room on a small board. The counts then are a recording of their own,
 * priorities-spread.takt: a mark begins each combination, a counter tells a cycle.
 */
#include "priorities.h"

#include "../../trace/format.h"

#include <string.h>

#define MARK_END   2
#define ALL        (MESSAGES * RECEIVERS)
#define DRAIN      16u /* cycles whose events surely have room */
#define SEED       2009u
#define PIECE_NS   3000
#define MESSAGE_NS 11000
#define CROWDED_NS 26000
#define GAP_NS     10000 /* least between two arrivals: as close as timers are on the board host */
#define GAPS_NS    24000 /* and so much more at most */
#define PAUSE_NS   2000

static struct takt_thread thread[PRIORITIES_SPREAD_MAPS][RECEIVERS + 1];
static struct takt_timer arrival;
static takt_time_t work;                  /* of a receiver for each message; 0: D itself sends */
static unsigned char order[ALL];          /* receivers */
static uint32_t gap[ALL];                 /* ns */
static volatile unsigned sent;            /* messages of this cycle */
static volatile unsigned done[RECEIVERS]; /* and those that each has finished: each has one writer */
static uint16_t counts[PRIORITIES_SPREAD_WAYS][PRIORITIES_SPREAD_MAPS][PRIORITIES_SPREAD_CYCLES];

/** What the sink has seen so far. */
static struct {
    uint16_t *counts;
    unsigned cycles, switches;
    bool inside;
} seen;

static void look(const struct takt_trace_record *record)
{
    if (record->event == TAKT_TRACE_EVENT_switch)
        seen.switches++;
    if (record->event != TAKT_TRACE_EVENT_mark)
        return;
    if (record->a == MARK_END && seen.inside && seen.cycles < PRIORITIES_SPREAD_CYCLES)
        seen.counts[seen.cycles++] = (uint16_t)seen.switches;
    seen.inside = record->a == PRIORITIES_MARK_CYCLE;
    seen.switches = 0;
}

/* The stream's heads and tables are of no use here: packets begin with their magic. */
static int sink(void *context, const void *bytes, size_t size)
{
    const struct takt_trace_packet *packet = bytes;
    struct takt_trace_record record;

    (void)context;
    if (size < sizeof(*packet) || packet->magic != TAKT_TRACE_PACKET)
        return 0;
    for (uint32_t at = 0; at + sizeof(record) <= packet->used; at += sizeof(record)) {
        memcpy(&record, (const char *)bytes + sizeof(*packet) + at, sizeof(record));
        look(&record);
    }
    return 0;
}

static void shuffle(void)
{
    for (unsigned i = 0; i < ALL; i++) {
        order[i] = (unsigned char)(i % RECEIVERS);
        gap[i] = work != 0 ? GAP_NS + priorities_random(GAPS_NS) : priorities_random(PAUSE_NS);
    }
    for (unsigned i = ALL - 1; i > 0; i--) {
        unsigned other = priorities_random(i + 1);
        unsigned char kept = order[i];

        order[i] = order[other];
        order[other] = kept;
    }
}

static void send(void)
{
    uint32_t message = 1;
    unsigned number = sent++;

    priorities_must(takt_queue_send(&priorities_queue[order[number]], &message, TAKT_NO_WAIT),
                    "takt_queue_send");
}

/* Runs in the timer's interrupt. */
static void arrive(struct takt_timer *timer, void *arg)
{
    (void)arg;
    send();
    if (sent < ALL)
        priorities_must(takt_timer_start(timer, gap[sent], 0), "takt_timer_start");
}

static unsigned finished(void)
{
    unsigned all = 0;

    for (unsigned i = 0; i < RECEIVERS; i++)
        all += done[i];
    return all;
}

static void receiver(void *arg)
{
    struct takt_queue *own = arg;
    uint32_t message;

    for (;;) {
        priorities_must(takt_queue_receive(own, &message, TAKT_FOREVER), "takt_queue_receive");
        if (message == 0)
            return;
        if (work != 0)
            takt_work(work);
        done[own - priorities_queue]++;
    }
}

static void cycle_of_orders(void)
{
    for (unsigned i = 0; i < ALL; i++) {
        send();
        takt_work(gap[i]);
    }
    while (finished() < ALL)
        takt_yield();
}

static void cycle_of_arrivals(void)
{
    priorities_must(takt_timer_start(&arrival, gap[0], 0), "takt_timer_start");
    while (finished() < ALL) {
        takt_work(PIECE_NS);
        takt_yield();
    }
}

static void begin_cycle(void)
{
    sent = 0;
    for (unsigned i = 0; i < RECEIVERS; i++)
        done[i] = 0;
}

static void sender(void *arg)
{
    uint32_t last = 0;

    (void)arg;
    for (unsigned i = 0; i < PRIORITIES_SPREAD_CYCLES; i++) {
        shuffle();
        begin_cycle();
        takt_trace_mark(PRIORITIES_MARK_CYCLE, i);
        if (work != 0)
            cycle_of_arrivals();
        else
            cycle_of_orders();
        takt_trace_mark(MARK_END, i);
        if (i % DRAIN == DRAIN - 1)
            priorities_must(takt_trace_drain(sink, NULL, false), "takt_trace_drain");
    }
    takt_trace_stop();
    priorities_must(takt_trace_drain(sink, NULL, true), "takt_trace_drain");
    for (unsigned i = 0; i < RECEIVERS; i++)
        priorities_must(takt_queue_send(&priorities_queue[i], &last, TAKT_FOREVER), "takt_queue_send");
    priorities_must(takt_sem_give(&priorities_done), "takt_sem_give");
}

static void run(unsigned way, unsigned map)
{
    static const takt_time_t works[PRIORITIES_SPREAD_WAYS] = {0, MESSAGE_NS, CROWDED_NS};
    const struct priorities_case *one = &priorities_cases[priorities_spread_maps[map]];

    work = works[way];
    priorities_queues(1);
    priorities_seed(SEED);
    memset(&seen, 0, sizeof(seen));
    seen.counts = counts[way][map];
    for (unsigned i = 0; i < RECEIVERS; i++)
        priorities_create(&thread[map][i], i, &one->thread[i], receiver, &priorities_queue[i], 0);
    priorities_create(&thread[map][RECEIVERS], RECEIVERS, &one->thread[RECEIVERS], sender, NULL, 0);
    takt_trace_start(TAKT_TRACE_STREAM, TAKT_TRACE_GROUP_switch | TAKT_TRACE_GROUP_user);
    priorities_start(thread[map], RECEIVERS + 1);
    priorities_join(thread[map], RECEIVERS + 1);
    if (seen.cycles == PRIORITIES_SPREAD_CYCLES && takt_trace_lost() == 0)
        return;
    takt_printf("priorities: of %u cycles %u were seen, %u events found no room\n",
                (unsigned)PRIORITIES_SPREAD_CYCLES, seen.cycles, (unsigned)takt_trace_lost());
    takt_exit(1);
}

static void save(void)
{
    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_user);
    for (unsigned way = 0; way < PRIORITIES_SPREAD_WAYS; way++) {
        for (unsigned map = 0; map < PRIORITIES_SPREAD_MAPS; map++) {
            takt_trace_mark(PRIORITIES_MARK_SPREAD, way * PRIORITIES_SPREAD_MAPS + map);
            for (unsigned i = 0; i < PRIORITIES_SPREAD_CYCLES; i++) {
                takt_trace_counter(PRIORITIES_COUNTER_SWITCHES, counts[way][map][i]);
                takt_work(1000); /* where only work takes time: a counter each µs */
            }
        }
    }
    takt_trace_stop();
    priorities_save("spread");
}

void priorities_spread(void)
{
    priorities_must(takt_timer_init_direct(&arrival, arrive, NULL), "takt_timer_init_direct");
    (void)takt_trace_mark_name(PRIORITIES_MARK_SPREAD, "way and map");
    (void)takt_trace_counter_name(PRIORITIES_COUNTER_SWITCHES, "switches");
    for (unsigned way = 0; way < PRIORITIES_SPREAD_WAYS; way++) {
        for (unsigned map = 0; map < PRIORITIES_SPREAD_MAPS; map++)
            run(way, map);
    }
    save();
}
