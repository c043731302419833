import { describe, expect, it } from 'vitest';
import { depthColour } from '../../../renderer/scene/depth-colour.ts';
import { parseColour } from '../../../renderer/scene/palette.ts';

describe('depthColour', () => {
  it('goes from the tokens’ blue for the root to their yellow for the deepest level', () => {
    expect(near(depthColour(0, 18), '#2e6e8e')).toBe(true);
    expect(near(depthColour(9, 18), '#3cba75')).toBe(true);
    expect(near(depthColour(18, 18), '#fde725')).toBe(true);
  });

  it('gives a tree of one level the colour of a root', () => {
    expect(depthColour(0, 0)).toBe(depthColour(0, 10));
  });

  it('gets lighter with every level', () => {
    const luminance = Array.from({ length: 33 }, (_, depth) => {
      const [r, g, b] = parseColour(depthColour(depth, 32)) ?? [0, 0, 0];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    for (let i = 1; i < luminance.length; i++) expect(luminance[i]).toBeGreaterThan(luminance[i - 1]!);
  });

  it('stays on the scale for depths beyond the tree', () => {
    expect(depthColour(40, 18)).toBe(depthColour(18, 18));
  });
});

/** The tokens were computed on a table of their own: two steps of 255 apart at most. */
function near(a: string, b: string): boolean {
  const [x, y] = [parseColour(a), parseColour(b)];
  return x !== null && y !== null && x.every((value, i) => Math.abs(value - y[i]!) * 255 <= 3);
}
