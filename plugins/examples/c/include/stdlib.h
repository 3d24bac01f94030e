// Of the standard header, what the bindings use; `libc.c` has it.
#include <stddef.h>
void *malloc(size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);
_Noreturn void abort(void);
