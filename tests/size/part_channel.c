#include "part.h"

static struct takt_channel channel;

void part_channel(void)
{
    uint32_t message = 1;

    CHECK(takt_channel_create(&channel, "ch", sizeof message, 4) == 0);
    CHECK(takt_channel_receive(&channel, &message, NULL, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_channel_receive(&channel, &message, NULL, TAKT_MS(1)) == -ETIMEDOUT);
    CHECK(takt_channel_send(&channel, &message) == -EPERM);
}
