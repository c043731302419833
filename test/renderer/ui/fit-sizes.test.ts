import { describe, expect, it } from 'vitest';
import { fitSizes } from '../../../renderer/ui/dock/fit-sizes.ts';

const wished = { left: 328, right: 304, meshes: 190, properties: 262, tree: 158 };

describe('fitSizes', () => {
  it('gives what is wished where there is room, however wide the window', () => {
    expect(fitSizes(wished, 1440, 820)).toEqual(wished);
    expect(fitSizes(wished, 3840, 2000)).toEqual(wished);
  });

  it('leaves the view 320 pixels and the last panel of a column its share in a small window', () => {
    const { left, right, properties, tree, meshes } = fitSizes(wished, 900, 540);
    expect(900 - left - right).toBeGreaterThanOrEqual(320);
    expect(left / right).toBeCloseTo(328 / 304, 1);
    expect(540 - properties - tree).toBeGreaterThan(140);
    expect(meshes).toBeLessThanOrEqual(180);
  });
});
