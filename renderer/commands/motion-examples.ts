import { defaultValues, motionOptions } from '#core/options';
import type { MotionInput } from '../state/store/records.ts';
import type { MotionExample } from './motion-actions.ts';

const start = { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 } as const;

function motionFrom(change: Partial<MotionInput>): MotionInput {
  return { start, end: start, edited: 'end', options: defaultValues(motionOptions), turn: null, ...change };
}

/** Motions that older methods miss, by the method: see `MotionRivals`. */
export const motionExamples: Readonly<Record<'bisection' | 'boxes', MotionExample>> = {
  // Free at both ends, and thinner than any step.
  bisection: {
    samples: ['motion-plate', 'motion-ball'],
    motion: motionFrom({ start: { ...start, translate: [0, 5, 0] }, end: { ...start, translate: [0, -5, 0] } }),
  },
  // The boxes of blade and post never overlap; the blade turns into the post.
  boxes: {
    samples: ['motion-post', 'motion-blade'],
    motion: motionFrom({ end: { ...start, rotateDegrees: [0, 90, 0] } }),
  },
};
