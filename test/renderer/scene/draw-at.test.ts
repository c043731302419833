import { PerspectiveCamera, Vector2 } from 'three';
import { expect, it } from 'vitest';
import { drawAt } from '../../../renderer/scene/draw-view.ts';

it('a picture from another pose draws the instances that its own camera sees, at its own size', () => {
  const camera = new PerspectiveCamera();
  const canvas = { width: 300, height: 200 };
  const calls: unknown[] = [];
  const state = {
    canvas,
    rig: { camera },
    scene: {},
    pixels: { viewport: { value: new Vector2() }, ratio: { value: 1 } },
    instances: { arrange: ({ clip, height }: { clip: ArrayLike<number>; height: number }) => calls.push([height, clip[12]]) },
    renderer: {
      setPixelRatio: (ratio: number) => void Object.assign(canvas, { width: 300 * ratio, height: 200 * ratio }),
      render: () => calls.push('render'),
    },
  } as unknown as Parameters<typeof drawAt>[0];
  drawAt(state, 1);
  camera.position.x = 5;
  camera.updateMatrixWorld();
  drawAt(state, 2);
  const across = -5 * camera.projectionMatrix.elements[0];
  expect(across).toBeLessThan(-1);
  expect(calls).toEqual([[200, 0], 'render', [400, across], 'render']);
});
