import { bakeMesh } from '#core/bake/bake-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { unknownSpace } from '#core/mesh/source-space';
import { ball, box, joined, named, placed } from '../fixtures/shapes.ts';

/** A crate and a ball without two of its triangles, 2 apart. */
export function openRoom(): TriangleMesh {
  const rounded = ball(24, 12);
  return joined([
    named('crate', box([-1, -1, -1], [1, 1, 1])),
    named('ball', placed({ ...rounded, indices: rounded.indices.filter((_, i) => i < 300 || i >= 306) }, 1, [4, 0, 0])),
  ]);
}

/** A mesh as a GLB file, whose unit and axes are known. */
export function glbOf(mesh: TriangleMesh): Uint8Array {
  return bakeMesh('glb', { mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] }).bytes;
}
