// What libdispatch offers run loops, Foundation's among them, that drain the main queue for it.
#ifndef LOCKSIM_CMAINQUEUE_SHIM_H
#define LOCKSIM_CMAINQUEUE_SHIM_H

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static inline int cmainqueue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
static inline void cmainqueue_drain(void) { _dispatch_main_queue_callback_4CF(0); }

#endif
