import type { ColliderRole } from './collider-role.ts';
import type { SurfaceMaterials } from './surface-materials.ts';

/** A named run of triangles: an OBJ object, a solid of an STL, one node's primitive of a glTF. */
export interface MeshPart {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
  /**
   * The transform that was applied to reach world space, 16 numbers, column-major; `null` where the format has none.
   * Positions of the mesh are in world space already.
   */
  readonly worldFromPart: readonly number[] | null;
  /** The role of a collider; left out for a part that is only rendered. */
  readonly role?: ColliderRole;
  /** Whether data of the file, other than names, gives it a collider, which may not be part of the mesh. */
  readonly hasCollider?: true;
}

/**
 * The triangles of a file in source coordinates. Immutable.
 *
 * Triangle `t` has the vertices `indices[3t..3t+2]`; `t` is the 0-based import index that is used everywhere.
 * Every index is below the vertex count. Coordinates may be non-finite; see `isFiniteTriangle`.
 */
export interface TriangleMesh {
  /** (3·V) x y z, f64 as parsed. */
  readonly positions: Float64Array;
  /** (3·T) vertex indices. */
  readonly indices: Uint32Array;
  /** In file order, together covering every triangle once. */
  readonly parts: readonly MeshPart[];
  /**
   * (2·P) The polygons of the file with more than three corners, ascending: the first triangle and the number of triangles of each.
   * Left out without any.
   */
  readonly polygons?: Uint32Array;
  /** Left out if the file has none. */
  readonly materials?: SurfaceMaterials;
}

export function triangleCount(mesh: TriangleMesh): number {
  return mesh.indices.length / 3;
}

export function vertexCount(mesh: TriangleMesh): number {
  return mesh.positions.length / 3;
}

/** Returns the index of the part of a triangle; `null` without one. Binary search. */
export function partOfTriangle(mesh: Pick<TriangleMesh, 'parts'>, triangle: number): number | null {
  let low = 0;
  let high = mesh.parts.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const part = mesh.parts[middle]!;
    if (triangle < part.firstTriangle) high = middle - 1;
    else if (triangle >= part.firstTriangle + part.triangleCount) low = middle + 1;
    else return middle;
  }
  return null;
}

/** Whether all nine coordinates are finite: only such triangles enter a tree, a box or a query. Hot. */
export function isFiniteTriangle(mesh: TriangleMesh, triangle: number): boolean {
  const { positions, indices } = mesh;
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * indices[3 * triangle + corner];
    // A finite number minus itself is 0; NaN and infinities give NaN.
    if (positions[at] - positions[at] !== 0) return false;
    if (positions[at + 1] - positions[at + 1] !== 0) return false;
    if (positions[at + 2] - positions[at + 2] !== 0) return false;
  }
  return true;
}
