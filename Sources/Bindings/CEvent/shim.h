// libevent's own header, and none of its older ones.
#ifndef LOCKSIM_CEVENT_SHIM_H
#define LOCKSIM_CEVENT_SHIM_H

// As Swift's own view of the C library, whose structures it must share.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <event2/event.h>

#endif
