import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { noProgress, type Progress } from '../progress.ts';

/** STUB: being written. Builds the binary AABB tree of a mesh; see `layout.ts` for the bytes. */
export function buildTree(mesh: TriangleMesh, options: BuildOptions, progress: Progress = noProgress): ArrayBuffer {
  throw new Error(`not written yet ${mesh.parts.length} ${options.split} ${progress.length}`);
}
