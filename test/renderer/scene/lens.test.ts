import fc from 'fast-check';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { isMirrored } from '../../../renderer/scene/facing.ts';
import { freeRect } from '../../../renderer/scene/free-rect.ts';
import {
  lensOf,
  lensOver,
  mixLenses,
  resizedLens,
  tangentsThrough,
  viewDegrees,
  type Lens,
  type ViewRect,
} from '../../../renderer/scene/lens.ts';
import { SceneCamera } from '../../../renderer/scene/scene-camera.ts';
import { viewCameraOf } from '../../../renderer/scene/view-rays.ts';
import { scaled } from '../../fixtures/scale.ts';

describe('a lens', () => {
  it('pictures as three does with the same part of a larger picture', () => {
    const lens: Lens = { width: 900, height: 480, focal: 1000, center: [430, 300], isMirrored: false };
    const whole = 2 * lens.focal * Math.tan((viewDegrees * Math.PI) / 360);
    const camera = new PerspectiveCamera(viewDegrees, 1, 0.1, 100);
    camera.setViewOffset(900, whole, 450 - 430, whole / 2 - 300, 900, 480);
    camera.updateMatrixWorld();
    const [across, upward] = tangentsThrough(lens, [700, 100]);
    const point = new Vector3(across, upward, -1).multiplyScalar(5).project(camera);
    expect((0.5 + point.x / 2) * 900).toBeCloseTo(700, 9);
    expect((0.5 - point.y / 2) * 480).toBeCloseTo(100, 9);
  });

  it('mirrored draws objects on the right at the same distance on the left, and casts the same rays', () => {
    const lens: Lens = { width: 900, height: 480, focal: 1000, center: [430, 300], isMirrored: true };
    const camera = new SceneCamera();
    Object.assign(camera, { lens, near: 0.1, far: 100 });
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    expect(isMirrored(camera)).toBe(true);
    const [across, upward] = tangentsThrough(lens, [700, 100]);
    expect([across, upward]).toEqual([-0.27, 0.2]);
    const seen = new Vector3(across, upward, -1).multiplyScalar(5).project(camera);
    expect((0.5 + seen.x / 2) * 900).toBeCloseTo(700, 9);
    const [x, y, z] = seen.unproject(camera).toArray();
    expect([x, y, z].map((value) => Number(value.toFixed(9)))).toEqual([-1.35, 1, -5]);
    expect(resizedLens(resizedLens(lens, 800, 400, true), 900, 480, false).isMirrored).toBe(true);
  });

  it('mirrored casts the rays of the heat map through the pixels where their results are drawn', () => {
    const lens: Lens = { width: 900, height: 480, focal: 1000, center: [430, 300], isMirrored: true };
    const camera = new PerspectiveCamera();
    camera.position.set(3, 4, 5);
    camera.lookAt(0, 1, 0);
    camera.updateMatrixWorld();
    const { forward, right, up, tanX, tanY } = viewCameraOf(camera, lens, { origin: [0, 0, 0], unit: 1 });
    const [x, y] = [700, 100];
    const [u, v] = [((2 * x) / 900 - 1) * tanX, (1 - (2 * y) / 480) * tanY];
    const requested = new Vector3(...forward)
      .addScaledVector(new Vector3(...right), u)
      .addScaledVector(new Vector3(...up), v)
      .normalize();
    const seen = new Vector3(...tangentsThrough(lens, [x, y]), -1).transformDirection(camera.matrixWorld);
    expect(requested.distanceTo(seen)).toBeLessThan(1e-12);
  });

  it('draws everything where it was when a list opens below, and again when it closes', () => {
    const lens = lensOver({ left: 50, top: 40, right: 800, bottom: 700 }, 800, 700);
    const lower = resizedLens(lens, 800, 500, true);
    expect(tangentsThrough(lower, [123, 456])).toEqual(tangentsThrough(lens, [123, 456]));
    expect(resizedLens(lower, 800, 700, true)).toEqual(lens);
  });

  it('keeps its centre in a view with a small height', () => {
    expect(resizedLens(lensOf(800, 700), 800, 200, true).center).toEqual([400, 170]);
  });

  it('grows with the height of the window, about the same middle', () => {
    expect(resizedLens(lensOf(800, 700), 1000, 350, false)).toEqual(lensOf(1000, 350));
  });

  it('ends a mix at the second, to the last bit', () => {
    const [from, to] = [lensOf(800, 700), lensOver({ left: 57.3, top: 0.1, right: 801, bottom: 411 }, 800, 700)];
    expect(mixLenses(from, to, 1)).toEqual(to);
    expect(mixLenses(from, to, 0)).toEqual({ ...from });
  });
});

describe('the free rectangle of a view', () => {
  it('is all of it where nothing lies over it', () => {
    expect(freeRect(800, 600, [])).toEqual({ left: 0, top: 0, right: 800, bottom: 600 });
    expect(freeRect(800, 600, [{ left: 900, top: 0, right: 1000, bottom: 50 }])).toEqual({ left: 0, top: 0, right: 800, bottom: 600 });
  });

  it('lies right of a tool strip, below a bar and above a legend', () => {
    const tools = { left: 8, top: 8, right: 48, bottom: 200 };
    const bar = { left: 56, top: 8, right: 400, bottom: 42 };
    const legend = { left: 8, top: 520, right: 300, bottom: 592 };
    expect(freeRect(800, 600, [tools, bar, legend])).toEqual({ left: 54, top: 48, right: 800, bottom: 514 });
  });

  it('never becomes too small to see, and avoids every obstacle if possible', () => {
    const side = fc.integer({ min: 0, max: 1000 });
    const rect = fc
      .tuple(side, side, side, side)
      .map(([a, b, c, d]): ViewRect => ({ left: Math.min(a, b), right: Math.max(a, b), top: Math.min(c, d), bottom: Math.max(c, d) }));
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 6 }), (obstacles) => {
        const { left, top, right, bottom } = freeRect(1000, 1000, obstacles);
        expect(Math.min(right - left, bottom - top)).toBeGreaterThanOrEqual(450);
        expect(Math.min(left, top, 1000 - right, 1000 - bottom)).toBeGreaterThanOrEqual(-6);
      }),
      { numRuns: scaled(1000) },
    );
  });
});
