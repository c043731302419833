import { describe, expect, test } from 'vitest';
import { pathLeftOut } from '../../../renderer/panels/hierarchy/path-left-out.ts';

describe('a path of nodes', () => {
  test('is whole where it has room', () => {
    expect(pathLeftOut([10, 20, 30], 8, 60)).toBe(0);
    expect(pathLeftOut([10], 8, 60)).toBe(0);
  });

  test('leaves out as few nodes after the root as it must, and never the last one', () => {
    const widths = [10, 30, 30, 30, 30];
    expect(pathLeftOut(widths, 8, 129)).toBe(1);
    expect(pathLeftOut(widths, 8, 108)).toBe(1);
    expect(pathLeftOut(widths, 8, 107)).toBe(2);
    expect(pathLeftOut(widths, 8, 48)).toBe(3);
    expect(pathLeftOut(widths, 8, 1)).toBe(3);
    expect(pathLeftOut([90], 8, 60)).toBe(0);
  });
});
