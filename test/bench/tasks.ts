import type { BenchTask } from './bench-task.ts';
import { bakeBulletShapes, bakeGltf, bakeGodot, bakeJoltState, bakeMjcf, bakeRapier, bakeUsd } from './tasks/bake.ts';
import { box } from './tasks/box.ts';
import { broadPhaseGrowth } from './tasks/broad-phase-growth.ts';
import { broadPhaseJolt, broadPhaseRapier } from './tasks/broad-phase.ts';
import { bspBox, bspBuild, bspPoint, bspRays, bspSphere } from './tasks/bsp.ts';
import { build } from './tasks/build.ts';
import { buildParallel } from './tasks/build-parallel.ts';
import { bytes } from './tasks/bytes.ts';
import { capsule } from './tasks/capsule.ts';
import { cliStart } from './tasks/cli-start.ts';
import { closest, closestNear } from './tasks/closest.ts';
import { convexHullRapier, convexHullThree } from './tasks/convex-hull.ts';
import { convexGjkJolt, convexGjkPhysx, convexGjkRapier, convexSatPhysx, convexSatRapier } from './tasks/convex-pair.ts';
import { decompose, fitSphere } from './tasks/convex-shapes.ts';
import { deviation } from './tasks/deviation.ts';
import { diff } from './tasks/diff.ts';
import { distance, distanceFcl } from './tasks/distance.ts';
import { embreeBuild, embreeBuildBoxes, embreeCamera, embreeRandom, embreeShort } from './tasks/embree.ts';
import { frustum } from './tasks/frustum.ts';
import { health, selfCrossings } from './tasks/health.ts';
import { healthParallel, selfCrossingsParallel } from './tasks/health-parallel.ts';
import { hull } from './tasks/hull.ts';
import { inside } from './tasks/inside.ts';
import { motion } from './tasks/motion.ts';
import { narrowParallel } from './tasks/narrow-parallel.ts';
import { nearest } from './tasks/nearest.ts';
import { open } from './tasks/open.ts';
import { patchClosest, patchRays } from './tasks/patches.ts';
import { pairsAll, pairsBoolean } from './tasks/pairs.ts';
import { pairsParallel } from './tasks/pairs-parallel.ts';
import { penetration } from './tasks/penetration.ts';
import { raysParallel } from './tasks/rays-parallel.ts';
import { raysGrid, raysRandom } from './tasks/rays.ts';
import { readStlFile, readStlFileParallel } from './tasks/read-file.ts';
import { readObj, readPly, readStl, readStlAgain } from './tasks/read.ts';
import { refit } from './tasks/refit.ts';
import { segment } from './tasks/segment.ts';
import { sphere } from './tasks/sphere.ts';
import { splitTasks } from './tasks/splits.ts';
import { sweep, sweepMany, sweepRapier } from './tasks/sweep.ts';
import { sweptBox, sweptHull } from './tasks/swept-volume.ts';
import { triangle } from './tasks/triangle.ts';
import { walk } from './tasks/walk.ts';
import { weld } from './tasks/weld.ts';

/** Every task, in the order of the report. A new one is a file of its own and a name here. */
export const tasks: readonly BenchTask[] = [
  build,
  buildParallel,
  embreeBuild,
  embreeBuildBoxes,
  ...splitTasks,
  embreeCamera,
  embreeRandom,
  embreeShort,
  raysRandom,
  raysGrid,
  raysParallel,
  closest,
  closestNear,
  nearest,
  inside,
  sphere,
  box,
  capsule,
  triangle,
  frustum,
  hull,
  segment,
  sweep,
  sweepMany,
  sweepRapier,
  motion,
  sweptBox,
  sweptHull,
  walk,
  pairsAll,
  pairsBoolean,
  pairsParallel,
  distance,
  distanceFcl,
  refit,
  open,
  bytes,
  readPly,
  readStl,
  readStlAgain,
  readStlFile,
  readStlFileParallel,
  readObj,
  cliStart,
  bakeGltf,
  bakeUsd,
  bakeRapier,
  bakeMjcf,
  bakeGodot,
  bakeBulletShapes,
  bakeJoltState,
  selfCrossings,
  health,
  healthParallel,
  selfCrossingsParallel,
  weld,
  diff,
  broadPhaseRapier,
  broadPhaseJolt,
  broadPhaseGrowth,
  narrowParallel,
  bspBuild,
  bspPoint,
  bspRays,
  bspSphere,
  bspBox,
  patchRays,
  patchClosest,
  convexHullThree,
  convexHullRapier,
  convexSatRapier,
  convexSatPhysx,
  convexGjkRapier,
  convexGjkJolt,
  convexGjkPhysx,
  penetration,
  fitSphere,
  decompose,
  deviation,
];
