/** More memory than this is not counted: a large request can be refused. */
const maxCounted = 2 ** 28;

/** Allocates shared memory, so that V8 collects that of dropped meshes in time. */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  countMemory(byteLength);
  return new SharedArrayBuffer(byteLength);
}

/**
 * Lets V8 count memory that this thread shares. It decides when to collect garbage by the memory of `ArrayBuffer`s, and not by shared memory: a thread
 * that does little else would keep that of many dropped meshes. One of the same size, dropped and never written, takes no pages.
 */
export function countMemory(byteLength: number): void {
  void new ArrayBuffer(Math.min(maxCounted, byteLength));
}
