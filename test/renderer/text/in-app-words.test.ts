import { expect, test } from 'vitest';
import { bakeTargets } from '#core/bake';
import { writePhysxConvex } from '#core/bake/physx-convex/write-physx-convex';
import { InspectorError, type InspectorErrorData, toErrorData } from '#core/error';
import { unknownSpace } from '#core/mesh';
import { noProgress } from '#core/progress';
import { inAppWords } from '../../../renderer/text/in-app-words.ts';
import { ball } from '../../fixtures/shapes.ts';

function errorWith(fix: string): InspectorErrorData {
  return new InspectorError({ code: 'too-large', message: 'Too many', fix, location: {} });
}

test('the fix of a hull that is too large for an engine names the panel that makes smaller ones', () => {
  let thrown: InspectorErrorData | null = null;
  try {
    writePhysxConvex({ mesh: ball(40, 20), trees: [], source: null, space: unknownSpace, findings: [], ignored: [] }, noProgress);
  } catch (error) {
    thrown = toErrorData(error);
  }
  expect(thrown?.fix).toContain('boxwood');
  expect(inAppWords(thrown!).fix).toBe(
    'Reduce it first: make a collider in the Colliders panel, method Convex hull, for each part, with Max vertices 129, and bake that',
  );
  const fixes = Object.values(bakeTargets).flatMap(({ limits }) => limits.map(({ fix }) => fix));
  const hulls = fixes.filter((fix) => fix.includes('boxwood convex hull'));
  expect(hulls.length).toBeGreaterThan(2);
  for (const fix of hulls) expect(inAppWords(errorWith(fix)).fix).toMatch(/^[^-]+ Colliders panel[^-]+$/);
});

test('other fixes stay as they are', () => {
  const error = errorWith('Bake to PLY');
  expect(inAppWords(error)).toBe(error);
});
