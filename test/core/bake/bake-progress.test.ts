import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { bakeFormatNames } from '#core/bake/bake-format';
import { ball } from '../../fixtures/shapes.ts';
import { inputOf, smallHulls } from './bake-input.ts';

const long = inputOf(ball(128, 64));
/** PhysX has no hull of more than 255 vertices. */
const hulls = inputOf(smallHulls(40));

describe('a long bake', () => {
  test.each(bakeFormatNames)('to %s reports progress, can be cancelled at any call, and writes the same bytes', (format) => {
    const input = format === 'physx-convex' ? hulls : long;
    const whole = bakeMesh(format, input);
    const reported: number[] = [];
    const { bytes, notes } = bakeMesh(format, input, (fraction) => reported.push(fraction));
    expect([Buffer.compare(bytes, whole.bytes), notes]).toEqual([0, whole.notes]);
    expect([reported[0], reported.at(-1)]).toEqual([0, 1]);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    // Some calls within the work on 16,128 triangles.
    expect(new Set(reported).size).toBeGreaterThanOrEqual(5);
    for (const at of [1, Math.ceil(reported.length / 2), reported.length]) {
      let calls = 0;
      const stop = (): void => {
        if (++calls === at) throw new Error('enough');
      };
      expect(() => bakeMesh(format, input, stop)).toThrow('enough');
      expect(calls).toBe(at);
    }
  });
});
