import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importBulletBvh } from '#core/bake/bullet-bvh/import-bullet-bvh';
import { bvhHeadBytes, bvhOffsets } from '#core/bake/bullet-bvh/layout';
import { readBulletBvh } from '#core/bake/bullet-bvh/read-bullet-bvh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, soup } from '../../fixtures/shapes.ts';
import { withBullet } from '../../fixtures/with-bullet.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

function bytesOf(mesh: TriangleMesh, trees = [treeOf(mesh)]): Uint8Array {
  return bakeMesh('bullet-bvh', inputOf(mesh, trees)).bytes;
}

describe('a .bvh.bullet file in Bullet', () => {
  it.each<[string, TriangleMesh]>([
    ['one triangle', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
    ['a box', box()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
  ])('gives rays and sweeps on %s the hits of the same triangles built by Bullet', async (_, mesh) => {
    await withBullet(async (load) => {
      const [theirs, ours] = [await load(f32Mesh(mesh)), await load(bytesOf(mesh))];
      const far = 8 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const rays = seededRays(f32Mesh(mesh), 200, 7);
      const [wanted, found] = [await theirs.rays(rays, far), await ours.rays(rays, far)];
      expect(await ours.name()).toBe('BVHTRIANGLEMESH 21');
      expect(found.filter((hit) => hit !== null).length).toBeGreaterThan(50);
      expect(found.map((hit) => hit?.distance)).toEqual(wanted.map((hit) => hit?.distance));
      const [swept, ownSwept] = [
        await theirs.sweeps(rays.slice(0, 50), 0.002 * far, far),
        await ours.sweeps(rays.slice(0, 50), 0.002 * far, far),
      ];
      ownSwept.forEach((distance, i) => expect(Math.abs((distance ?? -1) - (swept[i] ?? -1))).toBeLessThanOrEqual(1e-4 * far));
    });
  });

  it('has the image that Bullet makes of its own tree', async () => {
    await withBullet(async (load) => {
      for (const mesh of [box(), knot()]) {
        const image = await (await load(f32Mesh(mesh))).image();
        const ours = bytesOf(mesh);
        const view = new DataView(ours.buffer, ours.byteOffset, ours.byteLength);
        const imageAt = view.getUint32(24, true);
        const own = ours.slice(imageAt);
        for (const offset of [bvhOffsets.bulletVersion, bvhOffsets.nodes, bvhOffsets.traversalMode])
          expect(own.slice(offset, offset + 4)).toEqual(image.slice(offset, offset + 4));
        expect(image[bvhOffsets.isQuantised]).toBe(1);
        // Its own image in our file is read, too, with its bounds and every node checked.
        const whole = new Uint8Array(imageAt + image.length);
        whole.set(ours.subarray(0, imageAt));
        whole.set(image, imageAt);
        new DataView(whole.buffer).setUint32(28, image.length, true);
        expect(readBulletBvh(whole).trees.length).toBe(1);
      }
    });
  });
});

describe('a .bvh.bullet file', () => {
  it('is verified, and opened with its triangles in source order', async () => {
    const mesh = joined([named('a', box()), named('b', ball())]);
    const input = inputOf(mesh);
    const { bytes, notes } = bakeMesh('bullet-bvh', input);
    expect(notes.map(({ code }) => code)).toEqual(['rounded', 'parts-lost']);
    const found = await verifyBaked({ bytes, fileName: 'x.bvh.bullet', against: input, queries: 100, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'bullet-bvh', trees: 1, queries: 100 });
    expect(importBulletBvh(bytes).mesh.indices).toEqual(mesh.indices);
  });

  it.each<[string, (view: DataView, imageAt: number) => void, RegExp, string]>([
    ['a newer file', (view) => view.setUint8(7, 0x32), /is of version "2"; version 1 is read/, 'unsupported-dialect'],
    ['another Bullet', (view) => view.setUint32(8, 325, true), /has an image of Bullet 325; that of 324 is read/, 'unsupported-dialect'],
    [
      'another compiler',
      (view) => view.setUint32(12, 256, true),
      /a head of 256 bytes; 248, of 64-bit Linux, are read/,
      'unsupported-dialect',
    ],
    ['more vertices', (view) => view.setUint32(16, 2 ** 29, true), /within its vertices/, 'truncated'],
    ['a vertex', (view) => view.setFloat32(32, NaN, true), /vertex 0 is not finite/, 'invalid-bytes'],
    ['nodes', (view, at) => view.setInt32(at + bvhOffsets.nodes, 5, true), /its image has 5 nodes/, 'invalid-bytes'],
    ['a link', (view, at) => view.setInt32(at + bvhHeadBytes + 12, -3, true), /its root has|subtree/, 'invalid-bytes'],
    ['a subtree', (view) => view.setInt32(view.byteLength - 20, -1, true), /subtree \d+ names/, 'invalid-bytes'],
  ])('is refused with its byte: %s', (_, change, message, code) => {
    const bytes = bytesOf(knot()).slice();
    const view = new DataView(bytes.buffer);
    change(view, view.getUint32(24, true));
    expect(refusalOf(readBulletBvh, bytes)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      location: { byte: expect.any(Number) },
    });
  });

  it('is refused at any length', () => {
    const bytes = bytesOf(knot());
    for (let length = 0; length < bytes.length; length += 499)
      expect(refusalOf(readBulletBvh, bytes.subarray(0, length)).code).toMatch(/truncated|invalid-bytes/);
  });
});

it('a .bvh.bullet file with changed bytes is refused or read, and nothing else', () => {
  expectRefusedOrRead([bytesOf(box()), bytesOf(ball(12, 8))], 1_000_000, readBulletBvh);
});
