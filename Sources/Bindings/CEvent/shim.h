// libevent's own header, and none of its older ones.
#ifndef LOCKSIM_CEVENT_SHIM_H
#define LOCKSIM_CEVENT_SHIM_H

// Before the library's own settings take hold: the C library as the rest of the program sees it.
#include <sys/select.h>

#include <event2/event.h>

#endif
