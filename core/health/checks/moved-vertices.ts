import type { HealthCheck } from '../health-check.ts';
import { figureText } from './shared/figure-text.ts';
import { noEngine } from './shared/no-engine.ts';

export const movedVertices: HealthCheck = {
  code: 'moved-vertices',
  severity: 'info',
  title: 'Vertices that move in the engine',
  meaning: 'Vertices that the chosen engine moves when it rounds, quantises or merges them, farther than the engine tolerance',
  fix: 'Move the mesh to the origin, divide large meshes, or accept the distance',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 0,
  isOfWhole: true,
  off: noEngine,
  find: (study, progress) => {
    const moved = study
      .heldShapes(progress)
      .flatMap((shape) => Array.from(shape.moved.vertices, (v, i) => [v, shape.moved.distances[i]] as const));
    if (moved.length === 0) return null;
    // A vertex of several shapes counts once.
    const farthest = new Map<number, number>();
    for (const [vertex, distance] of moved) farthest.set(vertex, Math.max(distance, farthest.get(vertex) ?? 0));
    const sorted = [...farthest].sort(([a], [b]) => a - b);
    const values = Float64Array.from(sorted, ([, distance]) => distance);
    return {
      count: sorted.length,
      elements: { kind: 'vertex', numbers: Uint32Array.from(sorted, ([vertex]) => vertex), measures: { name: 'distance', values } },
      detail: `The farthest moves by ${figureText(values.reduce((max, value) => Math.max(max, value), 0))}`,
    };
  },
};
