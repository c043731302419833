import { describe, expect, it } from 'vitest';
import { fitSizes, hasOneSide, type PanelSizes } from '../../../renderer/shell/dock/fit-sizes.ts';
import { panelHeadHeight } from '../../../renderer/widgets/measures.ts';

const requested = { left: 328, right: 304, meshes: 190, properties: 262, tree: 158, bottom: 204 };

/** Fits them into columns of this height over a bottom area that is folded to its tabs. */
const fit = (sizes: PanelSizes, width: number, height: number): PanelSizes =>
  fitSizes(sizes, { width, height: height + panelHeadHeight }, true);

describe('fitSizes', () => {
  it('returns the requested sizes where there is room, however wide the window', () => {
    expect(fit(requested, 1440, 820)).toEqual(requested);
    expect(fit(requested, 3840, 2000)).toEqual(requested);
  });

  it('leaves the view 420 pixels in a small window, the properties room for three numbers, and the last panel its head and two rows', () => {
    const { left, right, properties, tree, meshes } = fit(requested, 800, 300);
    expect([left, right]).toEqual([200, 264]);
    expect(300 - properties - tree).toBe(76);
    expect(meshes).toBe(102);
    const small = fit(requested, 1000, 540);
    expect(small.left + small.right).toBe(580);
    expect(small.left / small.right).toBeCloseTo(328 / 304, 1);
  });

  it('shows one side column with large text, as wide as requested but at most half of the window, and keeps the properties', () => {
    // Windows of 1440 × 900 and 1000 × 700 at a text size of 200 %.
    expect(fit(requested, 720, 359)).toMatchObject({ left: 304, right: 304, properties: 223, tree: 60 });
    expect(fit(requested, 500, 260)).toMatchObject({ left: 240, right: 240, properties: 204, tree: panelHeadHeight });
    // The rest is the hierarchy: its head, its tools and some rows.
    expect([359, 260].map((height) => fit(requested, 720, height).meshes)).toEqual([161, 100]);
    expect(fit({ ...requested, meshes: panelHeadHeight }, 500, 260).meshes).toBe(panelHeadHeight);
    expect(fit({ ...requested, tree: 0, properties: 0 }, 500, 260)).toMatchObject({ properties: 0, tree: 0 });
    expect([500, 720, 800, 0].map((width) => hasOneSide({ width, height: 260 }))).toEqual([true, true, false, false]);
  });

  it('keeps the head of the meshes, however low a saved size makes them', () => {
    for (const height of [150, 260, 820]) expect(fit({ ...requested, meshes: 3 }, 1440, height).meshes).toBe(panelHeadHeight);
  });

  it('takes from the tree before it takes from the properties', () => {
    expect(fit({ ...requested, properties: 408 }, 1280, 540)).toMatchObject({ properties: 404, tree: 60 });
    expect(fit({ ...requested, properties: 408 }, 1280, 600)).toMatchObject({ properties: 408, tree: 116 });
  });

  it('leaves two thirds of a low window to the columns', () => {
    expect(fitSizes(requested, { width: 720, height: 388 }, false).bottom).toBe(136);
  });

  it('leaves the columns 200 pixels above the open bottom area', () => {
    expect(fitSizes({ ...requested, bottom: 700 }, { width: 1440, height: 800 }, false).bottom).toBe(600);
  });
});
