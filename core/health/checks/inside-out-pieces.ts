import { solidPieces } from '../solid-pieces.ts';
import type { HealthCheck } from '../health-check.ts';

export const insideOutPieces: HealthCheck = {
  code: 'inside-out-pieces',
  severity: 'error',
  title: 'Inside-out pieces',
  meaning: 'Closed pieces whose triangles face inward, though they bound no cavity of another: one-sided queries see through them, and their volume is negative',
  cure: 'Turn over all triangles of the piece',
  counted: { one: 'piece', many: 'pieces' },
  weight: 2,
  // Outward at the outside, inward around a cavity, outward again in what stands in it.
  find: (study, progress) => solidPieces(study, progress, (sign, depth) => sign === -1 && depth % 2 === 0),
};
