import type { Tree } from '../../layout.ts';
import { viewTree } from '../../view-tree.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { fittedMemory } from '../build-memory.ts';
import type { KindSpec, Measure, Rounded } from '../kind-spec.ts';
import { checkRssHolds, checkRssVolume } from './check-rss.ts';
import { rssHalfWord, rssRadiusWord, rssFormat, rssWords } from './node-rss.ts';
import { rssPolytope } from './rss-polytope.ts';
import { rssArea, rssTree } from './rss-tree.ts';

/** Rectangles swept by a sphere (Larsen, Gottschalk, Lin & Manocha 1999). */
export const rssKind: KindSpec = {
  ...rssFormat,
  volumeName: { one: 'swept sphere', many: 'swept spheres' },
  limitsDepth: false,
  build: (boxes, mesh, _maxDepth, progress) => rssTree(viewTree(boxes, aabbFormat), mesh, progress),
  buildMemory: (counts) => fittedMemory(rssFormat, counts),
  checkHeader: () => {},
  checkVolume: checkRssVolume,
  // Volumes are fitted to triangles. That of a child may stick out.
  checkHoldsChild: null,
  checkHoldsTriangle: checkRssHolds,
  halfArea: (tree, node) => measureRss(tree, node).area / 2,
  createMeasure: () => measureRss,
  isMeasureSlow: false,
  geometry: { kind: 'polytope', polytopeOf: rssPolytope, sidesOf: null, roundOf, isSlow: true },
};

function roundOf({ nodesF32 }: Tree, node: number): Rounded {
  const at = node * rssWords;
  return { sides: [2 * nodesF32[at + rssHalfWord], 2 * nodesF32[at + rssHalfWord + 1]], radius: nodesF32[at + rssRadiusWord] };
}

function measureRss(tree: Tree, node: number): Measure {
  const { radius, sides } = roundOf(tree, node);
  const [a, b] = sides;
  // Products, because the last digit of a power may differ between engines.
  const volume = (4 / 3) * Math.PI * radius * radius * radius + Math.PI * radius * radius * (a + b) + 2 * radius * a * b;
  return { area: rssArea(a, b, radius), volume };
}
