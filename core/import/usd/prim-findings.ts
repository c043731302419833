import type { FindingKind } from '../finding-list.ts';

export const hidden: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Meshes and shapes that are invisible, or have the purpose "proxy" or "guide", and do not collide are left out',
  fix: 'Make them visible, or give them the purpose "default", in the program that made the file to see them',
};

export const followed: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Cubes, spheres and other exact shapes are shown as triangles: 32 segments around, 16 rings from pole to pole',
  fix: 'Nothing to do: as colliders they keep their exact numbers',
};

export const badShape: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Shapes have sizes that are negative or not finite, and were left out',
  fix: 'Correct the prims in the program that made the file',
};

export const sampled: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Attributes of prims change over time: their first sample is read',
  fix: 'Play the animation of the file, or save the stage at the moment that should collide',
};

export const still: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Sizes, faces, visibility and instances that change over time stay at rest while the animation plays',
  fix: 'Save the stage at the moment that should collide',
};

export const brokenInstances: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Instances name a missing prototype, or have no position, and were left out',
  fix: 'Correct the point instancer in the program that made the file',
};
