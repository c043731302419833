import type { OptionTable, OptionValues } from './option.ts';
import { refitOptions } from './refit-options.ts';

/** How refit is measured over an animation. */
export const refitRunOptions = {
  clip: {
    type: 'text',
    title: 'Clip',
    group: 'Animation',
    meaning: 'Name or number of the animation clip, counted from 0.',
    placeholder: 'name',
    defaultMeaning: 'the first clip',
    default: '',
    summary: 'Name or number of the animation',
  },
  frames: {
    type: 'integer',
    title: 'Frames',
    group: 'Animation',
    meaning: 'Number of evenly spaced frames from start to end of the clip. Few frames miss the worst pose; each frame costs a build.',
    unit: 'frames',
    min: 2,
    max: 10_000,
    default: 60,
    summary: 'Frames to sample, evenly spaced',
  },
  ...refitOptions,
} as const satisfies OptionTable;

export type RefitRunOptions = OptionValues<typeof refitRunOptions>;
