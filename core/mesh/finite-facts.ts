import { meshBounds, type Bounds } from './bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** Facts of a mesh for checks of its trees, computed once for any number of trees. */
export interface FiniteFacts {
  /** See `meshBounds`. */
  readonly bounds: Bounds | null;
  /** (T) 1 for finite triangles, else 0. */
  readonly isFinite: Uint8Array;
}

export function finiteFacts(mesh: TriangleMesh): FiniteFacts {
  const isFinite = new Uint8Array(triangleCount(mesh));
  for (let t = 0; t < isFinite.length; t++) if (isFiniteTriangle(mesh, t)) isFinite[t] = 1;
  return { bounds: meshBounds(mesh), isFinite };
}
