// Of the standard header, what the bindings and the example use; `libc.c` has it.
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);
size_t strlen(const char *text);
