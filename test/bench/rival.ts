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

/** As it comes: split by surface area, its own leaf size. */
export function rivalBvh(mesh: TriangleMesh): MeshBVH {
  return new MeshBVH(rivalGeometry(mesh), { strategy: SAH });
}
