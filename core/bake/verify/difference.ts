import type { BakeInput } from '../bake-input.ts';

/** What a bake was made of, as far as it is known: what is left out is not compared. */
export type BakedFrom = Pick<BakeInput, 'mesh'> & Partial<BakeInput>;

/** One kind of difference. */
export interface Difference {
  /** A sentence without its full stop. */
  readonly problem: string;
  readonly count: number;
}

/** `1 vertex is`, `2 vertices are`. */
export function countedAre(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one} is` : `${count} ${more} are`;
}
