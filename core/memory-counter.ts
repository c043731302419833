/** Bytes after which garbage is collected, and that take no longer to collect than a mesh of that size takes to read. */
const enough = 2 ** 28;

/**
 * Returns a function that counts memory which this thread shares, so that V8 collects that of dropped meshes in time. V8 decides by the memory of
 * `ArrayBuffer`s, and not by shared memory: a thread that does little else would keep that of many meshes. One that is dropped and never written takes no
 * pages, and counts. Counted for each mesh, garbage would be collected more often than it is worth.
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
