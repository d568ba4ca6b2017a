/* What the two parts of the machine share: the objects that are played with. Built with the kernel's headers. */
#ifndef TAKT_TOOLS_REPLAY_MACHINE_PART_H
#define TAKT_TOOLS_REPLAY_MACHINE_PART_H

#include <takt/channel.h>
#include <takt/llq.h>
#include <takt/takt.h>

#include "machine.h"

/** The kernel's object of a thing. All have the same size, so that a hook finds a thing by its address. */
struct tt_part {
    union {
        struct takt_thread thread;
        struct takt_sem sem;
        struct takt_mutex mutex;
        struct takt_cond cond;
        struct takt_queue queue;
        struct takt_event event;
        struct takt_timer timer;
        struct takt_pool pool;
        struct takt_channel channel;
        struct takt_llq llq;
    };
    struct takt_llq_token token; /* of a lock between cores: its owner's */
    void *memory;                /* stack, or store */
    void **block;                /* of a pool: those that are out */
    uint32_t blocks;
    int64_t ahead; /* ns: the time that a thread read last, less the recorded one */
    int64_t later; /* ns: the same of its last deadline */
    uint32_t at;   /* act that comes next */
    uint32_t turn; /* of a timer: act with which its function began last */
};

struct tt_machine {
    struct tt_score *score;
    struct tt_play *play;
    struct tt_part *part; /* of each thing */
};

extern struct tt_machine tt_machine;

#define LEAD       1000000 /* ns: the virtual clock when a recording begins */
#define LINES      60u     /* interrupts from outside that a core can have */
#define LINE_LIMIT 60u     /* the line that stops the machine */

/** A core of it. */
struct tt_machine_core {
    bool begun, hears, over; /* recording began; goes on; has ended */
    uint32_t freed;          /* struct tt_charge's */
    struct tt_who who;
    bool strays;    /* from the recorded events */
    size_t steps;   /* that it has come to */
    uint32_t *next; /* step of each who, as struct tt_step has it */
    unsigned lines;
    uint32_t line[LINES]; /* of the score, by the machine's number */
    struct takt_thread conductor;
};

extern struct tt_machine_core tt_machine_core[TT_CORES];

/* Steps that take as long as they did (pace.c). */

/** An event ends a step of the running core. @return whether the next one is to be looked at, too */
bool tt_pace(unsigned event, uint32_t a);
void tt_pace_next(void);

/** Hear an event of the running core. */
void tt_hear(unsigned event, uint32_t a, uint32_t b, unsigned more);
/** What the recording calls the object at an address, of which the lower half is known. */
uint32_t tt_id_of(uint32_t address);

/** Do what the chain of a thing says next, up to an act of a kind, which is passed. */
void tt_machine_run(uint32_t thing, unsigned kind);

/** Do what a handler's chain says, up to an act of a kind, which is passed. at: the act that comes next. */
void tt_machine_handler(uint32_t *at, unsigned ends);

/** Let the running core's interrupts from outside come (lines.c). */
void tt_lines_make(void);

/** Create the thread of a thing. */
void tt_machine_thread(uint32_t thing);

/** Make the object of a thing, as it was when recording began. */
void tt_act_object(uint32_t place);
/** Start the timers of the running core that ran when recording began. */
void tt_act_timers(unsigned core);
/** Move the deadline of a copy of a thread's act as what it was made from has moved. */
void tt_act_follow(struct tt_part *part, struct tt_act *act);
/** The deadline of an act. */
takt_deadline_t tt_act_until(const struct tt_act *act);
/** Carry out an act. @return what the call returned */
int tt_act(const struct tt_act *act);

/* What cores share (shared.c). */

/** Offer what other cores ask this one for; make channels and locks. Before start. */
void tt_shared_make(void);
/** When all have made theirs: find the others', fill the lanes with what was in them when recording began; until all have. */
void tt_shared_find(void);
/** What the recording calls an object in shared memory. @return the address: nothing of a thing */
uint32_t tt_shared_id(uint32_t address);
/** What the recording calls an object by where it is in its thing's part. */
uint32_t tt_shared_part(uint32_t place, size_t offset);
/** The recording's number of a message in a lane. */
uint32_t tt_shared_message(uint32_t lane, uint32_t number);
/** Carry out an act on something shared. @return what the call returned; locks: 0 or -1 */
int tt_shared_act(const struct tt_act *act);

#endif
