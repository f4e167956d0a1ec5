// What Swift can't call of libev: macros.
#ifndef LOCKSIM_CEV_SHIM_H
#define LOCKSIM_CEV_SHIM_H

// Before the library's own settings take hold: the C library as the rest of the program sees it.
#include <sys/select.h>

#include <ev.h>

typedef void (*cev_timer_callback)(struct ev_loop *, ev_timer *, int);

static inline void cev_init_timer(ev_timer *timer, cev_timer_callback callback, void *data) {
    ev_timer_init(timer, callback, 0., 0.);
    timer->data = data;
}

static inline void cev_start_timer(struct ev_loop *loop, ev_timer *timer, double after) {
    ev_timer_set(timer, after, 0.);
    ev_timer_start(loop, timer);
}

// Starts it where it isn't running, and otherwise moves it on in place.
static inline void cev_restart_timer(struct ev_loop *loop, ev_timer *timer, double after) {
    timer->repeat = after;
    ev_timer_again(loop, timer);
}

static inline void cev_ignore(struct ev_loop *loop, ev_io *io, int events) {
    (void)loop, (void)io, (void)events;
}

static inline void cev_watch(struct ev_loop *loop, ev_io *io, int fd) {
    ev_io_init(io, cev_ignore, fd, EV_READ);
    ev_io_start(loop, io);
}

#endif
