import { solidPieces } from './shared/solid-pieces.ts';
import type { HealthCheck } from '../health-check.ts';

export const insideOutPieces: HealthCheck = {
  code: 'inside-out-pieces',
  severity: 'error',
  title: 'Inside-out pieces',
  meaning:
    'Closed pieces whose triangles face inward and that are not a cavity of another piece: one-sided queries miss them, and their volume is negative',
  fix: 'Flip all triangles of the piece',
  counted: { one: 'piece', many: 'pieces' },
  weight: 2,
  waitsFor: 'pairs',
  find: (study, progress) => solidPieces(study, progress, 'insideOut'),
};
