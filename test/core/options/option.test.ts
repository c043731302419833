import { InspectorError } from '#core/error';
import { buildOptions } from '#core/options/build-options';
import { checkValues, defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { describe, expect, it } from 'vitest';

function refusal(given: Record<string, unknown>): InspectorError {
  try {
    checkValues(buildOptions, given);
  } catch (thrown) {
    if (thrown instanceof InspectorError) return thrown;
    throw thrown;
  }
  throw new Error('it was accepted');
}

describe('checkValues', () => {
  it('fills in the defaults', () => {
    expect(checkValues(buildOptions, {})).toEqual(defaultValues(buildOptions));
    expect(checkValues(buildOptions, { leafTriangles: 1 })).toEqual({
      kind: 'aabb',
      split: 'sah',
      leafTriangles: 1,
      maxDepth: 0,
      minExtent: 0,
    });
    expect(checkValues(rayOptions, {})).toEqual({ mode: 'first', cull: false });
  });

  it.each([
    [{ leafTriangles: 0 }, 'a whole number from 1 to 1024'],
    [{ leafTriangles: null }, 'a whole number from 1 to 1024'],
    [{ leafTriangles: 2.5 }, 'a whole number from 1 to 1024'],
    [{ leafTriangles: '4' }, 'a whole number from 1 to 1024'],
    [{ maxDepth: 4097 }, 'a whole number from 0 to 4096'],
    [{ minExtent: -1 }, 'a finite length of 0 or more'],
    [{ minExtent: NaN }, 'a finite length of 0 or more'],
    [{ minExtent: Infinity }, 'a finite length of 0 or more'],
    [{ split: 'middle' }, 'one of median, seeds, sah'],
    [{ split: 'toString' }, 'one of median, seeds, sah'],
  ])('refuses %j with the valid values', (given, wanted) => {
    const error = refusal(given);
    expect(error.code).toBe('invalid-argument');
    expect(error.fix).toContain(wanted);
  });

  it('refuses a name that is not in the table, with those that are', () => {
    expect(refusal({ leafSize: 4 }).fix).toContain('leafTriangles');
  });
});
