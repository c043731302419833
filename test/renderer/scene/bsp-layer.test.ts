import { signal } from '@preact/signals-core';
import type { BufferAttribute, Mesh } from 'three';
import { expect, test } from 'vitest';
import { bspPicture, polygonAt } from '#core/bsp/bsp-picture';
import { buildBsp } from '#core/bsp/build-bsp';
import { bspCells } from '#core/bsp/cells';
import { cellLinks } from '#core/bsp/route';
import { meshBounds } from '#core/mesh/bounds';
import { createLeaves } from '../../../renderer/scene/bsp-layer.ts';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { localSpaceOf, toSource } from '../../../renderer/scene/local-space.ts';
import { firstBsp } from '../../../renderer/state/bsp/bsp-state.ts';
import { box, joined } from '../../fixtures/shapes.ts';
import { palette } from './scene-fixture.ts';

test('the exploded view moves each leaf away from the middle in place, and stops with its layer', () => {
  const mesh = joined([box([0, 0, 0], [2, 2, 2]), box([6, 0, 0], [8, 2, 2])]);
  const cells = bspCells(buildBsp(mesh));
  const picture = bspPicture(buildBsp(mesh), cells, cellLinks(cells));
  const space = localSpaceOf(meshBounds(mesh)!);
  const explode = signal(0);
  let frames = 0;
  const layer = createLeaves(
    { picture, look: firstBsp.look, seen: null, space, palette, pixels: createPixelScale() },
    explode,
    () => frames++,
  )!;
  const { geometry } = layer.object.children[0] as Mesh;
  const positions = geometry.getAttribute('position') as BufferAttribute;
  const shown = (): Set<string> =>
    new Set(
      Array.from({ length: positions.count }, (_, i) =>
        toSource(space, [positions.getX(i), positions.getY(i), positions.getZ(i)])
          .map((value) => value.toFixed(4).replace('-0.0000', '0.0000'))
          .join(' '),
      ),
    );
  for (const factor of [0, 1.5, 0.5]) {
    explode.value = factor;
    const expected = new Set<string>();
    for (const [leaf, winding] of picture.windings.entries()) {
      if (winding === 0) continue;
      for (let face = picture.firstFace[leaf]!; face < picture.firstFace[leaf + 1]!; face++)
        for (const corner of polygonAt(picture.faces, face))
          expected.add(
            corner
              .map((value, axis) => value + factor * (picture.centres[3 * leaf + axis]! - picture.middle[axis]!))
              .map((value) => value.toFixed(4).replace('-0.0000', '0.0000'))
              .join(' '),
          );
    }
    expect(expected.size).toBe(16);
    expect(shown()).toEqual(expected);
  }
  expect(frames).toBe(3);
  layer.dispose();
  explode.value = 2;
  expect(frames).toBe(3);
});
