import type { SplitName } from '../../tree/layout.ts';
import type { BvhHeader } from './layout.ts';

/** A `.bvh.bin` file, viewed in place if its alignment allows. */
export interface ThreeMeshBvhFile {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) in leaf order. */
  readonly index: Uint16Array | Uint32Array;
  /** (8·N) the nodes of the root as u32 words; see `layout.ts`. */
  readonly nodes: Uint32Array;
  /** (T) triangle of the source at each position of the leaf order. */
  readonly sourceTriangles: Uint32Array;
  readonly parts: BvhHeader['parts'];
  readonly split: SplitName;
}
