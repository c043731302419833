/** Returns the range of bytes that a checksum covers, as text for an error. `end` is exclusive. */
export function byteRange(start: number, end: number): string {
  return end - start <= 1 ? `byte ${start}` : `bytes ${start} to ${end - 1}`;
}
