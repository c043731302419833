import type { BakeInput } from '../bake-input.ts';

/** The input of a bake, as far as it is known. Missing members are not compared. */
export type BakedFrom = Pick<BakeInput, 'mesh'> & Partial<BakeInput>;

/** One kind of difference. */
export interface Difference {
  /** A sentence without a full stop. */
  readonly problem: string;
  readonly count: number;
}

/** Returns `1 vertex is` or `2 vertices are`. */
export function countedAre(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one} is` : `${count} ${more} are`;
}
