/* No sanitizer: nobody to tell. */
#ifndef TAKT_FIBRE_NONE_H
#define TAKT_FIBRE_NONE_H

#include <takt/port_context.h>

static inline void takt_fibre_create(struct takt_context *context)
{
    (void)context;
}

static inline void takt_fibre_leave(struct takt_context *from, struct takt_context *to)
{
    (void)from;
    (void)to;
}

static inline void takt_fibre_arrive(struct takt_context *self)
{
    (void)self;
}

#endif
