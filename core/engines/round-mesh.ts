import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Triangles as an engine holds them. */
export interface HeldTriangles {
  /** (3·V) the vertices of the mesh at their new positions; those that no kept triangle uses are only rounded. */
  readonly positions: Float64Array;
  /** (3·K) vertices of the kept triangles. */
  readonly indices: Uint32Array;
  /** (K) the kept triangles of the mesh, ascending. */
  readonly kept: Uint32Array;
}

/** Returns all triangles that are finite in 32-bit floats, with rounded vertices. */
export function roundMesh({ positions, indices, parts }: TriangleMesh): HeldTriangles {
  const rounded = positions.map(Math.fround);
  const mesh = { positions: rounded, indices, parts };
  return keptTriangles(
    rounded,
    indices,
    Array.from({ length: triangleCount(mesh) }, (_, i) => i).filter((t) => isFiniteTriangle(mesh, t)),
  );
}

/** Returns the chosen triangles of a mesh. @param corners (3·T) vertices of all triangles. @param kept ascending. */
export function keptTriangles(positions: Float64Array, corners: Uint32Array, kept: readonly number[]): HeldTriangles {
  const indices = new Uint32Array(3 * kept.length);
  kept.forEach((triangle, i) => indices.set(corners.subarray(3 * triangle, 3 * triangle + 3), 3 * i));
  return { positions, indices, kept: Uint32Array.from(kept) };
}
