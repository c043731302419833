import { solidPieces } from './shared/solid-pieces.ts';
import type { HealthCheck } from '../health-check.ts';

export const nestedPieces: HealthCheck = {
  code: 'nested-pieces',
  severity: 'info',
  title: 'Nested pieces',
  meaning:
    'Closed pieces inside the solid part of another of the same body: nothing from outside ever touches them, and volume and mass count twice there',
  fix: 'Delete the inner piece, or turn it over if it is meant as a cavity',
  counted: { one: 'piece', many: 'pieces' },
  weight: 1,
  find: (study, progress) => solidPieces(study, progress, 'nested'),
};
