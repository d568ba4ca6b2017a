/*
 * Enough behind the stub's interface to run the example on a Linux machine: a core is a thread, and its tasks are two
 * contexts that take turns wherever FreeRTOS could switch, unless the scheduler is suspended. A switch while it is
 * suspended, or a resume without a suspend, ends the program.
 */
#define _GNU_SOURCE
#include "task.h"

#include "../example.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#define TASKS 2
#define STACK 65536

struct core {
    ucontext_t scheduler, task[TASKS];
    TaskFunction_t code[TASKS];
    void *parameters[TASKS], *stack[TASKS];
    unsigned tasks, current, suspended, ended;
};

static _Thread_local struct core core;

static void fail(const char *why)
{
    fprintf(stderr, "FAILED: %s\n", why);
    exit(1);
}

static void change(void)
{
    if (core.suspended != 0)
        fail("a task gives the core up while the scheduler is suspended");
    swapcontext(&core.task[core.current], &core.scheduler);
}

BaseType_t xTaskCreate(TaskFunction_t code, const char *name, configSTACK_DEPTH_TYPE depth, void *parameters,
                       UBaseType_t priority, TaskHandle_t *task)
{
    (void)name, (void)depth, (void)priority, (void)task;
    if (core.tasks == TASKS)
        return pdFALSE;
    core.code[core.tasks] = code;
    core.parameters[core.tasks++] = parameters;
    return pdPASS;
}

void vTaskDelete(TaskHandle_t task)
{
    (void)task;
    core.code[core.current] = NULL;
    core.ended++;
    change();
}

void vTaskDelay(TickType_t ticks)
{
    (void)ticks;
    change();
}

void vTaskSuspendAll(void)
{
    core.suspended++;
}

BaseType_t xTaskResumeAll(void)
{
    if (core.suspended == 0)
        fail("the scheduler is resumed more often than it was suspended");
    if (--core.suspended == 0)
        change(); /* as if a tick had been held back meanwhile */
    return pdPASS;
}

static void begin(void)
{
    core.code[core.current](core.parameters[core.current]);
    fail("a task's function returned");
}

void vTaskStartScheduler(void)
{
    for (unsigned i = 0; i < core.tasks; i++) {
        core.stack[i] = malloc(STACK);
        if (core.stack[i] == NULL || getcontext(&core.task[i]) != 0)
            fail("no memory for a task");
        core.task[i].uc_stack.ss_sp = core.stack[i];
        core.task[i].uc_stack.ss_size = STACK;
        makecontext(&core.task[i], begin, 0);
    }
    for (unsigned turn = 0; core.ended < core.tasks; turn++) {
        core.current = turn % core.tasks;
        if (core.code[core.current] != NULL)
            swapcontext(&core.scheduler, &core.task[core.current]);
    }
    for (unsigned i = 0; i < core.tasks; i++)
        free(core.stack[i]);
}

int64_t device_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void *start(void *arg)
{
    if (example_core(*(unsigned *)arg) != 0)
        fail("a core does not start");
    return NULL;
}

int main(void)
{
    pthread_t threads[CORES];
    unsigned ids[CORES];

    if (example_make() != 0)
        fail("no lock");
    for (unsigned i = 0; i < CORES; i++) {
        ids[i] = i;
        if (pthread_create(&threads[i], NULL, start, &ids[i]) != 0)
            fail("no thread");
    }
    for (unsigned i = 0; i < CORES; i++)
        pthread_join(threads[i], NULL);
    printf("counted to %ld\n", example_count());
    if (example_count() != example_wanted())
        fail("two tasks were in the section at a time");
    printf("amount: %ld acquisitions\n", example_count());
    return 0;
}
