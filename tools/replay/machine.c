/*
 * Playing a score: the kernel on virtual cores, with threads and handlers that do what the score says.
 *
 * Time. The virtual clock stands at LEAD when the recording begins; before that a core makes its objects and threads,
 * which takes no time because nothing costs anything yet. The thread that ran when recording began sets its core's clock
 * to the recorded time and goes on from there. The counter that the kernel sees is the recorded one.
 *
 * What makes the others as they were: the conductor, more urgent than all, starts each thread that ran, was ready or
 * waited. One that waited runs at the conductor's priority until it waits again, and gets its own then.
 *
 * A core's recording ends with the act that ended it, or at the recorded time; the machine stops when all have ended.
 * What happens on a core before and after is not heard.
 */
#include "machine.h"

#include "machine_part.h"

#include "sim.h"

#include "kernel.h"
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#define STACK 65536u

struct tt_machine tt_machine;
struct tt_machine_core tt_machine_core[TT_CORES];

/* Whether all recordings have come to the act that ends them; of those that have none, when is the limit's to say. */
static bool all_over(bool *wait)
{
    bool all = true;

    *wait = false;
    for (unsigned c = 0; c < tt_machine.score->cores; c++) {
        const struct tt_score_core *core = &tt_machine.score->core[c];

        all &= !core->present || !core->stops || tt_machine_core[c].over;
        *wait |= core->present && !core->stops;
    }
    return all;
}

/* Recording ends on this core. */
static void end_core(void)
{
    bool wait;

    tt_machine_core[takt_core_id()].hears = false;
    tt_machine_core[takt_core_id()].over = true;
    if (!all_over(&wait) || wait)
        return;
    tt_machine.play->complete = true;
    takt_sim_finish(0);
}

/* takt_work() until a time, and how much it came to. */
static int64_t work_until(int64_t until)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t end = (uint64_t)(until + LEAD), done = 0;

    while ((int64_t)(end - core->clock) > 0) {
        uint64_t began = core->clock;

        core->until = end;
        takt_sim_choose(TAKT_SIM_WORKS, TAKT_SIM_WORK, "work");
        done += core->clock - began;
        takt_sim_settle(core);
        tt_machine_core[takt_core_id()].freed++;
    }
    return (int64_t)done;
}

/* The same for so long. */
static void work_for(int64_t work)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t left = work > 0 ? (uint64_t)work : 0;

    while (left != 0) {
        uint64_t began = core->clock, done;

        core->until = core->clock + left;
        takt_sim_choose(TAKT_SIM_WORKS, TAKT_SIM_WORK, "work");
        done = core->clock - began;
        left -= done < left ? done : left;
        takt_sim_settle(core);
        tt_machine_core[takt_core_id()].freed++;
    }
}

static void compute(struct tt_act *act)
{
    tt_machine_core[takt_core_id()].freed++;
    if (tt_machine.play->guided && tt_machine_core[takt_core_id()].over)
        return; /* what is beyond the recording measures nothing */
    if (tt_machine.play->guided)
        act->work = work_until(act->begin);
    else
        work_for(act->work);
    tt_machine_core[takt_core_id()].freed++;
}

static void differ(const struct tt_act *act)
{
    if (tt_machine.play->differs++ == 0)
        tt_machine.play->first_differs = (uint32_t)(act - tt_machine.score->act);
}

/* Those that are the recorder's and the application's own, and calls. part: the thread's; NULL: a handler's */
static void do_act(struct tt_part *part, const struct tt_act *act)
{
    struct tt_act moved = *act;
    int64_t time;
    int result;

    if (part != NULL)
        tt_act_follow(part, &moved);

    switch (act->kind) {
    case TAKT_TRACE_EVENT_mark:
    case TAKT_TRACE_EVENT_counter:
    case TAKT_TRACE_EVENT_rung:
        if (tt_machine_core[takt_core_id()].hears)
            tt_hear(act->kind, (uint32_t)act->with[0], act->b, 0);
        return;
    case TAKT_TRACE_EVENT_clock_read:
        time = takt_now();
        if (part != NULL)
            part->ahead = time - act->with[0];
        return;
    case TAKT_TRACE_EVENT_stopped:
        if (tt_machine_core[takt_core_id()].hears)
            tt_hear(act->kind, tt_machine.score->core[takt_core_id()].groups, act->b, 0);
        end_core();
        return;
    default:
        result = tt_act(&moved);
        if (act->ended && result != act->result && act->kind != TAKT_TRACE_EVENT_call_sem_give)
            differ(act); /* whether a semaphore was at its maximum, nobody asks */
    }
}

static struct tt_act *take(uint32_t *at)
{
    struct tt_act *act = &tt_machine.score->act[*at];

    *at = act->next;
    return act;
}

/* The rest of a handler's chain, up to its end. */
void tt_machine_handler(uint32_t *at, unsigned ends)
{
    while (*at != 0) {
        struct tt_act *act = take(at);

        compute(act);
        if (act->kind == ends)
            return;
        do_act(NULL, act);
    }
}

void tt_machine_run(uint32_t thing, unsigned kind)
{
    struct tt_part *part = &tt_machine.part[thing];

    if (part->at == 0)
        part->at = part->turn; /* beyond the recording: as last */
    part->turn = part->at;
    tt_machine_handler(&part->at, kind);
}

static void on_limit(void *arg)
{
    bool wait;

    (void)arg;
    tt_machine.play->complete = all_over(&wait);
    takt_sim_finish(0);
}

static void make_limit(void)
{
    (void)takt_irq_attach(LINE_LIMIT, 0, on_limit, NULL);
    (void)takt_irq_enable(LINE_LIMIT);
    takt_sim_pend_at(takt_core_id(), LINE_LIMIT, (uint64_t)tt_machine.play->limit + LEAD);
}

/* The costs, from the first core's beginning on. */
static void let_cost(void)
{
#define TAKT_COST(name, value, what) takt_sim_costs.name##_ns = tt_machine.play->cost[TT_COST_##name];
#include "../../port/sim/costs.def"
#undef TAKT_COST
}

/* What a recording says of a timer when it begins. */
static void hear_timer(const struct tt_act *act)
{
    for (unsigned i = 0; i < 2; i++)
        tt_hear(TAKT_TRACE_EVENT_call_with, (uint32_t)((uint64_t)act->with[i] >> 32), (uint32_t)act->with[i],
                0);
    tt_hear(TAKT_TRACE_EVENT_timer_runs, tt_machine.score->thing[act->thing].id, act->b, 0);
}

/* Here recording begins: by the thread that ran then, or by the conductor in place of code before all threads. */
static void begin_core(void)
{
    const struct tt_score_core *core = &tt_machine.score->core[takt_core_id()];

    if (tt_machine_core[takt_core_id()].begun)
        return;
    tt_machine_core[takt_core_id()].begun = true;
    let_cost();
    takt_sim_core()->clock = (uint64_t)core->start + LEAD;
    tt_machine_core[takt_core_id()].hears = true;
    takt_trace_own()->groups = UINT32_MAX;
    tt_hear(TAKT_TRACE_EVENT_started, core->groups, core->mode, 0);
    tt_hear(TAKT_TRACE_EVENT_running, tt_id_of((uint32_t)TAKT_ID(takt_core()->current)),
            takt_core()->current->level, 0);
    for (uint32_t at = core->timers.first; at != 0; at = tt_machine.score->act[at].next)
        hear_timer(&tt_machine.score->act[at]);
}

static void thread_main(void *arg)
{
    uint32_t thing = *(uint32_t *)arg;
    struct tt_part *part = &tt_machine.part[thing];
    const struct tt_score_core *core = &tt_machine.score->core[takt_core_id()];

    while (part->at != 0 && tt_machine.score->act[part->at].initial)
        do_act(part, take(&part->at));
    if (core->current != thing && !tt_machine_core[takt_core_id()].begun)
        (void)takt_thread_suspend(&part->thread); /* until the conductor has all as it was */
    if (core->current == thing)
        begin_core();
    while (part->at != 0) {
        struct tt_act *act = take(&part->at);

        compute(act);
        if (act->kind == 0)
            break;
        do_act(part, act);
    }
    (void)takt_thread_suspend(&part->thread);
}

void tt_machine_thread(uint32_t thing)
{
    struct tt_part *part = &tt_machine.part[thing];
    const struct tt_setting *setting = &tt_machine.play->setting[thing];
    uint32_t *arg = malloc(sizeof(*arg));
    struct takt_thread_attr attr = {.name = tt_machine.score->thing[thing].name,
                                    .entry = thread_main,
                                    .arg = arg,
                                    .stack = malloc(STACK),
                                    .stack_size = STACK,
                                    .priority = (takt_prio_t)setting->priority,
                                    .threshold = (takt_prio_t)setting->threshold,
                                    .has_threshold = setting->threshold < setting->priority,
                                    .slice = setting->slice};

    if (arg == NULL || attr.stack == NULL)
        takt_panic("there is not enough memory for this replay", __FILE__, __LINE__);
    *arg = thing;
    if (takt_thread_create(&part->thread, &attr) != 0)
        takt_panic("a thread of the recording cannot be made", __FILE__, __LINE__);
}

static bool plays(uint32_t place)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];

    return thing->core == takt_core_id() && thing->kind == TAKT_TRACE_THREAD && thing->met && !thing->idle;
}

static void make_all(void)
{
    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        const struct tt_thing *thing = &tt_machine.score->thing[i];

        if (thing->core != takt_core_id())
            continue;
        tt_machine.part[i].at = thing->chain.first;
        if (thing->met && !thing->inside && thing->kind != TAKT_TRACE_THREAD)
            tt_act_object(i);
        if (plays(i) && !thing->created)
            tt_machine_thread(i);
    }
}

/* Dormant and ended threads are left alone, and so are those that wait longer than the recording lasts. */
static bool is_alive(uint32_t place)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];

    return plays(place) && !thing->created && (thing->state & 12) == 0 &&
           !((thing->state & 3) != 0 && thing->chain.first == 0);
}

static void prepare(uint32_t place)
{
    struct takt_thread *thread = &tt_machine.part[place].thread;

    (void)takt_thread_set_priority(thread, 0);
    (void)takt_thread_start(thread);
    takt_yield();
    (void)takt_thread_set_priority(thread, (takt_prio_t)tt_machine.play->setting[place].priority);
    if (tt_machine.play->setting[place].threshold < tt_machine.play->setting[place].priority)
        (void)takt_thread_set_threshold(thread, (takt_prio_t)tt_machine.play->setting[place].threshold);
}

/* The one that was woken next behind a place in the recording. @return TT_NOBODY: none is left */
static uint32_t woken_after(size_t woken)
{
    const struct tt_thing *thing = tt_machine.score->thing;
    uint32_t next = TT_NOBODY;

    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        if (plays(i) && thing[i].woken > woken && (next == TT_NOBODY || thing[i].woken < thing[next].woken))
            next = i;
    }
    return next;
}

/*
 * Waiting ones first, then the one that ran, then those that were ready. Of those that wait for the same, or until the same
 * time, the one that was woken first has waited longest.
 */
static void start_all(uint32_t current)
{
    uint32_t woken = woken_after(0);

    for (; woken != TT_NOBODY; woken = woken_after(tt_machine.score->thing[woken].woken)) {
        if (woken != current && is_alive(woken))
            prepare(woken);
    }
    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        if (i != current && is_alive(i) && tt_machine.score->thing[i].woken == 0)
            prepare(i);
    }
    if (current != TT_NOBODY && plays(current))
        (void)takt_thread_start(&tt_machine.part[current].thread);
    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        if (i != current && is_alive(i))
            (void)takt_thread_resume(&tt_machine.part[i].thread);
    }
}

/* Code before all threads stands in the chain of the idle thread. */
static void run_before(uint32_t idle)
{
    uint32_t at = tt_machine.part[idle].at;

    work_until(tt_machine.score->core[takt_core_id()].start);
    begin_core();
    while (at != 0) {
        struct tt_act *act = take(&at);

        compute(act);
        do_act(NULL, act);
    }
}

static void conduct(void *arg)
{
    const struct tt_score_core *core = &tt_machine.score->core[takt_core_id()];

    (void)arg;
    start_all(core->current);
    tt_shared_find();
    tt_act_timers(takt_core_id());
    tt_lines_make();
    make_limit();
    if (core->current != TT_NOBODY && tt_machine.score->thing[core->current].idle)
        run_before(core->current);
    else
        (void)work_until(core->start);
}

void takt_main(unsigned core)
{
    static uintptr_t stack[TT_CORES][STACK / sizeof(uintptr_t)];
    struct takt_thread_attr attr = {.name = "conductor",
                                    .entry = conduct,
                                    .stack = stack[core],
                                    .stack_size = sizeof(stack[core]),
                                    .priority = 0};

    if (tt_machine.score->core[core].present)
        make_all();
    tt_shared_make();
    if (!tt_machine.score->core[core].present)
        return;
    (void)takt_thread_create(&tt_machine_core[core].conductor, &attr);
    (void)takt_thread_start(&tt_machine_core[core].conductor);
}

/* What the board gives. */

void takt_console_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stderr);
}

void takt_exit(int status)
{
    takt_sim_finish(status);
}

void takt_sim_replay(void)
{
}

static uint32_t count_unplayed(const struct tt_score *score)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < score->things; i++) {
        for (uint32_t at = tt_machine.part[i].at; at != 0; at = score->act[at].next)
            left += score->act[at].kind != 0;
    }
    return left;
}

int tt_machine_play(struct tt_score *score, struct tt_play *play)
{
    int status;

    tt_machine = (struct tt_machine){.score = score, .play = play};
    tt_machine.part = aligned_alloc(_Alignof(struct tt_part), (score->things + 1) * sizeof(*tt_machine.part));
    if (tt_machine.part == NULL)
        return -1;
    memset(tt_machine.part, 0, score->things * sizeof(*tt_machine.part));
    takt_sim_watch(0);
    status = takt_sim_run(score->cores, &takt_sim_timed, 1, (uint64_t)score->trace->begin - LEAD);
    play->unplayed = count_unplayed(score);
    return status;
}
