import type { Vec3 } from '../../../math/vec3.ts';
import type { Tree } from '../../layout.ts';
import type { Polytope } from '../kind-spec.ts';
import { axesWord, halfWord, obbWords } from './node-obb.ts';

/** Returns the oriented box of a node as faces and edges, relative to the tree's origin, for drawing. */
export function obbPolytope(tree: Tree, node: number): Polytope {
  const corners = obbCorners(tree, node);
  const edges: (readonly [Vec3, Vec3])[] = [];
  const faces: Vec3[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    const u = 1 << ((axis + 1) % 3);
    const v = 1 << ((axis + 2) % 3);
    const step = 1 << axis;
    for (const across of [0, u, v, u | v]) edges.push([corners[across]!, corners[across | step]!]);
    for (const side of [0, step]) faces.push([side, side | u, side | u | v, side | v].map((corner) => corners[corner]!));
  }
  return { edges, faces };
}

/** Returns the lengths of the sides of the oriented box of a node. */
export function obbSides({ nodesF32 }: Tree, node: number): Vec3 {
  const at = node * obbWords + halfWord;
  return [2 * nodesF32[at], 2 * nodesF32[at + 1], 2 * nodesF32[at + 2]];
}

/** Returns the eight corners of the box of a node. Bit k of a corner's index is its side along axis k. */
function obbCorners({ nodesF32 }: Tree, node: number): readonly Vec3[] {
  const at = node * obbWords;
  return Array.from({ length: 8 }, (_, corner): Vec3 => {
    const along = [0, 1, 2].map((k) => nodesF32[at + halfWord + k] * ((corner >> k) & 1 ? 1 : -1));
    const on = (i: number): number =>
      nodesF32[at + i] + [0, 1, 2].reduce((sum, k) => sum + along[k] * nodesF32[at + axesWord + 3 * k + i], 0);
    return [on(0), on(1), on(2)];
  });
}
