import { beforeAll, expect, it } from 'vitest';
import { boxGrowth } from '#core/engines/box-growth';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { startPhysx, type Physx } from '../../fixtures/physx-mesh.ts';
import { ball, knot, placed } from '../../fixtures/shapes.ts';

let physx: Physx;
beforeAll(async () => {
  physx = await startPhysx();
});

/** Lengths of the steps of a quantised tree that PhysX cooked: of minima, then of maxima. */
function stepsOf(bytes: Uint8Array): readonly number[] {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('BV4 ');
  const view = new DataView(bytes.buffer, bytes.byteOffset + letters);
  // After letters, version, centre, extent and the root come six coefficients and the flag.
  expect(view.getUint32(52, true)).toBe(1);
  return [0, 1, 2, 3, 4, 5].map((i) => view.getFloat32(28 + 4 * i, true));
}

it.each<[string, TriangleMesh]>([
  ['a knot', knot()],
  ['a ball', ball(24, 16)],
  ['a ball far from the origin', placed(ball(24, 16), 1, [300, -40, 7])],
])('the boxes of %s grow by at most a step of the tree that PhysX cooks', (_, mesh) => {
  const longest = Math.max(...stepsOf(physx.cookFile(mesh)));
  const largest = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(longest * 32_767).toBeCloseTo(largest, 3);
  const { max, unbounded } = boxGrowth(mesh, 'i16')!;
  expect(unbounded).toBe(0);
  expect(max).toBeGreaterThan(longest / 2);
  expect(max).toBeLessThan(1.1 * longest);
});
