import { describe, expect, it } from 'vitest';
import { transformOf, transformPoints, type Transform } from '#core/math/transform';
import { partInstances } from '#core/mesh/part-instances';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, named, soup } from '../../fixtures/shapes.ts';

/** Places copies of shapes, each as a part with its transform. */
function placedParts(parts: readonly (readonly [shape: TriangleMesh, worldFromPart: Transform])[]): TriangleMesh {
  const meshes = parts.map(([shape, worldFromPart], i) => {
    const positions = new Float64Array(shape.positions.length);
    transformPoints(worldFromPart, shape.positions, positions);
    return named(`part ${i}`, { ...shape, positions });
  });
  const mesh = joined(meshes);
  return { ...mesh, parts: mesh.parts.map((part, i) => ({ ...part, worldFromPart: parts[i]![1] })) };
}

function anywhere(random: () => number, far = 1): Transform {
  const scale = 0.2 + random();
  return transformOf({
    translate: [far * random(), far * random(), far * random()],
    rotateDegrees: [360 * random(), 360 * random(), 360 * random()],
    scale: [scale, scale * (1 + random()), -scale],
  });
}

describe('instances of a mesh', () => {
  it('are the parts that show the same vertices under their transforms, near the origin and on a map', () => {
    for (const far of [1, 1e3, 5e6]) {
      const random = seededRandom(far);
      const other = { ...ball(8, 4), positions: ball(8, 4).positions.map((value, i) => (i === 3 ? value + 0.1 : value)) };
      const mesh = placedParts([
        [ball(8, 4), anywhere(random, far)],
        [box(), anywhere(random, far)],
        [ball(8, 4), anywhere(random, far)],
        // As many triangles in the same order, with one vertex elsewhere.
        [other, anywhere(random, far)],
        [box(), anywhere(random, far)],
        [ball(8, 4), anywhere(random, far)],
        [other, anywhere(random, far)],
      ]);
      expect([...partInstances(mesh)]).toEqual([0, 1, 0, 3, 1, 0, 3]);
    }
  });

  it('are never parts without a transform, or with one that flattens', () => {
    const two = joined([named('a', box()), named('b', box())]);
    expect([...partInstances(two)]).toEqual([0, 1]);
    const flat = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] }).with(10, 0);
    expect([
      ...partInstances(
        placedParts([
          [box(), flat],
          [box(), flat],
        ]),
      ),
    ]).toEqual([0, 1]);
    expect([...partInstances({ positions: new Float64Array(), indices: new Uint32Array(), parts: [] })]).toEqual([]);
  });

  it('are found by comparing every vertex, for many parts of few shapes', () => {
    const random = seededRandom(9);
    const shapes = Array.from({ length: 5 }, (_, i) => soup(6, seededRandom(i)));
    const chosen = Array.from({ length: 80 }, () => Math.floor(5 * random()));
    const mesh = placedParts(chosen.map((shape) => [shapes[shape]!, anywhere(random)]));
    expect([...partInstances(mesh)]).toEqual(chosen.map((shape) => chosen.indexOf(shape)));
  });
});
