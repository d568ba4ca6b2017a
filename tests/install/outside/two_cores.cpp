// The headers from C++: every one of them, and a class around a thread and a queue. Status 1: nothing was heard.
#include <takt/takt.h>

namespace
{

class Thread
{
  public:
    void start(const char *name, takt_prio_t priority, void (*entry)(void *), void *arg)
    {
        takt_thread_attr attr{};
        attr.name = name;
        attr.priority = priority;
        attr.entry = entry;
        attr.arg = arg;
        attr.stack = stack;
        attr.stack_size = sizeof(stack);
        takt_thread_create(&thread, &attr);
        takt_thread_start(&thread);
    }

  private:
    takt_thread thread{};
    char stack[16384];
};

Thread sender, receiver;
takt_queue queue;
void *memory[TAKT_QUEUE_WORDS(sizeof(int), 4)];

void send(void *)
{
    for (int i = 1; i <= 10; i++)
        takt_queue_send(&queue, &i, TAKT_FOREVER);
}

void receive(void *)
{
    int sum = 0;
    for (int i = 1; i <= 10; i++) {
        int got = 0;
        if (takt_queue_receive(&queue, &got, TAKT_S(5)) != 0)
            takt_exit(1);
        sum += got;
    }
    takt_printf("C++: the sum is %d\n", sum);
    takt_exit(sum == 55 ? 0 : 2);
}

} // namespace

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    takt_queue_init(&queue, memory, sizeof(int), 4);
    receiver.start("receiver", 4, receive, nullptr);
    sender.start("sender", 5, send, nullptr);
}
