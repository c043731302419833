import { writeSync } from 'node:fs';

/** Writes text as a whole. A disk without room for all of it takes a part without an error, and refuses the next one. */
export function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
