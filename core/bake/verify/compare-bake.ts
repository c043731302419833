import { compareContents } from './compare-contents.ts';
import { compareMesh } from './compare-mesh.ts';
import { compareRuns } from './compare-runs.ts';
import type { BakedFrom, Difference } from './difference.ts';
import type { OpenBaked } from './open-baked.ts';

/**
 * How a file that was read back differs from what it was baked from, in all that its format promises to keep: vertices and
 * triangles to the bit that the format has, names and runs of parts, and for a bake of our own also transforms, trees,
 * source, space, findings and what of them is ignored.
 */
export function compareBake(baked: OpenBaked, from: BakedFrom): readonly Difference[] {
  return [...compareMesh(baked, from), ...compareRuns(baked, from.mesh), ...compareContents(baked, from)];
}
