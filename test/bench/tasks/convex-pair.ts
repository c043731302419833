import { convexHull } from '#core/convex/hull/convex-hull';
import type { Transform } from '#core/math/transform';
import { pointsPair } from '#core/convex/pair/convex-body';
import { epa } from '#core/convex/pair/epa';
import { type PreparedHull, withFeatures } from '#core/convex/pair/hull-features';
import { convexPushOut } from '#core/convex/pair/convex-push-out';
import { gjk } from '#core/convex/pair/gjk';
import { createSeparationWorkspace } from '#core/convex/pair/separation-workspace';
import { resultHash } from '../result-hash.ts';
import type { BenchTask, RivalName, TaskName } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { joltPairs, type LoadPairs, physxPairs, type PointPair, rapierPairs } from '../engine-pairs.ts';
import { countOf, perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 1000;
const points = 16;
/** The rivals have f32 numbers and tolerances. The hulls are 2 wide. */
const maxDifference = 2e-3;
/** Of all pairs: GJK and EPA of the rivals end early for some. */
const maxDisagreements = 0.02;

/** The minimum translation, or an axis with a gap, of two hulls of 16 points on a sphere. Both sides have their hulls, but B is placed in each test. */
export const convexSatRapier: BenchTask = pairTask('convex-sat-rapier', '@dimforge/rapier3d-compat', rapierPairs, satSeparation);
export const convexSatPhysx: BenchTask = pairTask('convex-sat-physx', 'physx-js-webidl', physxPairs, satSeparation);
/** Distance by GJK, or depth by EPA, of the same hulls. */
export const convexGjkRapier: BenchTask = pairTask('convex-gjk-rapier', '@dimforge/rapier3d-compat', rapierPairs, gjkSeparation);
export const convexGjkJolt: BenchTask = pairTask('convex-gjk-jolt', 'jolt-physics', joltPairs, gjkSeparation);
export const convexGjkPhysx: BenchTask = pairTask('convex-gjk-physx', 'physx-js-webidl', physxPairs, gjkSeparation);

type SeparationOf = (a: PreparedHull, b: PreparedHull, aFromB: Transform) => number;

const workspace = createSeparationWorkspace();

function satSeparation(...hulls: Parameters<SeparationOf>): number {
  const { gap, depth } = convexPushOut(...hulls, workspace);
  return gap - depth;
}

function gjkSeparation(...hulls: Parameters<SeparationOf>): number {
  const pair = pointsPair(...hulls);
  const { distance } = gjk(pair);
  return distance > 0 ? distance : -epa(pair).depth;
}

function pairTask(name: TaskName, rival: RivalName, load: LoadPairs, separationOf: SeparationOf): BenchTask {
  const run: BenchTask['run'] = async (_, rounds) => {
    const count = countOf(measured, rounds);
    const pairs = randomPairs(count);
    const hulls = pairs.map(({ a, b }) => [withFeatures(convexHull(a)), withFeatures(convexHull(b))] as const);
    const theirSeparation = await load(pairs);
    const [ours, theirs] = [new Float64Array(count), new Float64Array(count)];
    const result = await compare(
      { run: () => ours.forEach((_value, i) => (ours[i] = separationOf(...hulls[i]!, pairs[i]!.aFromB))) },
      { run: () => theirs.forEach((_value, i) => (theirs[i] = theirSeparation(i))) },
      rounds,
    );
    // The gap of an axis may be less than the distance.
    const differ = ours.filter((value, i) => {
      const other = theirs[i]!;
      if (separationOf === satSeparation && value > 0) return !(other > value - maxDifference);
      return !(Math.abs(value - other) <= maxDifference);
    }).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(ours),
      note: `${ours.filter((value) => value < 0).length} of ${count} pairs overlap; ${differ} results differ`,
      disagreement: differ <= maxDisagreements * count ? null : `${differ} of ${count} separations differ`,
    };
  };
  return { name, rival, unit: 'k/s', run };
}

function randomPairs(count: number): readonly PointPair[] {
  const { direction, placement } = seeded(31);
  const cloud = (): Float64Array => Float64Array.from(Array.from({ length: points }, () => direction().map(Math.fround)).flat());
  return Array.from({ length: count }, () => ({ a: cloud(), b: cloud(), aFromB: placement(2.5) }));
}
