import { triangleStates, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';

/** Returns (T) 1 for triangles with three different corners exactly on one line. */
export function flatTriangles(mesh: TriangleMesh, { states }: MeshTopology): Uint8Array {
  const isFlat = new Uint8Array(states.length);
  const t = new Float64Array(9);
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] !== triangleStates.plain) continue;
    readCorners(mesh, triangle, t);
    if (hasNoArea(t)) isFlat[triangle] = 1;
  }
  return isFlat;
}
