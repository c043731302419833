import { allocateMeshArrays } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { allocate } from './growable.ts';
import type { ImportContext } from './importer.ts';
import { refuse } from './refuse.ts';
import { inMebibytes } from './source/byte-source.ts';

/** Where a mesh is allocated, and its maximum size. */
export type MeshRoom = Pick<ImportContext, 'allocateMesh' | 'maxMeshBytes'>;

/**
 * Returns arrays for a mesh with these counts, in host memory if the host provides any. That may have been used before: importers write every number.
 * @throws InspectorError `too-large` beyond the host's limit, or if memory is short.
 */
export function exactMemory(
  vertices: number,
  triangles: number,
  { allocateMesh, maxMeshBytes = Infinity }: MeshRoom,
): Pick<TriangleMesh, 'positions' | 'indices'> {
  checkMeshBytes(24 * vertices + 12 * triangles, maxMeshBytes);
  return allocate(() => {
    if (allocateMesh !== undefined) return allocateMeshArrays(vertices, triangles, allocateMesh);
    return { positions: new Float64Array(3 * vertices), indices: new Uint32Array(3 * triangles) };
  });
}

/**
 * Checks the size of a mesh against the limit.
 * @throws InspectorError `too-large`.
 */
export function checkMeshBytes(byteLength: number, maxMeshBytes: number, isWhole = true): void {
  if (byteLength <= maxMeshBytes) return;
  const message = `The mesh of this file takes ${inMebibytes(byteLength)}${isWhole ? '' : ' and more'}, and the limit on this machine is ${inMebibytes(maxMeshBytes)}`;
  throw refuse('too-large', message, 'Split it into parts, or use a machine with more memory');
}
