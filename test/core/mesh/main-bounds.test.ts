import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, meshBounds } from '#core/mesh/bounds';
import { mainBounds } from '#core/mesh/main-bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { scaled } from '../../fixtures/scale.ts';

type Point = readonly [number, number, number];

/** A level: 30 crates of 12 triangles on a floor of 100 by 100, from −50 to 50. */
const crates = Array.from({ length: 30 }, (_, i) => box([-48 + 16 * (i % 6), 0, -48 + 20 * Math.floor(i / 6)], [4, 4, 4]));
const level = [...crates, quad(50, 0)];
const levelBounds: Bounds = { min: [-50, 0, -50], max: [50, 4, 50] };

describe('mainBounds', () => {
  it('is the whole box when nothing is far out', () => {
    expect(mainBounds(meshOf(level))).toEqual(levelBounds);
  });

  it('leaves out a giant ground plane, as a part of its own and within the one part', () => {
    const ground = quad(5000, -1);
    expect(mainBounds(meshOf([...level, ground]))).toEqual(levelBounds);
    expect(mainBounds(onePart(meshOf([...level, ground])))).toEqual(levelBounds);
  });

  it('leaves out a giant ground plane of small triangles that is a part of its own', () => {
    const tiles = Array.from({ length: 16 }, (_, i) => quad(250, -1, [500 * (i % 4) - 750, 500 * Math.floor(i / 4) - 750])).flat();
    expect(mainBounds(meshOf([...level, tiles]))).toEqual(levelBounds);
  });

  it('leaves out the sky box around a level, in one part or in six', () => {
    const sky = box([-1000, -1000, -1000], [2000, 2000, 2000]);
    const sides = [0, 1, 2, 3, 4, 5].map((side) => sky.slice(2 * side, 2 * side + 2));
    expect(mainBounds(meshOf([...level, sky]))).toEqual(levelBounds);
    expect(mainBounds(meshOf([...sides, ...level]))).toEqual(levelBounds);
  });

  it('leaves out a lone triangle far away and keeps the rest of its part', () => {
    const far: Point[][] = [
      [
        [1e6, 0, 0],
        [1e6, 1, 0],
        [1e6, 0, 1],
      ],
    ];
    expect(mainBounds(meshOf([...level.slice(1), [...level[0]!, ...far]]))).toEqual(levelBounds);
  });

  it('keeps a tower that is as large as the rest, and a hall with half of the triangles', () => {
    const tower = box([60, 0, 0], [10, 130, 10]);
    expect(mainBounds(meshOf([...level, tower]))!.max[1]).toBe(130);
    const ball = Array.from({ length: 100 }, (_, i) => quad(1 + i / 200, i / 100)).flat();
    const hall = Array.from({ length: 100 }, (_, i) => quad(40, i)).flat();
    expect(mainBounds(meshOf([ball, hall]))).toEqual(meshBounds(meshOf([ball, hall])));
  });

  it('is null without a finite triangle, and ignores triangles that are not finite', () => {
    expect(mainBounds(meshOf([]))).toBeNull();
    const broken: Point[][] = [
      [
        [NaN, 0, 0],
        [1, 0, 0],
        [0, Infinity, 0],
      ],
    ];
    expect(mainBounds(meshOf([broken]))).toBeNull();
    expect(mainBounds(meshOf([...level, broken]))).toEqual(levelBounds);
  });

  it('follows scale, shift and the order of triangles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -6, max: 6 }),
        fc.integer({ min: -100, max: 100 }),
        fc.infiniteStream(fc.nat()),
        (exponent, by, order) => {
          const scale = 2 ** (3 * exponent);
          const place = ([x, y, z]: Point): Point => [scale * (x + by), scale * (y - by), scale * (z + 2 * by)];
          const all = [...level, quad(5000, -1)].map((part) => part.map((triangle) => triangle.map(place)));
          const shuffled = onePart(meshOf(all));
          const keys = Array.from({ length: shuffled.indices.length / 3 }, () => order.next().value as number);
          const turned = keys.map((key, t) => ({ key, t })).sort((a, b) => a.key - b.key);
          const indices = Uint32Array.from(turned.flatMap(({ t }) => [...shuffled.indices.subarray(3 * t, 3 * t + 3)]));
          expect(mainBounds({ ...shuffled, indices })).toEqual({ min: place(levelBounds.min), max: place(levelBounds.max) });
        },
      ),
      { numRuns: scaled(50) },
    );
  });
});

/** A square floor of two triangles at a height. */
function quad(half: number, y: number, [x, z]: readonly [number, number] = [0, 0]): Point[][] {
  const [a, b, c, d]: Point[] = [
    [x - half, y, z - half],
    [x + half, y, z - half],
    [x + half, y, z + half],
    [x - half, y, z + half],
  ];
  return [
    [a!, b!, c!],
    [a!, c!, d!],
  ];
}

/** Twelve triangles, two for each side in turn. */
function box([x, y, z]: Point, [w, h, d]: Point): Point[][] {
  const corner = (i: number): Point => [x + (i & 1 ? w : 0), y + (i & 2 ? h : 0), z + (i & 4 ? d : 0)];
  const sides = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return sides.flatMap(([p, q, r, s]) => [
    [corner(p!), corner(q!), corner(r!)],
    [corner(p!), corner(r!), corner(s!)],
  ]);
}

function meshOf(parts: readonly (readonly (readonly Point[])[])[]): TriangleMesh {
  const triangles = parts.flat();
  let firstTriangle = 0;
  return {
    positions: Float64Array.from(triangles.flat(2)),
    indices: Uint32Array.from({ length: 3 * triangles.length }, (_, i) => i),
    parts: parts.map((part, i) => {
      const first = firstTriangle;
      firstTriangle += part.length;
      return { name: `part ${i}`, firstTriangle: first, triangleCount: part.length, worldFromPart: null };
    }),
  };
}

function onePart(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, parts: [{ name: 'all', firstTriangle: 0, triangleCount: mesh.indices.length / 3, worldFromPart: null }] };
}
