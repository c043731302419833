import { previousF32, nextF32, roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import type { KindFormat, Tree } from '../../layout.ts';

/** Words of a node: f32 centre x y z relative to the origin, f32 radius, link and count. */
export const sphereWords = 6;
export const radiusWord = 3;

export const sphereFormat: KindFormat = {
  kind: 'sphere',
  code: 5,
  layout: 'binary',
  volume: 'sphere',
  nodeWords: sphereWords,
  hasGrid: false,
  isOrderPacked: false,
};

/** Writes the axis-aligned box (6) around the sphere of a node. Hot. */
export function readSphereBox({ nodesF32 }: Tree, node: number, out: Float32Array): void {
  const at = node * sphereWords;
  const radius = nodesF32[at + radiusWord];
  for (let k = 0; k < 3; k++) {
    // One f32 step further out, because the f64 sum is rounded too.
    out[k] = previousF32(roundDownF32(nodesF32[at + k] - radius));
    out[k + 3] = nextF32(roundUpF32(nodesF32[at + k] + radius));
  }
}

/** Returns the sphere of a node, relative to the tree's origin. */
export function sphereOf({ nodesF32 }: Tree, node: number): { readonly centre: Vec3; readonly radius: number } {
  const at = node * sphereWords;
  return { centre: [nodesF32[at], nodesF32[at + 1], nodesF32[at + 2]], radius: nodesF32[at + radiusWord] };
}
