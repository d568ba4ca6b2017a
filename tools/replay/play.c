/*
 * Playing in a process of its own: the kernel's state is static memory, which a new process has fresh, and a kernel
 * that stops takes nobody with it. Score and answer are in memory that both share.
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/** Events that a changed run may have for each recorded one, and beside. */
#define MORE_EVENTS 6
#define MORE_BESIDE 65536

static void *shared(size_t size)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        fprintf(stderr, "takt-trace: there is not enough memory for this replay.\n");
        exit(2);
    }
    return memory;
}

static size_t settings_size(const struct tt_replay *replay)
{
    return (replay->score.things + 1) * sizeof(struct tt_setting);
}

static struct tt_play *make(struct tt_replay *replay, const struct tt_setting *setting, bool charges)
{
    struct tt_play *play = shared(sizeof(*play));

    *play = (struct tt_play){.room = replay->trace->count * MORE_EVENTS + MORE_BESIDE};
    play->setting = shared(settings_size(replay));
    memcpy(play->setting, setting, settings_size(replay));
    memcpy(play->cost, replay->cost, sizeof(play->cost));
    play->event = shared(play->room * sizeof(*play->event));
    if (charges)
        play->charge = shared(play->room * sizeof(*play->charge));
    return play;
}

void tt_play_free(struct tt_play *play)
{
    if (play->charge != NULL)
        munmap(play->charge, play->room * sizeof(*play->charge));
    munmap(play->event, play->room * sizeof(*play->event));
    munmap(play, sizeof(*play)); /* its settings go with the process: a page */
}

struct tt_play *tt_play(struct tt_replay *replay, const struct tt_setting *setting, const struct tt_way *way)
{
    struct tt_play *play = make(replay, setting, way->charges);
    int status = 1;
    pid_t child;

    play->guided = way->guided;
    play->limit = way->limit;
    play->steps = way->stepped ? replay->steps : NULL;
    fflush(stdout);
    fflush(stderr);
    child = fork();
    if (child == 0)
        _exit(tt_machine_play(&replay->score, play) == 0 ? 0 : 1);
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "takt-trace: the replay did not come to its end.\n");
        tt_play_free(play);
        return NULL;
    }
    return play;
}
