/** Bytes from one collection of garbage to the next: a collection then takes little time compared with reading that much. */
const enough = 2 ** 28;

/**
 * Counts shared memory that this thread makes or receives, so that V8 collects what is dropped in time. V8 decides by the memory of `ArrayBuffer`s, and not
 * by shared memory: a thread that does little else would keep that of many meshes. A buffer that is dropped and never written takes no pages, and counts.
 * A collection for each mesh of 70 MB took longer than reading it on two threads.
 *
 * Each thread has one count, as it has one heap. No result depends on it.
 */
export const countSharedMemory: (byteLength: number) => void = createCounter();

function createCounter(): (byteLength: number) => void {
  let uncounted = 0;
  return (byteLength) => {
    uncounted += byteLength;
    if (uncounted < enough) return;
    uncounted = 0;
    try {
      void new ArrayBuffer(enough);
    } catch {
      // There is not that much memory. V8 has collected garbage before it threw.
    }
  };
}
