import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';

/** A geometry of its own, since the rival's builder reorders the index that it is given. */
export function rivalGeometry({ positions, indices }: TriangleMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

/**
 * The numbers that the triangles of an index have in the mesh, by their corners, since the rival's builder puts them in another
 * order; of triangles with the same corners the first, and the number of triangles for one that the mesh has not.
 */
export function triangleNumbers(index: ArrayLike<number>, { indices }: TriangleMesh): Uint32Array {
  const cornersOf = (of: ArrayLike<number>, triangle: number): string =>
    `${of[3 * triangle]} ${of[3 * triangle + 1]} ${of[3 * triangle + 2]}`;
  const count = indices.length / 3;
  const known = new Map<string, number>();
  for (let triangle = count - 1; triangle >= 0; triangle--) known.set(cornersOf(indices, triangle), triangle);
  return Uint32Array.from({ length: index.length / 3 }, (_, triangle) => known.get(cornersOf(index, triangle)) ?? count);
}

/** As it comes: split by surface area, its own leaf size. */
export function rivalBvh(mesh: TriangleMesh): MeshBVH {
  return new MeshBVH(rivalGeometry(mesh), { strategy: SAH });
}
