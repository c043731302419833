/** Bytes from one collection of garbage to the next: a collection then takes little time compared with reading that much. */
const enough = 2 ** 28;

/**
 * Returns a function that counts memory which this thread shares, so that V8 collects that of dropped meshes in time. V8 decides by the memory of
 * `ArrayBuffer`s, and not by shared memory: a thread that does little else would keep that of many meshes. One that is dropped and never written takes no
 * pages, and counts. A collection for each mesh of 70 MB took longer than reading it on two threads.
 */
export function memoryCounter(): (byteLength: number) => void {
  let uncounted = 0;
  return (byteLength) => {
    uncounted += byteLength;
    if (uncounted < enough) return;
    uncounted = 0;
    void new ArrayBuffer(enough);
  };
}
