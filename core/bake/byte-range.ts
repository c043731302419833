/** Which bytes of a file a checksum covers, for an error: the place alone is where they begin. `end` is not one of them. */
export function byteRange(start: number, end: number): string {
  return end - start <= 1 ? `byte ${start}` : `bytes ${start} to ${end - 1}`;
}
