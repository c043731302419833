import { describe, expect, test } from 'vitest';
import { boundaryLoops } from '#core/health/checks/boundary-loops';
import { fallThroughs } from '#core/health/checks/fall-throughs';
import { ghostEdges } from '#core/health/checks/ghost-edges';
import { nearlyEqualVertices } from '#core/health/checks/nearly-equal-vertices';
import { figureText } from '#core/health/checks/shared/figure-text';
import { snagEdges } from '#core/health/checks/snag-edges';
import { checkHealth } from '#core/health/report/check-health';
import { defaultValues } from '#core/options/option';
import { healthOptions } from '#core/options/health-options';
import type { FoundInAll, HealthCheck } from '#core/health/health-check';
import { ball } from '../../../fixtures/shapes.ts';

const none = { groups: null, measures: null };
const noMesh = { positions: new Float64Array(), indices: new Uint32Array(), parts: [] };

function detail(check: HealthCheck, figures: readonly number[], elements: Omit<FoundInAll['elements'], 'words'> = none, count = 1): string {
  return check.detailOf!({ count, figures, elements: { words: new Uint32Array(), ...elements } }, noMesh);
}

describe('figures in the details of findings', () => {
  test('separate thousands', () => {
    const loop = { groups: Uint32Array.of(0, 1200), measures: { name: 'length', values: Float64Array.of(34_567) } };
    expect(detail(boundaryLoops, [1234], loop)).toBe(
      '1,200 edges in total; the longest loop has 1,200 edges and is 34,570 long; 1,234 loops end at non-manifold edges',
    );
    expect(detail(nearlyEqualVertices, [4321, 1000])).toBe('Welding them leaves 1,000 of 4,321 boundary edges');
    const bends = { groups: null, measures: { name: 'bend', values: new Float64Array(1500).fill(-1) } };
    expect(detail(ghostEdges, [], bends)).toBe('1,500 of them are concave');
    expect(detail(fallThroughs, [1111, 2222, 9999, 3333])).toBe(
      '1,111 at gaps, 2,222 at backs of triangles; no room for 3,333 of 9,999 rolls: a smaller radius tests more',
    );
    expect(detail(snagEdges, [12_345, 0])).toBe('12,345 rolls');
  });

  test('separate thousands of a budget', () => {
    const { findings } = checkHealth(ball(96, 48), { ...defaultValues(healthOptions), maxTriangles: 2000, maxVertices: 1500 });
    const details = findings.filter(({ code }) => code.endsWith('-budget')).map((finding) => finding.detail);
    expect(details).toEqual(['The budget is 1,500', 'The budget is 2,000']);
  });

  test.each([
    [0, '0'],
    [0.000_123_456, '0.0001235'],
    [999.96, '1,000'],
    [-1_234_567, '-1,235,000'],
    [2.5e12, '2500000000000'],
    [3e21, '3e+21'],
  ])('the measure %f has four significant digits', (value, text) => expect(figureText(value)).toBe(text));
});
