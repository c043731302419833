import { expect, test } from 'vitest';
import { fitText } from '../../main/cli/fit.ts';

test('a shape that should contain its vertices and does not is a failure in the text', () => {
  const shape = {
    part: 0,
    component: null,
    name: 'mesh',
    shape: 'cylinder' as const,
    parameters: { from: [0, 0, 0] as const, to: [0, 1, 0] as const, radius: 1 },
    volume: 3,
    maxDistance: 1,
    rmsToShape: 0.5,
    rmsToSurface: 0.5,
    maxToSurface: 1,
    hullRatio: null,
  };
  const text = (containing: boolean, contains: boolean): string =>
    fitText({
      file: 'a.obj',
      nonFiniteVertices: 0,
      containing,
      shapes: [{ ...shape, contains }],
      skippedParts: [],
      out: null,
      format: null,
      bytes: null,
      verified: null,
      notes: [],
    });
  expect(text(true, false)).toContain('failed: 1 cylinder does not contain every vertex\n');
  expect(text(true, true)).not.toContain('failed');
  expect(text(false, false)).not.toContain('failed');
});
