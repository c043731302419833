import type { BakeInput } from '../bake-input.ts';
import { compareContents } from './compare-contents.ts';
import { compareMesh } from './compare-mesh.ts';
import { compareRuns } from './compare-runs.ts';
import type { OpenBaked } from './open-baked.ts';

/** What a bake was made of, as far as it is known: what is left out is not compared. */
export type BakedFrom = Pick<BakeInput, 'mesh'> & Partial<BakeInput>;

/** One kind of difference. */
export interface Difference {
  /** A sentence without its full stop. */
  readonly problem: string;
  readonly count: number;
}

/**
 * How a file that was read back differs from what it was baked from, in all that its format promises to keep: vertices and
 * triangles to the bit that the format has, names and runs of parts, and for a bake of our own also transforms, trees,
 * source, space, findings and what of them is ignored.
 */
export function compareBake(baked: OpenBaked, from: BakedFrom): readonly Difference[] {
  return [...compareMesh(baked, from), ...compareRuns(baked, from.mesh), ...compareContents(baked, from)];
}

/** `1 vertex is`, `2 vertices are`. */
export function countedAre(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one} is` : `${count} ${more} are`;
}
