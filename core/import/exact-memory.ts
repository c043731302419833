import { meshMemory } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { allocate } from './growable.ts';
import type { ImportContext } from './importer.ts';

/**
 * The arrays of a mesh of so many vertices and triangles, where the host wants it. All zero.
 * @throws InspectorError `too-large` where there is no memory.
 */
export function exactMemory(vertices: number, triangles: number, { allocateMesh }: Pick<ImportContext, 'allocateMesh'>): Pick<TriangleMesh, 'positions' | 'indices'> {
  return allocate(() => {
    if (allocateMesh !== undefined) return meshMemory(vertices, triangles, allocateMesh);
    return { positions: new Float64Array(3 * vertices), indices: new Uint32Array(3 * triangles) };
  });
}
