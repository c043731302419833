import { Matrix4, type Mesh, PerspectiveCamera, type Points } from 'three';
import { expect, it } from 'vitest';
import { createDetailedInstances } from '../../../renderer/scene/detailed-instances.ts';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { box } from '../../fixtures/shapes.ts';
import { palette } from './scene-fixture.ts';

interface Buffer {
  readonly version: number;
  readonly updateRanges: readonly { readonly count: number }[];
}

/** The buffers of an instance, which change as the camera moves. */
function buffersOf({ geometry }: Mesh | Points): readonly Buffer[] {
  const { rowX, tint, sphere } = geometry.attributes as Record<string, unknown>;
  const rows = (rowX as { data: Buffer } | undefined)?.data;
  return [rows, tint, sphere].filter((buffer) => buffer !== undefined) as Buffer[];
}

it('hides what has no instance in sight, and uploads nothing for it', () => {
  const count = 4;
  const layer = createDetailedInstances({
    meshes: [box()],
    meshOf: new Uint32Array(count),
    viewSpace: { origin: [0, 0, 0], unit: 1 },
    palette,
    pixels: createPixelScale(),
    budget: { triangles: 24, beyond: 0, further: 0, boxes: 1 },
  });
  const placed = new Float64Array(16 * count);
  for (let i = 0; i < count; i++) placed.set(new Matrix4().makeTranslation(0, 0, -3 * i).elements, 16 * i);
  layer.place(placed);
  const camera = new PerspectiveCamera(40, 1, 0.1, 100);
  const look = (x: number): void => {
    camera.position.set(0.5, 0.5, 8);
    camera.lookAt(x, 0.5, 0);
    camera.updateMatrixWorld();
    const { projectionMatrix, matrixWorldInverse } = camera;
    const clip = new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse).elements;
    layer.arrange({ clip, vertical: projectionMatrix.elements[5], height: 600 });
  };
  const objects = layer.object.children as (Mesh | Points)[];
  const states = (): unknown =>
    objects.map((object) => [object.visible, ...buffersOf(object).map(({ updateRanges }) => updateRanges[0]?.count)]);
  look(0.5);
  expect(states()).toEqual([
    [true, 24, 8],
    [true, 12, 4],
    [true, 4, 4],
  ]);
  const versions = (): number[] => objects.flatMap(buffersOf).map(({ version }) => version);
  const before = versions();
  look(100);
  expect(objects.map(({ visible }) => visible)).toEqual([false, false, false]);
  expect(versions()).toEqual(before);
});
