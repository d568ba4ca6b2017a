/*
 * What the sanitizer of this build has to know about contexts; nothing, if there is none.
 *
 *   takt_fibre_create(context)    a context was prepared, its stack is known
 *   takt_fibre_leave(from, to)    the stack is about to change
 *   takt_fibre_arrive(self)       the stack has changed; self->from says from where
 */
#ifndef TAKT_FIBRE_H
#define TAKT_FIBRE_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TAKT_FIBRE_ADDRESS 1
#elif __has_feature(thread_sanitizer)
#define TAKT_FIBRE_THREAD 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define TAKT_FIBRE_ADDRESS 1
#elif defined(__SANITIZE_THREAD__)
#define TAKT_FIBRE_THREAD 1
#endif

#if defined(TAKT_FIBRE_ADDRESS)
#include "fibre_address.h"
#elif defined(TAKT_FIBRE_THREAD)
#include "fibre_thread.h"
#else
#include "fibre_none.h"
#endif

#endif
