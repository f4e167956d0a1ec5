// What Swift can't see of SQLite: macros that are casts.
#ifndef LOCKSIM_CSQLITE_SHIM_H
#define LOCKSIM_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLite takes a copy at once.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int place, const char *text, int count) {
    return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

// The codes of a failure to make its shared memory, a file beside it, as long as it has to be.
static const int csqlite_no_shared_memory = SQLITE_IOERR_SHMSIZE;

#endif
