// libevent's own header, and none of its older ones.
#ifndef LOCKSIM_CEVENT_SHIM_H
#define LOCKSIM_CEVENT_SHIM_H

#include <event2/event.h>

#endif
