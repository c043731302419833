import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { checkHealth } from '#core/health/report/check-health';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { describe, expect, it } from 'vitest';
import { ball, box, joined, meshOf, turned } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

/** A level square of n by n quads with corner (x, z) and side `size`, at height y. */
function ground(n: number, x = 0, y = 0, z = 0, size = n): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(x + (i * size) / n, y, z + (j * size) / n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const b = a + n + 1;
      indices.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  return meshOf(positions, indices);
}

const roll = (snagBody: HealthOptions['snagBody'], snagRadius = 0.3): Partial<HealthOptions> => ({
  snags: true,
  snagBody,
  snagRadius,
  only: 'snag-edges,fall-throughs',
});
const bodies = ['sphere', 'capsule', 'box'] as const;

describe('a body that rolls over the surface', () => {
  it('is not rolled unless the option says so', () => {
    expect(findingCodes(joined([ground(2), ground(2, 2, 0.05)]), { only: 'snag-edges,fall-throughs' })).toEqual([]);
  });

  it.each(bodies)('%s: rolls freely over level ground, over the edges of solids, and along walls', (body) => {
    for (const mesh of [ground(3), box(), joined([ground(4, -2, 0, -2), box([0.5, -1, 0.5], [1.5, 2, 1.5])])])
      expect(findingCodes(mesh, roll(body))).toEqual([]);
  });

  it.each(bodies)('%s: is stopped by a lip between two floors, from the lower side', (body) => {
    const found = finding(joined([ground(2), ground(2, 2, 0.05)]), 'snag-edges', roll(body));
    // Two quads meet the lip.
    expect(found.count).toBe(2);
    expect(found.elements.measures!.name).toBe('height');
    found.elements.measures!.values.forEach((height) => expect(height).toBeCloseTo(0.05, 9));
  });

  it('takes a higher ledge for a wall, and a lip over its head for none', () => {
    expect(findingCodes(joined([ground(2), ground(2, 2, 0.1)]), roll('sphere'))).toEqual([]);
    expect(findingCodes(joined([ground(2), ground(2, 2, 2)]), roll('sphere'))).toEqual([]);
  });

  it('rolls from one slope to the next', () => {
    const slope = meshOf([0, 0, 0, 2, 0, 0, 2, 0, 2, 0, 0, 2, 4, 0.6, 0, 4, 0.6, 2], [0, 2, 1, 0, 3, 2, 1, 5, 4, 1, 2, 5]);
    for (const body of ['sphere', 'capsule'] as const) expect(findingCodes(slope, roll(body))).toEqual([]);
  });

  it.each(bodies)('%s: falls into a gap that is wider than itself, and not into a narrower one', (body) => {
    const gap = (width: number): TriangleMesh => joined([ground(2), ground(2, 2 + width, 0)]);
    const found = finding(gap(0.9), 'fall-throughs', roll(body));
    expect(found.count).toBe(4);
    expect(found.detail).toContain('4 at gaps');
    expect(findingCodes(gap(0.2), roll(body))).not.toContain('fall-throughs');
    // A cliff has no other side.
    expect(findingCodes(gap(9), roll(body))).toEqual([]);
  });

  it('falls through the back of a triangle', () => {
    const found = finding(joined([ground(2), turned(ground(2, 2))]), 'fall-throughs', roll('sphere'));
    expect(found.detail).toContain('at backs of triangles');
    expect(found.count).toBe(2);
  });

  it('gives a lower bound where the search ends at its limit', () => {
    const many = joined([ground(24), ground(24, 24, 0.05)]);
    const found = finding(many, 'snag-edges', { ...roll('sphere'), effort: 1 });
    expect(found.isAtLeast).toBe(true);
    expect(finding(many, 'snag-edges', roll('sphere'))).toMatchObject({ count: 24, isAtLeast: false });
  });

  it('is a partial result where the body fits nowhere', () => {
    const slit = joined([ground(2), turned(ground(2, 0, 0.1))]);
    for (const code of ['snag-edges', 'fall-throughs'] as const) {
      const found = finding(slit, code, roll('sphere'));
      expect(found).toMatchObject({ count: 0, isAtLeast: true });
      expect(found.detail).toMatch(/no room for (\d+) of \1 rolls/);
    }
  });

  it('reports the rolls without room where no snag is found', () => {
    // A pit that is narrower than the body: its floor has no room, the ground around it has.
    const pit = joined([ground(4, -6), turned(ground(2)), ground(2, 0, -0.1)]);
    const report = checkHealth(pit, { ...defaultValues(healthOptions), ...roll('sphere') });
    expect(report.findings).toEqual([]);
    expect(report.snagRolls!.noRoom).toBeGreaterThan(0);
    expect(report.snagRolls!.rolls).toBeGreaterThan(report.snagRolls!.noRoom);
    expect(checkHealth(pit, defaultValues(healthOptions)).snagRolls).toBeNull();
  });

  it('uses a hundredth of the diagonal unless a radius is given', () => {
    const lip = joined([ground(2), ground(2, 2, 0.01)]);
    expect(finding(lip, 'snag-edges', { ...roll('sphere'), snagRadius: 0 }).count).toBe(2);
    expect(findingCodes(ball(), { ...roll('sphere'), snagRadius: 0 })).toEqual([]);
  });
});
