import { normalized } from '../../math/vec3.ts';
import type { Ray, RayHit } from '../../query/ray/ray.ts';
import { countHalf, flagHalf, bvhLeafFlag, bvhLinkWord, bvhNodeWords } from './layout.ts';
import type { ThreeMeshBvhFile } from './bvh-file.ts';

/** Whether a ray with the traversal of three-mesh-bvh reaches the leaves of all triangles in `hits`. The nodes must be valid. */
export function bvhReaches(file: ThreeMeshBvhFile, ray: Ray, hits: readonly RayHit[]): boolean {
  const { nodes } = file;
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const halves = new Uint16Array(nodes.buffer, nodes.byteOffset, 2 * nodes.length);
  const missing = new Set(hits.map(({ triangle }) => triangle));
  const direction = normalized(ray.direction)!;
  const stack = [0];
  for (let node = stack.pop(); node !== undefined && missing.size > 0; node = stack.pop()) {
    const at = node * bvhNodeWords;
    if (!hitsBox(floats, at, ray.origin, direction, ray.far)) continue;
    if (halves[2 * at + flagHalf] !== bvhLeafFlag) stack.push(node + nodes[at + bvhLinkWord], node + 1);
    else for (let i = 0; i < halves[2 * at + countHalf]; i++) missing.delete(nodes[at + bvhLinkWord] + i);
  }
  return missing.size === 0;
}

/** The slab test of three-mesh-bvh 0.9 with the same arithmetic: products with 1 / direction, no padding, NaN ignored. */
function hitsBox(floats: Float32Array, at: number, origin: readonly number[], direction: readonly number[], far: number): boolean {
  let near = 0;
  let end = far;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / direction[k];
    const a = (floats[at + k] - origin[k]) * inverse;
    const b = (floats[at + 3 + k] - origin[k]) * inverse;
    const enter = inverse >= 0 ? a : b;
    const leave = inverse >= 0 ? b : a;
    if (enter > near) near = enter;
    if (leave < end) end = leave;
  }
  return near <= end;
}
