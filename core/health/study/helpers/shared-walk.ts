import type { StepCounts } from '../near-pairs/walk-step.ts';

/** A walk that helpers may share. */
export interface SharedWalk {
  readonly within: number;
  readonly distance: number;
  readonly tests: number;
  readonly parts: number;
  readonly entries: number;
  /** A helper ends its work where its parts together come to these limits: see `WalkLimits`. */
  readonly maxBoxes: number;
  readonly maxNear: number;
}

/** Copies the pairs of the next step of a part, with their tests, and returns its counts. */
export type ReadStep = (pairs: Uint32Array, tests: Uint8Array) => StepCounts;

/** Takes a part of a walk; parts are taken in ascending order. Waits while a helper has it. `null` if this thread has to walk it. */
export type TakePart = (part: number) => ReadStep | null;

/** Threads that share walks. */
export interface WalkHelpers {
  /** Begins a walk that the instance of this thread has begun and divided; `null` without helpers. */
  walk(walk: SharedWalk): TakePart | null;
  /** Ends the last walk, and waits until helpers have ended their step of it: the next walk may then be divided. */
  endWalk(): void;
}
