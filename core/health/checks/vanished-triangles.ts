import type { HealthCheck } from '../health-check.ts';
import { noEngine } from './shared/no-engine.ts';

export const vanishedTriangles: HealthCheck = {
  code: 'vanished-triangles',
  severity: 'error',
  title: 'Triangles that vanish in the engine',
  meaning:
    'Triangles that the chosen engine leaves out because they repeat others, are too thin or small, or are not finite: they can leave holes',
  fix: 'Remove repeated and degenerate triangles, and move small details near the origin or into a part of their own',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 0,
  isOfWhole: true,
  off: noEngine,
  find: (study, progress) => {
    const vanished = study.heldShapes(progress).flatMap((shape) => Array.from(shape.vanished));
    if (vanished.length === 0) return null;
    return { count: vanished.length, elements: { kind: 'triangle', numbers: Uint32Array.from(vanished).sort() } };
  },
};
