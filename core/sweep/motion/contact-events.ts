import type { ClearanceCurve } from './clearance-curve.ts';
import type { MotionResult } from './result.ts';

/** Something that happens at a time of a motion. */
export interface ContactEvent {
  /**
   * - `start`: in contact at time 0.
   * - `hit`, `near`, `undecided`: as the states of the motion.
   * - `ends`, `begins`: contact later in the motion, between two sampled times.
   * - `closest`: the sampled time of the smallest clearance, of a motion without contact.
   */
  readonly kind: 'start' | 'hit' | 'near' | 'undecided' | 'ends' | 'begins' | 'closest';
  /** Fractions of the motion. */
  readonly from: number;
  readonly to: number;
  /** Whether nothing happens before `from`, proven; otherwise the times are samples. */
  readonly isProven: boolean;
}

/** Returns the contact events of a motion in the order of time: the proven first one, then those that the clearance shows. */
export function contactEvents(result: MotionResult, curve: ClearanceCurve | null): readonly ContactEvent[] {
  const first = firstEvent(result);
  if (curve === null) return first === null ? [] : [first];
  const later = changes(curve, result.separation).filter(({ kind, to }) => kind === 'ends' || first === null || to > first.to);
  const known = first?.kind === 'hit' ? withoutFirst(later, first) : later;
  const closest = first === null ? closestOf(curve) : null;
  return [first, ...known, closest].filter((event) => event !== null).toSorted((p, q) => p.from - q.from || p.to - q.to);
}

function firstEvent({ state, interval }: MotionResult): ContactEvent | null {
  if (interval === null) return null;
  const [from, to] = interval;
  switch (state) {
    case 'apart':
      return null;
    case 'startsTouching':
      return { kind: 'start', from: 0, to: 0, isProven: true };
    case 'hit':
    case 'undecided':
      return { kind: state, from, to, isProven: true };
    case 'near':
      return { kind: 'near', from, to, isProven: true };
  }
}

/** Times between which contact begins or ends. */
function changes({ times, distances }: ClearanceCurve, separation: number): readonly ContactEvent[] {
  const events: ContactEvent[] = [];
  for (let i = 1; i < times.length; i++) {
    const [before, after] = [distances[i - 1]! <= separation, distances[i]! <= separation];
    if (before !== after) events.push({ kind: after ? 'begins' : 'ends', from: times[i - 1]!, to: times[i]!, isProven: false });
  }
  return events;
}

/** The samples around the proven contact show the same contact. */
function withoutFirst(events: readonly ContactEvent[], hit: ContactEvent): readonly ContactEvent[] {
  return events.filter(({ kind, from, to }) => !(kind === 'begins' && from <= hit.to && to >= hit.from));
}

function closestOf({ times, distances }: ClearanceCurve): ContactEvent | null {
  let lowest = -1;
  distances.forEach((distance, i) => {
    if (distance >= 0 && (lowest < 0 || distance < distances[lowest]!)) lowest = i;
  });
  return lowest < 0 ? null : { kind: 'closest', from: times[lowest]!, to: times[lowest]!, isProven: false };
}
