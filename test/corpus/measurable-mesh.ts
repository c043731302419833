import { InspectorError } from '#core/error';
import { meshBounds } from '#core/mesh/bounds';
import { checkMeshSize } from '#core/mesh/check-mesh-size';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** What a mesh is scaled by, so that nothing is rounded. */
const factor = 2 ** -16;

/** Whether areas and volumes of a mesh are refused because its coordinates are too large, as those of two files with the largest f32. */
export function isTooLarge(mesh: TriangleMesh): boolean {
  try {
    checkMeshSize(meshBounds(mesh));
    return false;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'too-large') return true;
    throw error;
  }
}

/** The same mesh in a size that can be measured, as the message of the refusal advises. */
export function scaledDown(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value) => value * factor) };
}
