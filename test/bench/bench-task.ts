import type { BenchMesh } from './bench-mesh.ts';

/** The names of all tasks. */
export const taskNames = [
  'build',
  'build-parallel',
  'embree-build',
  'embree-build-boxes',
  'split-sah',
  'split-sweep',
  'split-median',
  'split-morton',
  'split-ploc',
  'split-seeds',
  'embree-camera',
  'embree-random',
  'embree-short',
  'rays-random',
  'rays-grid',
  'rays-parallel',
  'closest',
  'closest-near',
  'nearest',
  'inside',
  'sphere',
  'box',
  'capsule',
  'triangle',
  'frustum',
  'hull',
  'segment',
  'sweep',
  'sweep-many',
  'sweep-rapier',
  'motion',
  'swept-box',
  'swept-hull',
  'walk',
  'pairs-all',
  'pairs-boolean',
  'pairs-parallel',
  'distance',
  'distance-fcl',
  'refit',
  'open',
  'bytes',
  'read-ply',
  'read-stl',
  'read-stl-again',
  'read-stl-file',
  'read-stl-file-parallel',
  'read-obj',
  'cli-start',
  'bake-gltf',
  'bake-usd',
  'bake-rapier',
  'bake-mjcf',
  'bake-godot',
  'bake-bullet-shapes',
  'bake-jolt-state',
  'self-crossings',
  'health',
  'health-parallel',
  'self-crossings-parallel',
  'weld',
  'diff',
  'broad-phase-rapier',
  'broad-phase-jolt',
  'broad-phase-growth',
  'narrow-parallel',
  'bsp-build',
  'bsp-point',
  'bsp-ray',
  'bsp-sphere',
  'bsp-box',
  'patch-ray',
  'patch-closest',
  'convex-hull',
  'convex-hull-rapier',
  'convex-sat-rapier',
  'convex-sat-physx',
  'convex-gjk-rapier',
  'convex-gjk-jolt',
  'convex-gjk-physx',
  'penetration',
  'fit-sphere',
  'decompose',
  'deviation',
] as const;
export type TaskName = (typeof taskNames)[number];

/** Units of figures, and whether more is better. */
export const units = {
  ms: { isMoreBetter: false },
  'B/triangle': { isMoreBetter: false },
  'k/s': { isMoreBetter: true },
  'M/s': { isMoreBetter: true },
} as const;
export type Unit = keyof typeof units;

/** One measurement of Boxwood and of a rival on the same mesh. */
export interface BenchTask {
  readonly name: TaskName;
  readonly rival: RivalName;
  readonly unit: Unit;
  /** `rounds` is the number of runs for minimum and median; constant figures are measured once. */
  readonly run: (mesh: BenchMesh, rounds: number) => Promise<Outcome>;
}

export type RivalName =
  | 'three-mesh-bvh'
  | 'three'
  | 'physx-js-webidl'
  | '@dimforge/rapier3d-compat'
  | 'jolt-physics'
  | 'CGAL'
  | 'FCL'
  | 'Embree'
  | '@gltf-transform/core'
  | 'tinyusdz'
  | 'Node'
  | 'Boxwood';

/** Thrown by a task that cannot run on this machine, with the reason. */
export class SkippedTask extends Error {}

/** Figures of the fastest runs, and of the median ones. */
export interface Figures {
  readonly ours: number;
  readonly theirs: number;
  readonly oursMedian: number;
  readonly theirsMedian: number;
}

export interface Outcome extends Figures {
  /** Hash of our results: an optimisation must not change it. */
  readonly hash: string;
  /** Differences of the rival beyond its rounding; `null` without any. */
  readonly disagreement: string | null;
  /** Version of a rival that is not from npm. */
  readonly rivalVersion?: string;
  /** More figures, printed below the row. */
  readonly note?: string;
}
