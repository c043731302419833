import type { KernelExports } from '../../kernel/index.ts';
import type { Transform } from '../../math/transform.ts';
import type { Tree } from '../../tree/layout.ts';
import type { TreedMesh } from '../treed-mesh.ts';

/** Two meshes with their trees in the memory of one kernel instance, which runs their queries. */
export interface LoadedPair {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  /** The wide trees that the kernel descends. */
  readonly treeA: Tree;
  readonly treeB: Tree;
  readonly kernel: KernelExports;
  /** View of its memory; replaced after the memory has grown. */
  placement: Float64Array;
  /** Placement of the current query. */
  aFromB: Transform;
}
