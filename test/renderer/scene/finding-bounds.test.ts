import { describe, expect, it } from 'vitest';
import type { Elements } from '#core/health/report/placed-found';
import { meshBounds, type Bounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { findingBounds } from '../../../renderer/scene/finding-bounds.ts';

/** A ground plane of two triangles, so many units wide, and two crossing triangles of size 1 at (10, 5, 10); triangle 4 is the point (10, 5, 10) alone. */
function town(width: number): TriangleMesh {
  const w = width / 2;
  const positions = Float64Array.of(
    -w,
    0,
    -w,
    w,
    0,
    -w,
    w,
    0,
    w,
    -w,
    0,
    w,
    10,
    5,
    10,
    11,
    5,
    10,
    10,
    6,
    10,
    10.2,
    5.2,
    9.5,
    10.2,
    5.2,
    10.5,
    10.2,
    6.2,
    10,
  );
  return { positions, indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 7, 8, 9, 4, 4, 4), parts: [] };
}

function elements(kind: Elements['kind'], words: readonly number[]): Elements {
  return { kind, words: Uint32Array.from(words), triangles: Uint32Array.of(0), groups: null, measures: null };
}

function widest({ min, max }: Bounds): number {
  return Math.max(...[0, 1, 2].map((axis) => max[axis]! - min[axis]!));
}

describe('findingBounds', () => {
  for (const width of [4, 2_000, 200_000]) {
    it(`frames the elements themselves in a document of ${width} units, and little more`, () => {
      const mesh = town(width);
      const whole = meshBounds(mesh)!;
      const requested = [
        elements('pair', [2, 3]),
        elements('triangle', [2]),
        elements('edge', [4, 5]),
        elements('vertex', [4]),
        elements('triangle', [4]),
      ];
      for (const one of requested) {
        const bounds = findingBounds(mesh, whole, one, 0)!;
        expect(bounds.min[0]).toBeLessThanOrEqual(10);
        expect(bounds.max[0]).toBeGreaterThanOrEqual(10);
        expect(widest(bounds)).toBeLessThanOrEqual(4);
      }
    });
  }

  it('frames the smaller of two triangles that share an edge if the other is a whole floor', () => {
    const mesh = town(2_000);
    expect(widest(findingBounds(mesh, meshBounds(mesh)!, elements('pair', [0, 3]), 0)!)).toBeLessThanOrEqual(3);
    expect(widest(findingBounds(mesh, meshBounds(mesh)!, elements('pair', [2, 3]), 0)!)).toBeGreaterThan(1.2);
  });

  it('keeps enough room for the depth buffer and f32 to resolve the elements', () => {
    const mesh = {
      positions: Float64Array.of(0, 0, 0, 1e6, 0, 0, 0, 1e6, 0, 1, 1, 0, 1, 1 + 1e-9, 0, 1, 1, 1e-9),
      indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
      parts: [],
    };
    const bounds = findingBounds(mesh, meshBounds(mesh)!, elements('triangle', [1]), 0)!;
    expect(widest(bounds)).toBeGreaterThan(5);
    expect(widest(bounds)).toBeLessThan(20);
  });

  it('is the box of all elements for a whole finding, and null without a location', () => {
    const mesh = town(2_000);
    expect(findingBounds(mesh, meshBounds(mesh)!, elements('vertex', [4, 5]), null)).toEqual({ min: [10, 5, 10], max: [11, 5, 10] });
    const broken = { ...mesh, positions: mesh.positions.map(() => NaN) };
    expect(findingBounds(broken, meshBounds(mesh)!, elements('vertex', [4]), 0)).toBeNull();
  });
});
