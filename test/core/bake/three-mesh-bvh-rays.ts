import { DoubleSide, Ray as ThreeRay, Vector3 } from 'three';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { normalized } from '#core/math/vec3';
import { raycast, type Ray } from '#core/query/ray/ray';
import type { LoadedBvh } from '../../../resources/formats/load-three-mesh-bvh.js';
import { treeOf } from './bake-input.ts';

/** The mesh on the positions that the consumer has. */
export function f32Mesh(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map(Math.fround) };
}

/**
 * Rays whose first hit three-mesh-bvh sees otherwise than our exact one on the same f32 positions. Distances may differ by
 * 1e-5 of the way or of the mesh's coordinates: three computes in f64, but without predicates. Rays aimed at an edge or a
 * vertex may slip through three's triangle test; such a one is not held against its tree when testing every triangle with
 * that same formula misses too.
 */
export function disagreements({ bvh, geometry, sourceTriangles }: LoadedBvh, mesh: TriangleMesh, rays: readonly Ray[]): string[] {
  const same = f32Mesh(mesh);
  const tree = treeOf(same);
  const largest = same.positions.reduce((max, value) => (Number.isFinite(value) ? Math.max(max, Math.abs(value)) : max), 0);
  const wrong: string[] = [];
  for (const ray of rays) {
    const direction = new Vector3(...normalized(ray.direction)!);
    const threeRay = new ThreeRay(new Vector3(...ray.origin), direction);
    const found = bvh.raycastFirst(threeRay, DoubleSide);
    const [ours] = raycast(tree, same, ray, { mode: 'first', cull: false }).hits;
    const tolerance = 1e-5 * Math.max(largest, ours?.distance ?? 0);
    if (ours === undefined ? found === null : found !== null && Math.abs(found.distance - ours.distance) <= tolerance) continue;
    const plain = firstByThree(geometry, threeRay);
    if (plain === null ? found === null : found !== null && Math.abs(plain - found.distance) <= tolerance) continue;
    wrong.push(
      `${ray.origin} -> ${ray.direction}: ours ${ours?.distance} (${ours?.triangle}), theirs ${found?.distance} (${found && sourceTriangles[found.faceIndex!]})`,
    );
  }
  return wrong;
}

/** Every triangle, by three's own formula. */
function firstByThree(geometry: LoadedBvh['geometry'], ray: ThreeRay): number | null {
  const position = geometry.getAttribute('position');
  const index = geometry.getIndex()!.array;
  const [a, b, c, hit] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  let min: number | null = null;
  for (let i = 0; i < index.length; i += 3) {
    a.fromBufferAttribute(position, index[i]!);
    b.fromBufferAttribute(position, index[i + 1]!);
    c.fromBufferAttribute(position, index[i + 2]!);
    if (ray.intersectTriangle(a, b, c, false, hit) === null) continue;
    const distance = hit.distanceTo(ray.origin);
    if (min === null || distance < min) min = distance;
  }
  return min;
}
