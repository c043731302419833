import { meshBounds, type Bounds } from './bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** What proving a tree needs of its mesh alone: worked out once for any number of trees. */
export interface MeshFacts {
  /** As `meshBounds`. */
  readonly bounds: Bounds | null;
  /** (T) 1 for each triangle whose vertices are finite, else 0. */
  readonly isFinite: Uint8Array;
}

export function meshFacts(mesh: TriangleMesh): MeshFacts {
  const isFinite = new Uint8Array(triangleCount(mesh));
  for (let t = 0; t < isFinite.length; t++) if (isFiniteTriangle(mesh, t)) isFinite[t] = 1;
  return { bounds: meshBounds(mesh), isFinite };
}
