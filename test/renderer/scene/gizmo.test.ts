import { PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { createGizmo, type GizmoPlace, type GizmoView } from '../../../renderer/scene/gizmo.ts';
import { localSpaceOf } from '../../../renderer/scene/local-space.ts';
import { poseAtRest } from '../../../renderer/state/store/scene-edits.ts';
import type { Pixel } from '../../../renderer/tools/tool.ts';
import { palette } from './scene-fixture.ts';

const side = 400;
const middle = side / 2;
const bounds = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
const viewSpace = localSpaceOf(bounds);

describe('the handles about the moving mesh', () => {
  it('continue their action if another mode is chosen meanwhile', () => {
    const { view, handle, show } = begin('move');
    view.grab(handle);
    const before = view.drag(plus(handle, 30), null);
    expect(before).toMatchObject({ kind: 'move' });
    for (const mode of ['rotate', 'scale'] as const) {
      show(mode);
      expect(view.drag(plus(handle, 30), null)).toEqual(before);
    }
    view.release();
    expect(view.drag(handle, null)).toBeNull();
  });

  it('scale by the share that they are pulled in or out', () => {
    const { view, handle } = begin('scale');
    view.grab(handle);
    const reach = handle[0] - middle;
    expect(scaleAt(view, [middle + 2 * reach, middle])).toBeCloseTo(2, 1);
    expect(scaleAt(view, [middle + reach / 2, middle])).toBeCloseTo(0.5, 1);
    expect(scaleAt(view, handle)).toBeCloseTo(1, 9);
  });

  it('scale evenly by the middle one, twice for each hundred pixels to the right and up', () => {
    const { view } = begin('scale');
    const grabbed: Pixel = [middle + 1, middle + 1];
    expect(view.grab(grabbed)).toBe(true);
    expect(scaleAt(view, grabbed)).toBe(1);
    expect(scaleAt(view, plus(grabbed, 40))).toBeCloseTo(2 ** 0.4, 9);
    expect(scaleAt(view, plus(grabbed, -100))).toBe(0.5);
    expect(scaleAt(view, [grabbed[0], grabbed[1] - 100])).toBe(2);
  });

  it('scale to nearly nothing where they are pulled through the middle, and no larger beyond it', () => {
    const { view, handle } = begin('scale');
    view.grab(handle);
    const reach = handle[0] - middle;
    const along = [0.4, 0.2, 0.05, 0, -0.05, -0.4, -1, -3].map((share) => scaleAt(view, [middle + share * reach, middle]));
    for (const by of along) expect(by).toBeGreaterThan(0);
    for (let i = 1; i < along.length; i++) expect(along[i]!).toBeLessThanOrEqual(along[i - 1]!);
    expect(along.at(-1)).toBe(along[4]);
  });
});

function scaleAt(view: GizmoView, pixel: Pixel): number {
  const move = view.drag(pixel, null);
  if (move?.kind !== 'scale') throw new Error('the handle does not scale');
  return move.by;
}

function plus([x, y]: Pixel, by: number): Pixel {
  return [x + by, y];
}

/** Handles seen down −Z; `handle` is a pixel on that of the X axis. */
function begin(mode: GizmoPlace['gizmo']['mode']): { view: GizmoView; handle: Pixel; show: (mode: GizmoPlace['gizmo']['mode']) => void } {
  const camera = new PerspectiveCamera(50, 1, 0.01, 100);
  camera.position.set(0, 0, 5);
  camera.updateMatrixWorld();
  const view = createGizmo({ camera, focus: () => 5, size: () => ({ width: side, height: side }), palette, changed: () => {} });
  const movingMesh = { ...poseAtRest, document: 2, fixed: 1, options: {} as never };
  const show = (chosen: typeof mode): void => view.show({ movingMesh, bounds, gizmo: { mode: chosen, axes: 'fixed' }, viewSpace });
  show(mode);
  view.object.updateMatrixWorld(true);
  let x = side;
  while (x > middle && !view.over([x, middle])) x--;
  return { view, handle: [x - 3, middle], show };
}
