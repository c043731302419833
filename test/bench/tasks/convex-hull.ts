import { convexHull } from '#core/convex/hull/convex-hull';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';
import { resultHash } from '../result-hash.ts';
import type { BenchTask, RivalName, TaskName } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';

/** Relative difference of the volumes: the rivals have tolerances. */
const maxDifference = 1e-3;

/** Makes the hull of points (3·N); returns a function that returns its volume, or the hull as points. */
type LoadHull = (points: Float64Array) => Promise<() => Float64Array>;

/** The convex hull of the vertices of the mesh; ours with exact signs. */
export const convexHullThree: BenchTask = hullTask('convex-hull', 'three', async (points) => {
  const vectors = Array.from({ length: points.length / 3 }, (_, i) => new Vector3().fromArray(points, 3 * i));
  return () => {
    const corners = new Set<Vector3>();
    for (const { edge } of new ConvexHull().setFromPoints(vectors).faces)
      for (let i = 0, at = edge; i < 3; i++, at = at.next) corners.add(at.head().point);
    return Float64Array.from([...corners].flatMap((corner) => corner.toArray()));
  };
});
export const convexHullRapier: BenchTask = hullTask('convex-hull-rapier', '@dimforge/rapier3d-compat', async (points) => {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  const description = Float32Array.from(points);
  return () => {
    const collider = world.createCollider(rapier.ColliderDesc.convexHull(description)!);
    const corners = Float64Array.from(collider.vertices());
    world.removeCollider(collider, false);
    return corners;
  };
});

function hullTask(name: TaskName, rival: RivalName, load: LoadHull): BenchTask {
  const run: BenchTask['run'] = async ({ mesh }, rounds) => {
    const theirHull = await load(mesh.positions);
    const result = await compare({ run: () => convexHull(mesh.positions) }, { run: theirHull }, rounds);
    const { volume } = hullMeasures(result.ours);
    const theirs = hullMeasures(convexHull(result.theirs)).volume;
    const differs = !(Math.abs(theirs - volume) <= maxDifference * volume);
    return {
      ...each(result),
      hash: resultHash(result.ours.positions, result.ours.faceCorners),
      note: `${result.ours.points.length} vertices, ${result.theirs.length / 3} of the rival; volume ${((theirs / volume - 1) * 100).toPrecision(2)} % larger`,
      disagreement: differs ? `the volume is ${volume}, and ${theirs} for the rival` : null,
    };
  };
  return { name, rival, unit: 'ms', run };
}
