/*
 * The table of processes (llq/process.h): who is gone, and who is only silent. Each case is made with real
 * processes: one that runs, is stopped, is killed and not yet reaped, is reaped; one whose number another has got
 * (an entry with the right number and another birth says the same); one that died while it joined.
 *
 * With the argument "old-kernel" the system call that gives a pidfd is refused, as kernels before 5.3 do.
 */
#define _GNU_SOURCE
#include <llq/llq.h>
#include <llq/process.h>

#include "llq_linux.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONTEXTS 4
#define JOINING  0x80000000u

static unsigned checks;
static struct llq_process *table;

static void check(bool holds, const char *what)
{
    checks++;
    if (!holds) {
        printf("FAILED: %s\n", what);
        exit(1);
    }
}

/* A child that joins as id and then waits to be killed. The pipe says that it has joined. */
static pid_t start(unsigned id, uint32_t *epoch)
{
    int fds[2], result;
    pid_t pid;

    check(pipe(fds) == 0, "pipe");
    pid = fork();
    if (pid == 0) {
        uint32_t got = 0;

        result = llq_process_join(table, CONTEXTS, id, &got);
        got = result == 0 ? got : 0;
        _exit(write(fds[1], &got, sizeof(got)) == sizeof(got) && pause() != 0);
    }
    check(pid > 0 && read(fds[0], epoch, sizeof(*epoch)) == sizeof(*epoch), "a child starts");
    close(fds[0]);
    close(fds[1]);
    return pid;
}

static void end(pid_t pid)
{
    int status;

    kill(pid, SIGKILL);
    check(waitpid(pid, &status, 0) == pid, "waitpid");
}

/* Killed and not reaped: a zombie, which the kernel shows at once or soon. */
static bool gone_soon(unsigned id, uint32_t epoch)
{
    for (int i = 0; i < 5000; i++) {
        if (llq_linux_gone(id, epoch))
            return true;
        usleep(1000);
    }
    return false;
}

static void test_alone(void)
{
    uint32_t epoch, more;

    check(llq_process_join(NULL, CONTEXTS, 0, &epoch) == -EINVAL, "no table");
    check(llq_process_join(table, CONTEXTS, CONTEXTS, &epoch) == -EINVAL, "id out of range");
    check(!llq_linux_gone(0, 0) && !llq_linux_suspect(), "without a table nobody is suspected or gone");
    check(llq_process_join(table, CONTEXTS, 0, &epoch) == 0 && epoch == 1, "the first life has epoch 1");
    check(llq_process_join(table, CONTEXTS, 0, &more) == -EBUSY, "this process is that context already");
    check(llq_process_join(table + 1, CONTEXTS - 1, 0, &more) == -EINVAL, "another table");
    check(!llq_linux_gone(0, epoch), "this process is not gone");
    check(!llq_linux_gone(CONTEXTS, 1), "an id out of range is not known to be gone");
    check(!llq_linux_gone(3, 1), "nor is one that never joined");
}

static void test_lives(void)
{
    uint32_t epoch, again;
    pid_t pid = start(1, &epoch), other;

    check(epoch == 1, "a child has joined");
    check(!llq_linux_gone(1, epoch), "it lives");
    other = start(1, &again);
    check(again == 0, "nobody else becomes what a living process is");
    end(other);
    kill(pid, SIGSTOP);
    usleep(20000);
    check(!llq_linux_gone(1, epoch), "it is stopped, not gone");
    kill(pid, SIGKILL);
    check(gone_soon(1, epoch), "killed and not reaped, it is gone");
    other = start(1, &again);
    check(again == 2, "its successor has the next epoch");
    check(llq_linux_gone(1, epoch), "the earlier life is gone though its successor lives");
    check(!llq_linux_gone(1, again), "the successor is not");
    check(waitpid(pid, NULL, 0) == pid, "waitpid");
    end(other);
    check(llq_linux_gone(1, again), "reaped, it is gone");
}

static void test_numbers(void)
{
    uint32_t epoch;
    pid_t pid = start(2, &epoch);

    table[2].born_low.value++;
    check(llq_linux_gone(2, epoch), "a process of that number, born at another time, is another one");
    table[2].born_low.value--;
    check(!llq_linux_gone(2, epoch), "born at that time it is the one");
    end(pid);
}

static void test_joining(void)
{
    uint32_t epoch;
    pid_t pid = start(3, &epoch);

    table[3].pid.value |= JOINING;
    check(llq_process_join(table, CONTEXTS, 3, &epoch) == -EBUSY, "who is joining is not replaced");
    check(llq_linux_gone(3, 0), "an earlier life than one that joins is gone");
    end(pid);
    check(llq_process_join(table, CONTEXTS, 3, &epoch) == 0, "who died while it joined is");
}

static void test_sleep(void)
{
    struct takt_word *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid;

    check(word != MAP_FAILED, "mmap");
    llq_linux_sleep(word, 1, INT64_MAX); /* returns: the word has another value */
    llq_linux_sleep(word, 0, 1);         /* returns: the deadline has passed */
    pid = fork();
    if (pid == 0) {
        usleep(20000);
        TAKT_STORE(word, 1, release);
        llq_linux_wake(word);
        _exit(0);
    }
    while (TAKT_LOAD(word, acquire) == 0)
        llq_linux_sleep(word, 0, INT64_MAX);
    checks += 3; /* each of the three ended */
    check(waitpid(pid, NULL, 0) == pid, "waitpid");
}

/* The kernel is asked from time to time, however often a waiter looks. */
static void test_asking(void)
{
    unsigned asked = 0;

    for (unsigned look = 0; look < 1000; look++)
        asked += llq_linux_suspect();
    check(asked >= 1 && asked < 1000, "some looks ask, and not all");
}

/* A child holds the lock and is killed; this process, which waits, is told. */
static void test_death_of_a_holder(void)
{
    struct llq *lock = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct llq_context context;
    struct llq_token token;
    int fds[2], held = -1;
    pid_t pid;

    check(lock != MAP_FAILED && pipe(fds) == 0, "mmap and pipe");
    check(llq_init(lock, CONTEXTS, &(struct llq_attr){.engine = LLQ_ANNOUNCE, .robust = true}) == 0,
          "llq_init");
    pid = fork();
    if (pid == 0) {
        uint32_t epoch = 0;

        held = llq_process_join(table, CONTEXTS, 1, &epoch);
        if (held == 0)
            held = llq_context_init(&context, 1, CONTEXTS, epoch);
        if (held == 0)
            held = llq_acquire(lock, &context, LLQ_FOREVER, &token);
        _exit(write(fds[1], &held, sizeof(held)) == sizeof(held) && pause() != 0);
    }
    check(pid > 0 && read(fds[0], &held, sizeof(held)) == sizeof(held) && held == 0,
          "a child holds the lock");
    end(pid);
    check(llq_context_init(&context, 0, CONTEXTS, 1) == 0, "llq_context_init");
    check(llq_acquire(lock, &context, LLQ_FOREVER, &token) == -EOWNERDEAD, "its successor is told");
    check(llq_consistent(lock, &context, &token) == 0, "llq_consistent");
    check(llq_release(lock, &context, &token) == 0, "llq_release");
}

static void refuse_pidfds(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof(filter) / sizeof(filter[0]), .filter = filter};

    check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
              prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0,
          "a filter of system calls");
    check(syscall(SYS_pidfd_open, getpid(), 0) < 0 && errno == ENOSYS, "pidfds are refused");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "old-kernel") == 0)
        refuse_pidfds();
    table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(table != MAP_FAILED, "mmap");
    alarm(60);
    test_alone();
    test_lives();
    test_numbers();
    test_joining();
    test_sleep();
    test_asking();
    test_death_of_a_holder();
    printf("amount: %u checks\n", checks);
    return 0;
}
