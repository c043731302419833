import type { CoincidentTriangles } from '../../mesh/coincident-triangles.ts';
import { triangleStates, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { createBoxHierarchy, type BoxHierarchy } from './boxes/box-hierarchy.ts';
import { boxesOfTriangles } from './boxes/boxes-of-triangles.ts';
import { once } from './once.ts';

/** The L triangles with area, only the first of those with the same corners. */
export interface LiveTriangles {
  /** (L) ascending. */
  readonly triangles: Uint32Array;
  /** (L) number of triangles with the same corners, including itself. */
  readonly weights: Uint32Array;
  /** Their boxes in the same order; built at its first use. */
  readonly hierarchy: () => BoxHierarchy;
}

/** Returns the live triangles. `isFlat` (T) from `flatTriangles`. */
export function liveTriangles(
  mesh: TriangleMesh,
  { states }: MeshTopology,
  isFlat: Uint8Array,
  coincident: CoincidentTriangles,
): LiveTriangles {
  const { first, triangles } = coincident;
  const weightOf = new Uint32Array(states.length).fill(1);
  for (let set = 0; set + 1 < first.length; set++) {
    for (let i = first[set]; i < first[set + 1]; i++) weightOf[triangles[i]] = 0;
    weightOf[triangles[first[set]]] = first[set + 1] - first[set];
  }
  const live = new Uint32Array(states.length);
  let count = 0;
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] === triangleStates.plain && isFlat[triangle] === 0 && weightOf[triangle] > 0) live[count++] = triangle;
  }
  const kept = live.slice(0, count);
  return liveOf(
    mesh,
    kept,
    kept.map((triangle) => weightOf[triangle]),
  );
}

/** Returns the live triangles of a mesh without duplicates: all triangles with area. */
export function distinctTriangles(mesh: TriangleMesh, withArea: Uint32Array): LiveTriangles {
  return liveOf(mesh, withArea, new Uint32Array(withArea.length).fill(1));
}

function liveOf(mesh: TriangleMesh, triangles: Uint32Array, weights: Uint32Array): LiveTriangles {
  return { triangles, weights, hierarchy: once(() => createBoxHierarchy(boxesOfTriangles(mesh, triangles))) };
}
