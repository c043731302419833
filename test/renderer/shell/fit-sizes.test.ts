import { describe, expect, it } from 'vitest';
import { fitSizes } from '../../../renderer/shell/dock/fit-sizes.ts';

const wished = { left: 328, right: 304, meshes: 190, properties: 262, tree: 158 };

describe('fitSizes', () => {
  it('gives what is wished where there is room, however wide the window', () => {
    expect(fitSizes(wished, 1440, 820)).toEqual(wished);
    expect(fitSizes(wished, 3840, 2000)).toEqual(wished);
  });

  it('leaves the view 320 pixels in a small window, the properties room for three numbers, and the last panel its head and two rows', () => {
    const { left, right, properties, tree, meshes } = fitSizes(wished, 800, 300);
    expect([left, right]).toEqual([216, 264]);
    expect(300 - properties - tree).toBe(76);
    expect(meshes).toBeLessThanOrEqual(180);
    const wide = fitSizes(wished, 900, 540);
    expect(wide.left / wide.right).toBeCloseTo(328 / 304, 1);
  });

  it('takes from the tree before it takes from the properties', () => {
    expect(fitSizes({ ...wished, properties: 408 }, 1280, 540)).toMatchObject({ properties: 404, tree: 60 });
    expect(fitSizes({ ...wished, properties: 408 }, 1280, 600)).toMatchObject({ properties: 408, tree: 116 });
  });
});
