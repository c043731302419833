import { convexHull } from '#core/convex/hull/convex-hull';
import { hullTriangles } from '#core/convex/hull/hull-triangles';
import { meshesOverlap, meshPenetration } from '#core/convex/penetration/mesh-penetration';
import type { Vec3 } from '#core/math/vec3';
import type { Transform } from '#core/math/transform';
import { translated } from '#core/convex/penetration/solid-pair';
import { loadPair } from '#core/pair/loaded/load-pair';
import { noProgress } from '#core/progress';
import { resultHash } from '../result-hash.ts';
import { benchRadius, fastTree } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { joltMeshPushes } from '../jolt-pushes.ts';
import { countOf, each } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 4;
const points = 24;
const size = 0.15 * benchRadius;

/**
 * Push-outs of a hull, a third of the radius of the mesh wide, from the mesh. The rival moves it along its deepest contact until it finds none, as a
 * physics engine does over several steps. Ours are verified, and have a lower bound.
 */
export const penetration: BenchTask = {
  name: 'penetration',
  rival: 'jolt-physics',
  unit: 'ms',
  run: async ({ fast }, rounds) => {
    const count = countOf(measured, rounds);
    const { direction, number } = seeded(41);
    const cloud = Float64Array.from(Array.from({ length: points }, () => direction().map((x) => Math.fround(x * size))).flat());
    const hull = convexHull(cloud);
    const body = { positions: hull.positions, indices: hullTriangles(hull), parts: [] };
    const treed = { mesh: body, tree: fastTree(body) };
    const loaded = loadPair(fast, treed, { buildsWide: true });
    const places = overlapping(fast.mesh.positions, count, number, (place) => meshesOverlap(fast, treed, place, noProgress, loaded));
    const theirPush = await joltMeshPushes(fast.mesh, hull.positions);
    const result = await compare(
      { run: () => places.map((place) => meshPenetration(fast, treed, place, noProgress, loaded)) },
      { run: () => places.map((place) => theirPush([place[12]!, place[13]!, place[14]!])) },
      Math.min(rounds, 3),
    );
    const left = result.theirs.filter((push, i) => meshesOverlap(fast, treed, translated(places[i]!, push), noProgress, loaded)).length;
    const lengths = (pushes: readonly Vec3[]): number => pushes.reduce((sum, push) => sum + Math.hypot(...push), 0) / count;
    const ours = result.ours.map(({ pushOut }) => pushOut);
    return {
      ...each(result, count),
      hash: resultHash(Float64Array.from(ours.flat())),
      note: `mean length ${lengths(ours).toPrecision(3)}, ${lengths(result.theirs).toPrecision(3)} of the rival, of which ${left} of ${count} leave an overlap`,
      disagreement: result.ours.every(({ verified }) => verified) ? null : 'a push-out is not verified',
    };
  },
};

/** Returns places at vertices of the mesh where the body overlaps it. */
function overlapping(
  positions: Float64Array,
  count: number,
  number: () => number,
  overlaps: (place: Transform) => boolean,
): readonly Transform[] {
  const places: Transform[] = [];
  for (let tries = 0; places.length < count && tries < 100 * count; tries++) {
    const vertex = 3 * Math.floor(number() * (positions.length / 3));
    const at = [0, 1, 2].map((k) => Math.fround(positions[vertex + k]! + 0.3 * size * (2 * number() - 1)));
    const place = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...at, 1] as unknown as Transform;
    if (overlaps(place)) places.push(place);
  }
  return places;
}
