/*
 * mark NAME              print how long ago the board was reset, and what memory there is
 * mark NAME COMMAND...   run a command, and print how long it took
 * mark off               end: reset, which ends the emulator
 *
 * As process 1 it is `mark first` and then `mark off`: the first program that runs at all.
 *
 * The clock is the board's counter of 24 MHz, which runs from the reset, so that loading and decompressing the kernel
 * count, and neither the kernel's clock nor its messages are needed. It wraps after 178 s; nothing here takes so long.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

#define REGISTERS 0x10000000 /* the Versatile's system registers */
#define COUNTER   0x5c
#define HZ        24000000.0

static volatile const uint32_t *counter;

static int find_counter(void)
{
    int memory = open("/dev/mem", O_RDONLY | O_SYNC);
    if (memory < 0) {
        return -1;
    }
    const char *registers = mmap(NULL, 4096, PROT_READ, MAP_SHARED, memory, REGISTERS);
    if (registers == MAP_FAILED) {
        return -1;
    }
    counter = (volatile const uint32_t *)(const void *)(registers + COUNTER);
    return 0;
}

/* Without stdio for what is timed: a program that is small starts early. */
static void print_memory(void)
{
    char text[64];
    int file = open("/proc/meminfo", O_RDONLY);
    ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (got > 0) {
        unsigned long total = 0, left = 0;
        text[got] = 0;
        if (sscanf(text, "MemTotal: %lu kB MemFree: %lu", &total, &left) == 2) {
            printf("MEMORY %lu %lu\n", total, left);
        }
    }
}

static void say_mark(const char *name)
{
    printf("MARK %s %.6f\n", name, *counter / HZ);
    print_memory();
    fflush(stdout);
}

static int say_time(char **words)
{
    uint32_t began = *counter;
    int status = 0;
    pid_t child = vfork();
    if (child == 0) {
        execvp(words[1], words + 1);
        _exit(127);
    }
    waitpid(child, &status, 0);
    uint32_t took = *counter - began;
    printf("TIME %s %.6f %d\n", words[0], took / HZ, status);
    fflush(stdout);
    return status != 0;
}

static _Noreturn void turn_off(void)
{
    sync();
    reboot(RB_AUTOBOOT);
    for (;;) {
        pause();
    }
}

int main(int argc, char **argv)
{
    int first = getpid() == 1;
    if (find_counter() != 0) {
        printf("FAILED /dev/mem cannot be mapped\n");
        return 1;
    }
    if (first) {
        mount("proc", "/proc", "proc", 0, NULL);
    }
    if (argc > 2) {
        return say_time(argv + 1);
    }
    if (argc == 2 && strcmp(argv[1], "off") == 0) {
        turn_off();
    }
    say_mark(first ? "first" : argc == 2 ? argv[1] : "mark");
    if (first) {
        turn_off();
    }
    return 0;
}
