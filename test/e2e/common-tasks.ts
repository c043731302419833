/**
 * The tasks that people do most. `mouse*.test.ts` does each by mouse alone, `keyboard*.test.ts` by keyboard alone; `test/common-tasks.test.ts`
 * looks that none is left out.
 */
export const commonTasks = [
  'open a file',
  'orbit and zoom',
  'frame everything',
  'select a part',
  'hide and show a part',
  'isolate a part',
  'colour by part',
  'cut with a section plane',
  'build another tree',
  'find the worst node',
  'cast a ray',
  'place a sphere',
  'measure the clearance of two parts',
  'find a hole',
  'repair and undo',
  'move a second mesh',
  'compare a collider with its mesh',
  'find a command',
  'change the theme',
  'export for an engine',
] as const;

export type CommonTask = (typeof commonTasks)[number];

/** The title of a test that does these tasks. */
export function doing(...tasks: readonly CommonTask[]): string {
  return tasks.join(', ');
}
