import type { Progress } from '../../progress.ts';
import { createMerges, merge, type Merges } from './merges.ts';
import type { CurvePlaces } from './sort-along-curve.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/** Maximum length of a branch: different codes differ in one of 60 bits, equal ones in a bit of their positions. */
const maxBits = 96;
/** Approximate number of calls of `progress`. */
const reports = 32;

/**
 * Builds a linear BVH (T8, Lauterbach et al. 2009). Triangles sorted along the curve are divided where the highest bit of their
 * Morton codes changes. Triangles with equal codes are divided by the bits of their position, which halves them.
 *
 * Bottom-up in one pass: a cluster is complete when the next triangle differs in a higher bit than any inside the
 * cluster (the Cartesian tree of the differing bits). Linear time.
 * @throws whatever `progress` throws.
 */
export function mergeAlongCurve(work: TriangleBoxes, { high, low }: CurvePlaces, progress: Progress): Merges {
  const count = high.length;
  const merges = createMerges(count);
  /** Stack of incomplete clusters, and the highest bit in which the next triangle differs. */
  const waiting = new Uint32Array(maxBits + 1);
  const bits = new Uint8Array(maxBits + 1);
  const reportStep = Math.ceil(count / reports);
  let top = 0;
  let made = 0;
  for (let i = 0; i < count; i++) {
    if (i % reportStep === 0) progress(i / count);
    const bit = i + 1 < count ? differingBit(high, low, i) : maxBits;
    let cluster = i;
    while (top > 0 && bits[top - 1] < bit) cluster = merge(work, merges, made++, waiting[--top], cluster);
    waiting[top] = cluster;
    bits[top++] = bit;
  }
  return merges;
}

/** Returns the highest bit in which the codes at `at` and the next position differ, from 0; for equal codes that of the positions. */
function differingBit(high: Uint32Array, low: Uint32Array, at: number): number {
  if (high[at] !== high[at + 1]) return 95 - Math.clz32(high[at] ^ high[at + 1]);
  if (low[at] !== low[at + 1]) return 63 - Math.clz32(low[at] ^ low[at + 1]);
  return 31 - Math.clz32(at ^ (at + 1));
}
