// In place of a C library, which would import WASI. Each call of a plugin has a memory of its own, so nothing is given back.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, HEAD = 16, MOST = 16 << 20 };

extern unsigned char __heap_base;
static uintptr_t next;

void abort(void) { __builtin_trap(); }

// Blocks begin at a multiple of sixteen; their length stands before them, for `realloc`.
void *malloc(size_t bytes) {
  if (bytes > MOST) abort();
  if (next == 0) next = (uintptr_t)&__heap_base;
  uintptr_t block = ((next + 15) & ~(uintptr_t)15) + HEAD;
  uintptr_t have = __builtin_wasm_memory_size(0) * PAGE;
  next = block + bytes;
  if (next > have && __builtin_wasm_memory_grow(0, (next - have + PAGE - 1) / PAGE) == (size_t)-1) abort();
  *(size_t *)(block - HEAD) = bytes;
  return (void *)block;
}

void *realloc(void *block, size_t bytes) {
  void *larger = malloc(bytes);
  if (block != NULL) {
    size_t had = *(size_t *)((uintptr_t)block - HEAD);
    memcpy(larger, block, had < bytes ? had : bytes);
  }
  return larger;
}

void free(void *block) { (void)block; }

void *memcpy(void *to, const void *from, size_t bytes) {
  for (size_t at = 0; at < bytes; at++) ((char *)to)[at] = ((const char *)from)[at];
  return to;
}

void *memset(void *to, int byte, size_t bytes) {
  for (size_t at = 0; at < bytes; at++) ((char *)to)[at] = (char)byte;
  return to;
}

int memcmp(const void *one, const void *other, size_t bytes) {
  const unsigned char *a = one, *b = other;
  for (size_t at = 0; at < bytes; at++)
    if (a[at] != b[at]) return a[at] - b[at];
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != '\0') length++;
  return length;
}
