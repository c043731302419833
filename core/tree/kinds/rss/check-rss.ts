import type { Vec3 } from '../../../math/vec3.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { Tree } from '../../layout.ts';
import type { Report } from '../../tree-rules.ts';
import { isWithinRectangle } from '../holds-exactly.ts';
import { axesSlack } from '../obb/node-obb.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord, rssWords } from './node-rss.ts';

/** Checks that the volume of a node is valid: a finite centre, sizes of 0 or more, nearly orthonormal axes. */
export function checkRssVolume(tree: Tree, node: number, report: Report): void {
  if (!isRss(tree, node)) report('volume', node, `the numbers of the swept sphere are ${Array.from(wordsOf(tree, node)).join(' ')}`);
}

/** Checks that a triangle lies in the volume of a node, in exact arithmetic. */
export function checkRssHolds(tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report): void {
  // `checkRssVolume` reports invalid ones.
  if (!isRss(tree, node)) return;
  const words = wordsOf(tree, node);
  const rectangle = {
    centre: vectorAt(words, 0),
    axes: [vectorAt(words, rssAxesWord), vectorAt(words, rssAxesWord + 3)],
    halves: [words[rssHalfWord], words[rssHalfWord + 1]],
  } as const;
  const isHeld = triangleVertices(mesh, triangle).every((vertex) =>
    isWithinRectangle(vertex, tree.origin, rectangle, words[rssRadiusWord]),
  );
  if (!isHeld) report('vertex', node, `triangle ${triangle} extends outside the swept sphere`);
}

function isRss(tree: Tree, node: number): boolean {
  const words = wordsOf(tree, node);
  const [u, v] = [vectorAt(words, rssAxesWord), vectorAt(words, rssAxesWord + 3)];
  const isDot = (p: Vec3, q: Vec3, value: number): boolean => Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] - value) <= axesSlack;
  return (
    words.subarray(0, rssRadiusWord).every(Number.isFinite) &&
    words[rssRadiusWord] >= 0 &&
    words.subarray(rssHalfWord, rssAxesWord).every((half) => half >= 0 && half < Infinity) &&
    isDot(u, u, 1) &&
    isDot(v, v, 1) &&
    isDot(u, v, 0)
  );
}

function wordsOf({ nodesF32 }: Tree, node: number): Float32Array {
  return nodesF32.subarray(node * rssWords, node * rssWords + rssWords - 2);
}

function vectorAt(words: Float32Array, at: number): Vec3 {
  return [words[at], words[at + 1], words[at + 2]];
}
