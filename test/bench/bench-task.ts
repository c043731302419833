import type { BenchMesh } from './bench-mesh.ts';

/** What is measured; a task comes with its name. */
export const taskNames = [
  'build',
  'build-parallel',
  'rays-random',
  'rays-grid',
  'closest',
  'closest-near',
  'sphere',
  'box',
  'pairs-all',
  'pairs-boolean',
  'distance',
  'refit',
  'open',
  'bytes',
  'read-ply',
  'read-stl',
  'read-obj',
  'self-crossings',
  'health',
] as const;
export type TaskName = (typeof taskNames)[number];

/** Of the figures of a task, with whether more of it is better. */
export const units = {
  ms: { isMoreBetter: false },
  'B/triangle': { isMoreBetter: false },
  'k/s': { isMoreBetter: true },
  'M/s': { isMoreBetter: true },
} as const;
export type Unit = keyof typeof units;

/** One question that is put to us and to a rival, about the same mesh. */
export interface BenchTask {
  readonly name: TaskName;
  readonly rival: RivalName;
  readonly unit: Unit;
  /** `rounds` is how many measurements least and median are taken of; what cannot vary is measured once. */
  readonly run: (mesh: BenchMesh, rounds: number) => Promise<Outcome>;
}

export type RivalName = 'three-mesh-bvh' | 'three' | 'CGAL' | 'Boxwood';

/** What a task throws that cannot be measured on this machine, and why. */
export class SkippedTask extends Error {}

/** Of the quickest runs, and of those in the middle. */
export interface Figures {
  readonly ours: number;
  readonly theirs: number;
  readonly oursMedian: number;
  readonly theirsMedian: number;
}

export interface Outcome extends Figures {
  /** Of our answers: a change that is to make them quicker leaves it as it is. */
  readonly hash: string;
  /** In what the rival's answers differ by more than its rounding explains; `null` when they agree. */
  readonly disagreement: string | null;
  /** Of a rival that is not from npm. */
  readonly rivalVersion?: string;
  /** What else belongs to the figures, to be printed with them. */
  readonly beside?: string;
}
