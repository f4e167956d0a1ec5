#ifndef LOCKSIM_CLOCK_INTERPOSER_H
#define LOCKSIM_CLOCK_INTERPOSER_H

#include <stdbool.h>
#include <stdint.h>

// Has clock_gettime answer so much for the clocks that timers run by; or, not set, the kernel's
// time again.
void locksim_set_clock(bool is_set, uint64_t nanoseconds);

#endif
