// The clock of a program that ClockInterposer is linked into; in others the function isn't there.
#ifndef LOCKSIM_CVIRTUALCLOCK_SHIM_H
#define LOCKSIM_CVIRTUALCLOCK_SHIM_H

#include <stdbool.h>
#include <stdint.h>

extern void locksim_set_clock(bool is_set, uint64_t nanoseconds) __attribute__((weak));

static inline bool cvirtualclock_is_there(void) { return locksim_set_clock != 0; }

static inline void cvirtualclock_set(bool is_set, uint64_t nanoseconds) {
    if (locksim_set_clock) locksim_set_clock(is_set, nanoseconds);
}

#endif
