import type { Vec3 } from '../../../math/vec3.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { isWithinSlab } from '../holds-exactly.ts';
import { axesSlack, axesWord, halfWord, obbWords } from './node-obb.ts';

/** Checks that the oriented box of a node is valid: a finite centre, sizes of 0 or more, nearly orthonormal axes. */
export function checkObbVolume(tree: Tree, node: number, report: Report): void {
  if (!isObb(tree, node)) report('volume', node, `the numbers of the oriented box are ${Array.from(wordsOf(tree, node)).join(' ')}`);
}

/** Checks that a triangle lies in the box of a node, in exact arithmetic. */
export function checkObbHolds(tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report): void {
  // `checkObb` reports invalid boxes.
  if (!isObb(tree, node)) return;
  const words = wordsOf(tree, node);
  const centre = vectorAt(words, 0);
  for (let axis = 0; axis < 3; axis++) {
    const direction = vectorAt(words, axesWord + 3 * axis);
    const half = words[halfWord + axis];
    const isHeld = triangleVertices(mesh, triangle).every((vertex) => isWithinSlab(direction, vertex, tree.origin, centre, half));
    if (!isHeld) report('vertex', node, `triangle ${triangle} extends outside the box along axis ${axis}`);
  }
}

function isObb(tree: Tree, node: number): boolean {
  const words = wordsOf(tree, node);
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(words[k]) || !(words[halfWord + k] >= 0)) return false;
    for (let l = k; l < 3; l++) {
      const [p, q] = [vectorAt(words, axesWord + 3 * k), vectorAt(words, axesWord + 3 * l)];
      if (!(Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] - (k === l ? 1 : 0)) <= axesSlack)) return false;
    }
  }
  return true;
}

function wordsOf({ nodesF32 }: Tree, node: number): Float32Array {
  return nodesF32.subarray(node * obbWords, node * obbWords + obbWords - 2);
}

function vectorAt(words: Float32Array, at: number): Vec3 {
  return [words[at], words[at + 1], words[at + 2]];
}
