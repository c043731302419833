import { describe, expect, test } from 'vitest';
import { healthChecks } from '#core/health/health-checks';
import { repairNames } from '#core/health/repair/repair';
import { requestedRepairs } from '#core/health/repair/repair-mesh';
import { repairOptions } from '#core/options/repair-options';
import { checkValues } from '#core/options/option';
import { holesWithin } from '../../../../renderer/state/repair/holes-of.ts';
import { repairFor, repairLabel } from '../../../../renderer/state/repair/repair-for.ts';
import { givenRepairs, repairForm, whyNoRepair } from '../../../../renderer/state/repair/repair-form.ts';
import { box } from '../../../fixtures/shapes.ts';

const form = (...chosen: Parameters<typeof repairForm>[2]) => repairForm(box(), Math.sqrt(12), chosen);

describe('the form of repairs', () => {
  test.each(repairNames)('requests %s, and nothing else, with valid values that fit the mesh', (name) => {
    const given = givenRepairs(form(name));
    expect(requestedRepairs(given).map((repair) => repair.name)).toEqual([name]);
    expect(() => checkValues(repairOptions, given)).not.toThrow();
    expect(whyNoRepair(form(name))).toBeNull();
  });

  test('has lengths of one digit: a millionth of the diagonal, and a hundredth for small components', () => {
    expect(form().values).toMatchObject({ weld: 0, splitJunctions: 3e-6, splitNonManifold: 3e-6, minSize: 0.03, simplifyTo: 6 });
  });

  test('fills all holes, or those that are chosen, by a list with ranges', () => {
    expect(givenRepairs(form('fill-holes'))).toMatchObject({ fillHoles: true, holes: '' });
    expect(givenRepairs({ ...form('fill-holes'), holes: [1, 2, 3, 7] })).toMatchObject({ fillHoles: true, holes: '1-3,7' });
    expect(whyNoRepair({ ...form('fill-holes'), holes: [] })).toBe('Fill holes: choose at least one hole.');
    expect(whyNoRepair({ ...form('weld'), holes: [] })).toBeNull();
  });

  test('lists the holes within the limits, where a size of 0 sets none', () => {
    const holes = [
      { number: 1, edges: 3, length: 3, diagonal: 1 },
      { number: 2, edges: 100, length: 90, diagonal: 30 },
      { number: 3, edges: 101, length: 5, diagonal: 1 },
    ];
    const { values } = form('fill-holes');
    expect(holesWithin(holes, values)).toEqual([1, 2]);
    expect(holesWithin(holes, { ...values, maxHoleSize: 1 })).toEqual([1]);
    expect(holesWithin(holes, { maxHoleEdges: 1000, maxHoleSize: 1 })).toEqual([1, 3]);
  });

  test('reports why it cannot run', () => {
    expect(whyNoRepair(form())).toBe('Choose at least one repair.');
    const { chosen, values } = form('remove-components');
    expect(whyNoRepair({ chosen, values: { ...values, minSize: 0 } })).toBe('Remove small components: set at least one value above 0.');
  });
});

describe('the repair of a finding', () => {
  test('exists for each kind that a repair clears directly, and its label has the count', () => {
    expect(repairLabel({ code: 'boundary-loops', count: 3 }, 'fill-holes')).toBe('Fill 3 holes…');
    expect(repairLabel({ code: 'non-manifold-vertices', count: 1 }, 'split-non-manifold')).toBe('Split 1 vertex…');
    expect(repairFor('self-intersections')).toBeNull();
    expect(repairFor('unusable-faces')).toBeNull();
    const covered = new Set(healthChecks.map(({ code }) => repairFor(code)).filter((name) => name !== null));
    expect([...covered].toSorted()).toEqual([...repairNames].toSorted());
    for (const { code } of healthChecks) {
      const repair = repairFor(code);
      if (repair !== null) expect(repairLabel({ code, count: 2 }, repair)).toMatch(/^[A-Z].*…$/);
    }
  });
});
