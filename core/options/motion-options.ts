import type { OptionTable, OptionValues } from './option.ts';

/** Options of a moving mesh (catalogue P4). */
export const motionOptions = {
  path: {
    type: 'choice',
    title: 'Path',
    meaning: 'How the mesh moves from its first pose to its last one.',
    choices: {
      linear: {
        title: 'Linear',
        meaning: 'Every point moves along a straight line. With different rotations the mesh deforms on its way.',
      },
      slerp: { title: 'Slerp', meaning: 'The pivot moves along a straight line, and the mesh rotates about it at a constant rate.' },
      screw: { title: 'Screw', meaning: 'The mesh rotates about a fixed axis and moves along it.' },
    },
    default: 'slerp',
    summary: 'Path between the poses',
    choiceSummaries: {
      linear: 'every point moves along a straight line',
      slerp: 'straight line of the pivot, constant rotation about it',
      screw: 'rotation about a fixed axis, and motion along it',
    },
  },
  tolerance: {
    type: 'length',
    title: 'Tolerance',
    meaning:
      'How far the mesh may move between the proven start and the proven contact. Closer passes count as near. 0 is a millionth of the larger mesh. Below 1e-10 of the size, rounding leaves motions undecided.',
    min: 0,
    default: 0,
    summary: 'Accuracy of the contact; 0 is a millionth of the larger mesh',
  },
  separation: {
    type: 'length',
    title: 'Separation',
    meaning: 'Distance that counts as contact. 0 is touching.',
    min: 0,
    default: 0,
    summary: 'Distance that counts as contact',
  },
} as const satisfies OptionTable;

export type MotionOptions = OptionValues<typeof motionOptions>;
