import { solidPieces } from './shared/solid-pieces.ts';
import type { HealthCheck } from '../health-check.ts';

export const nestedPieces: HealthCheck = {
  code: 'nested-pieces',
  severity: 'info',
  title: 'Nested pieces',
  meaning:
    'Closed pieces inside the solid part of another piece of the same body: nothing can touch them from outside, and volume and mass count twice',
  fix: 'Delete the inner piece, or flip it if it is meant as a cavity',
  counted: { one: 'piece', many: 'pieces' },
  weight: 1,
  waitsFor: 'pairs',
  find: (study, progress) => solidPieces(study, progress, 'nested'),
};
