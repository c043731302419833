import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HealthCheck } from '../health-check.ts';
import { bodyMesh } from '../study/body-mesh.ts';
import { solidSets } from '../study/solids/solid-sets.ts';
import { figureText } from './shared/figure-text.ts';
import { triangleCentre } from './shared/triangle-centre.ts';
import { createThicknessProbe } from './shared/wall-thickness.ts';

export const thinWalls: HealthCheck = {
  code: 'thin-walls',
  severity: 'warning',
  title: 'Thin walls',
  meaning:
    'Triangles of closed pieces with a wall behind them that is no thicker than the limit: a body that moves farther than this in one step can pass through (tunnelling)',
  fix: 'Make the wall thicker, or use continuous collision detection for fast bodies',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 20,
  waitsFor: 'pieces',
  off: { by: 'thinWall', at: 0, reason: 'The thickness of a thin wall is 0' },
  find: (study, progress) => {
    const { mesh, topology, facts, isFlat, options } = study;
    const triangles = solidSets(topology, study.pieces(), facts).triangles.slice().sort();
    if (triangles.length === 0) return null;
    const solid = bodyMesh(mesh, triangles, new Uint32Array(mesh.positions.length / 3)).mesh;
    const maxTests = options.effort * 1e6;
    const numbers: number[] = [];
    const values: number[] = [];
    let at = 0;
    const report = (tests: number): void => progress(Math.min(1, Math.max(at / triangles.length, tests / maxTests)));
    const probe = createThicknessProbe(solid, options.thinWall, maxTests, report);
    for (; at < triangles.length && probe.tests() < maxTests; at++) {
      const triangle = triangles[at];
      if (isFlat[triangle] === 1) continue;
      const thickness = probe.thickness(at);
      if (thickness === 'spent') break;
      if (thickness === null) continue;
      numbers.push(triangle);
      values.push(thickness);
    }
    const isComplete = at === triangles.length;
    if (numbers.length === 0 && isComplete) return null;
    const measures = { name: 'thickness', values: Float64Array.from(values) };
    return {
      count: numbers.length,
      isAtLeast: !isComplete,
      elements: { kind: 'triangle', numbers: Uint32Array.from(numbers), measures },
    };
  },
  detailOf: ({ elements: { words, measures } }, mesh) => {
    const values = measures?.values ?? new Float64Array();
    if (values.length === 0) return '';
    const thinnest = values.reduce((best, value, i) => (value < values[best] ? i : best), 0);
    return `The smallest thickness is ${figureText(values[thinnest])}, at ${pointText(mesh, words[thinnest])}`;
  },
};

/** Returns the centroid of a triangle, with the digits of single precision. */
function pointText(mesh: TriangleMesh, triangle: number): string {
  return `(${triangleCentre(mesh, triangle)
    .map((value) => Number(value.toPrecision(7)))
    .join(', ')})`;
}
