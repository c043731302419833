import type { ContactLoop } from './contact-loops.ts';

/** Length of a polyline of crossing segments, the segment back to the start of a closed one included; mesh units of A. */
export function loopLength({ closed, positions }: ContactLoop): number {
  let length = 0;
  for (let at = closed ? 0 : 3; at < positions.length; at += 3) {
    const before = at === 0 ? positions.length - 3 : at - 3;
    const x = positions[at] - positions[before];
    const y = positions[at + 1] - positions[before + 1];
    const z = positions[at + 2] - positions[before + 2];
    length += Math.hypot(x, y, z);
  }
  return length;
}
