import type { MotionState } from '../motion/result.ts';

/** The result that a certificate states: see `MotionResult`. */
export interface ClaimedResult {
  readonly state: MotionState;
  readonly interval: readonly [lo: number, hi: number] | null;
  readonly tolerance: number;
}

/** Two triangles in contact at a time. */
export interface ClaimedContact {
  readonly a: number;
  readonly b: number;
  readonly time: number;
}

/** Returns why the parts of a certificate do not belong to one result; `null` if they do. */
export function resultProblem({ state, interval }: ClaimedResult, freeUntil: number, contact: ClaimedContact | null): string | null {
  if (state === 'apart') {
    if (interval !== null || contact !== null) return 'Meshes that stay apart have no interval and no contact';
    return freeUntil === 1 ? null : `The meshes are said to stay apart, but only until time ${freeUntil}`;
  }
  if (interval === null) return `The state ${state} has no interval`;
  const [lo, hi] = interval;
  if (!(lo >= 0 && lo <= hi && hi <= 1)) return `The interval from ${lo} to ${hi} is not within the motion`;
  if (state === 'near' || state === 'undecided') {
    // A motion that passes near may be proven free of contact beyond.
    if (lo > freeUntil) return `The interval begins at ${lo}, and the proof ends at ${freeUntil}`;
    return contact === null ? null : `The state ${state} has a contact`;
  }
  if (lo !== freeUntil) return `The interval begins at ${lo}, and the proof ends at ${freeUntil}`;
  if (contact === null) return `The state ${state} has no contact`;
  return contact.time === hi ? null : `The contact is at ${contact.time}, and the interval ends at ${hi}`;
}
