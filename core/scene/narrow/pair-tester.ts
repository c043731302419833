import type { Transform } from '../../math/transform.ts';
import { openMeshBytes } from '../../mesh/mesh-bytes.ts';
import { type LoadedPair, loadPair } from '../../pair/loaded/load-pair.ts';
import { surfacesIntersect } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress } from '../../progress.ts';
import { openTree } from '../../tree/open-tree.ts';
import { convexBodies, projectionsOf } from './convex/convex-bodies.ts';
import { createConvexScratch, type ConvexVerdict, convexVerdict, testConvexBodies } from './convex/test-convex-bodies.ts';
import { type NarrowBatch, type NarrowScene, type NarrowStep, pairResult } from './narrow-messages.ts';
import { pairPlacement } from './relative-placement.ts';

/** Pairs of meshes in WebAssembly at one time; JavaScript runs the others, with the same results. */
const maxLoaded = 64;

/** With more projections, separating axes take longer than two trees: two boxes need 240, two tetrahedra 352. */
const maxProjections = 360;

/** Tests pairs of instances, in one thread. */
export interface PairTester {
  /** Tests the pairs of a batch, and writes whether they overlap. Pairs whose matrices differ too much in scale are `undecided`. */
  readonly testBatch: (step: NarrowStep, batch: NarrowBatch) => void;
}

/**
 * Returns a tester for a scene. Two instances overlap if their surfaces share a point.
 *
 * The second one is placed in the space of the first, by the product of its matrix and the inverse of the other, in f64. The test of the
 * surfaces is exact for that placement. Meshes of a few convex parts are tested by separating axes first, which decide all pairs but those
 * near contact; the others are tested tree against tree. The result is the same.
 * @throws InspectorError `invalid-bytes`.
 */
export function createPairTester({ meshes, meshOf }: NarrowScene): PairTester {
  const treed = meshes.map(({ mesh, tree }): TreedMesh => ({ mesh: openMeshBytes(mesh), tree: openTree(tree) }));
  const loaded = new Map<number, LoadedPair | null>();
  const loadedOf = (a: number, b: number): LoadedPair | null => {
    const key = a * treed.length + b;
    const known = loaded.get(key);
    if (known !== undefined) return known;
    const pair = loaded.size < maxLoaded ? loadPair(treed[a], treed[b]) : null;
    loaded.set(key, pair);
    return pair;
  };
  const convex = treed.map(({ mesh }) => convexBodies(mesh));
  const scratch = createConvexScratch();
  const testParts = (a: number, b: number, placed: Transform): ConvexVerdict => {
    const [ofA, ofB] = [convex[a], convex[b]];
    if (ofA === null || ofB === null || projectionsOf(ofA, ofB) > maxProjections) return convexVerdict.unclear;
    return testConvexBodies(ofA, ofB, placed, scratch);
  };
  return {
    testBatch: ({ matrices, pairs, order, results }, { from, to }) => {
      for (let at = from; at < to; at++) {
        const pair = order[at];
        const i = pairs[2 * pair];
        const j = pairs[2 * pair + 1];
        const [a, b] = [meshOf[i], meshOf[j]];
        const placed = pairPlacement(matrices, i, j);
        if (placed === null) {
          results[pair] = pairResult.undecided;
          continue;
        }
        const verdict = testParts(a, b, placed);
        if (verdict === convexVerdict.unclear) {
          const { overlap } = surfacesIntersect(treed[a], treed[b], placed, noProgress, loadedOf(a, b));
          results[pair] = overlap ? pairResult.overlap : 0;
        } else results[pair] = pairResult.byAxes + (verdict === convexVerdict.overlap ? pairResult.overlap : 0);
      }
    },
  };
}
