import { solidPieces } from './shared/solid-pieces.ts';
import type { HealthCheck } from '../health-check.ts';

export const insideOutPieces: HealthCheck = {
  code: 'inside-out-pieces',
  severity: 'error',
  title: 'Inside-out pieces',
  meaning:
    'Closed pieces whose triangles face inward, though they bound no cavity of another: one-sided queries see through them, and their volume is negative',
  fix: 'Turn over all triangles of the piece',
  counted: { one: 'piece', many: 'pieces' },
  weight: 2,
  find: (study, progress) => solidPieces(study, progress, 'insideOut'),
};
