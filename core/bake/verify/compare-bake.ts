import { compareContents } from './compare-contents.ts';
import { compareMesh } from './compare-mesh.ts';
import { compareRuns } from './compare-runs.ts';
import type { BakedFrom, Difference } from './difference.ts';
import type { OpenBaked } from './open-baked.ts';

/**
 * Returns the differences between a baked file and its input, in everything that the format keeps. These are vertices and triangles bit by
 * bit, and names and ranges of parts. For `.boxwood` they are also transforms, trees, source, space, findings and ignored findings.
 */
export function compareBake(baked: OpenBaked, from: BakedFrom): readonly Difference[] {
  return [...compareMesh(baked, from), ...compareRuns(baked, from.mesh), ...compareContents(baked, from)];
}
