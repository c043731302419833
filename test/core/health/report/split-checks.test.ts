import { describe, expect, test } from 'vitest';
import { joinReports, splitChecks } from '#core/health';
import { checkHealth } from '#core/health/report/check-health';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { defectSamples } from '../../../fixtures/defect-samples.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, soup } from '../../../fixtures/shapes.ts';

const defaults = defaultValues(healthOptions);
const settings: readonly [string, Partial<HealthOptions>][] = [
  ['defaults', {}],
  ['checks that are off by default', { thinWall: 0.02, ghostAngle: 1, snags: true, maxTriangles: 10 }],
  ['an engine', { engine: 'jolt' }],
  ['some checks', { only: 'self-intersections,boundary-loops,coplanar-overlaps,duplicate-triangles' }],
  ['short lists of pairs', { effort: 1, maxPairs: 3 }],
];
const meshes: readonly [string, TriangleMesh][] = [
  ...defectSamples().map(({ name, mesh }): [string, TriangleMesh] => [name, mesh]),
  ['a ball', ball(24, 12)],
  ['a soup', soup(300, seededRandom(31), 1, 0.4)],
];

describe.each(settings)('checks in two parts, with %s', (_, given) => {
  const options = { ...defaults, ...given };

  test.each(meshes)('have the report of all together: %s', (_name, mesh) => {
    const parts = splitChecks(options);
    expect(parts).toHaveLength(2);
    expect(joinReports(parts.map((part) => checkHealth(mesh, part)))).toEqual(checkHealth(mesh, options));
  });
});

test('checks in two parts have the same lower bounds where a search ends early', () => {
  const mesh = soup(3000, seededRandom(37), 1, 3);
  const options = { ...defaults, effort: 1 };
  const whole = checkHealth(mesh, options);
  expect(whole.findings.some(({ isAtLeast }) => isAtLeast)).toBe(true);
  expect(joinReports(splitChecks(options).map((part) => checkHealth(mesh, part)))).toEqual(whole);
});

test('checks of one part are not split', () => {
  const mesh = ball(12, 6);
  for (const only of ['self-intersections', 'boundary-loops,unused-vertices']) {
    const options = { ...defaults, only };
    expect(splitChecks(options)).toEqual([options]);
    expect(joinReports([checkHealth(mesh, options)])).toEqual(checkHealth(mesh, options));
  }
  expect(() => splitChecks({ ...defaults, only: 'none' })).toThrow(/Unknown check/);
});
