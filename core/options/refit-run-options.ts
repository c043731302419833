import type { OptionTable, OptionValues } from './option.ts';
import { refitOptions } from './refit-options.ts';

/** How refit is measured over an animation. */
export const refitRunOptions = {
  clip: {
    type: 'text',
    title: 'Clip',
    meaning: 'Name or number of the animation to play; the first number is 0.',
    placeholder: 'name',
    defaultMeaning: 'the first',
    default: '',
  },
  frames: {
    type: 'integer',
    title: 'Frames',
    meaning: 'How many frames, evenly from the begin of the clip to its end. Few miss the worst pose, each costs a build.',
    unit: 'frames',
    min: 2,
    max: 10_000,
    default: 60,
  },
  ...refitOptions,
} as const satisfies OptionTable;

export type RefitRunOptions = OptionValues<typeof refitRunOptions>;
