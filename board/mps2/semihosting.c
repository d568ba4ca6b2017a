/*
 * Semihosting (Arm, "Semihosting for AArch32 and AArch64"): a breakpoint with a number of its own, which a debugger, or
 * QEMU, takes as a request. With nobody there a breakpoint is a fault; so the first request is a try, and the fault
 * handler, which sees that it was one, goes on behind it with -1.
 *
 * A request stops the core until it is answered, in any state, handlers included.
 */
#include <string.h>

#include "kernel.h"

#include "mps2.h"

#define SYS_OPEN          0x01u
#define SYS_CLOSE         0x02u
#define SYS_WRITE         0x05u
#define SYS_RENAME        0x0Fu
#define SYS_GET_CMDLINE   0x15u
#define SYS_ERRNO         0x13u
#define SYS_EXIT_EXTENDED 0x20u

#define MODE_W           4u /* as fopen()'s "w", and "wb" */
#define MODE_WB          5u
#define APPLICATION_EXIT 0x20026u
#define BREAKPOINT       0xBEABu /* bkpt 0xAB */

static bool trying, there;
static int console = -1;

int takt_semihosting(uint32_t service, const void *block)
{
    register uint32_t r0 __asm__("r0") = service;
    register const void *r1 __asm__("r1") = block;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return (int)r0;
}

bool takt_board_fault(struct takt_cortexm_frame *frame)
{
    const uint16_t *instruction = (const uint16_t *)(uintptr_t)frame->pc;

    if (!trying || *instruction != BREAKPOINT)
        return false;
    trying = false;
    there = false;
    frame->r0 = UINT32_MAX;
    frame->pc += sizeof *instruction;
    return true;
}

static int open_file(const char *path, uint32_t mode)
{
    const uintptr_t block[] = {(uintptr_t)path, mode, strlen(path)};

    return takt_semihosting(SYS_OPEN, block);
}

/* What is left unwritten; 0: all is written. */
static int write_file(int handle, const char *text, size_t length)
{
    const uintptr_t block[] = {(uintptr_t)handle, (uintptr_t)text, length};

    return takt_semihosting(SYS_WRITE, block);
}

void takt_semihosting_look(void)
{
    if (CONFIG_TAKT_MPS2_CONSOLE_UART)
        return;
    there = trying = true;
    (void)takt_semihosting(SYS_ERRNO, NULL);
    trying = false;
    if (there)
        console = open_file(":tt", MODE_W); /* the name that the specification gives to the console */
}

bool takt_semihosting_there(void)
{
    return there;
}

void takt_semihosting_write(const char *text, size_t length)
{
    (void)write_file(console, text, length);
}

bool takt_semihosting_file(const char *path, const char *text, size_t length)
{
    int handle = open_file(path, MODE_WB);
    const uintptr_t block[] = {(uintptr_t)handle};
    int left;

    if (handle == -1)
        return false;
    left = write_file(handle, text, length);
    return takt_semihosting(SYS_CLOSE, block) == 0 && left == 0;
}

bool takt_semihosting_rename(const char *path, const char *name)
{
    const uintptr_t block[] = {(uintptr_t)path, strlen(path), (uintptr_t)name, strlen(name)};

    return takt_semihosting(SYS_RENAME, block) == 0;
}

bool takt_semihosting_line(char *line, size_t size)
{
    uintptr_t block[] = {(uintptr_t)line, size};

    return there && takt_semihosting(SYS_GET_CMDLINE, block) == 0;
}

void takt_semihosting_exit(int status)
{
    const uintptr_t block[] = {APPLICATION_EXIT, (uintptr_t)status};

    if (there)
        (void)takt_semihosting(SYS_EXIT_EXTENDED, block);
}
