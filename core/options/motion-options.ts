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
  firstTest: {
    type: 'choice',
    title: 'First test',
    meaning: 'Swept volume that is tested before the search. Where it is free of the fixed mesh, the meshes stay apart.',
    choices: {
      none: { title: 'None', meaning: 'Searches at once.' },
      box: { title: 'Box', meaning: 'Box around the swept solid: cheap, with more false positives.' },
      hull: { title: 'Hull', meaning: 'Hull of the positions: tighter, and it takes a convex hull of the moving mesh.' },
      both: { title: 'Both', meaning: 'Box first, then the hull where the box overlaps.' },
    },
    default: 'box',
    summary: 'Swept volume that is tested first',
  },
} as const satisfies OptionTable;

export type MotionOptions = OptionValues<typeof motionOptions>;
