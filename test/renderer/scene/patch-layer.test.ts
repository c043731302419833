import { describe, expect, test } from 'vitest';
import { tessellatePatches } from '#core/patch';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { cageOf, hullOf, lineCount, linesOf } from '../../../renderer/scene/patch-layer.ts';
import { maxSurfaceSegments, surfaceLines } from '../../../renderer/scene/surface-lines.ts';
import { bicubicBall, bowl, saddle } from '../../fixtures/patches.ts';

const patches = [saddle, bowl, ...bicubicBall];
const flat = { degreeU: 1, degreeV: 1, points: Float64Array.from([0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0]) };
const line = { degreeU: 1, degreeV: 1, points: Float64Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]) };
const point = { degreeU: 1, degreeV: 1, points: new Float64Array(12) };

describe('lines of a curved surface', () => {
  test('join the neighbouring control points', () => {
    expect([...cageOf(saddle)]).toHaveLength(12);
    expect([...cageOf(bicubicBall[0]!)]).toHaveLength(24);
    expect([...cageOf(flat)]).toContainEqual([
      [0, 0, 0],
      [1, 0, 0],
    ]);
  });

  test('are the edges of the hull, each once', () => {
    const edges = [...hullOf(saddle)];
    // The hull of a saddle is a tetrahedron: its other control points lie inside or on its edges.
    expect(edges).toHaveLength(6);
    expect([...hullOf(flat)]).toHaveLength(4);
    expect([...hullOf(line)]).toEqual([
      [
        [0, 0, 0],
        [3, 0, 0],
      ],
    ]);
    expect([...hullOf(point)]).toEqual([]);
  });

  test('follow the borders of patches, or of all their segments, through vertices of the triangles', () => {
    const { positions, segments, error } = tessellatePatches(patches, 0.05);
    const vertices = new Set(Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3).join(' ')));
    const count = (lines: 'borders' | 'segments'): number => {
      const found = [...linesOf({ patches, segments, error }, lines)];
      expect(found).toHaveLength(lineCount({ patches, segments, error }, lines));
      for (const end of found.flat()) expect(vertices).toContain(end.join(' '));
      return found.length;
    };
    const cells = patches.map((_, i) => [segments[2 * i]!, segments[2 * i + 1]!] as const);
    expect(count('borders')).toBe(cells.reduce((sum, [u, v]) => sum + 2 * (u + v), 0));
    expect(count('segments')).toBe(cells.reduce((sum, [u, v]) => sum + u * (v + 1) + v * (u + 1), 0));
  });

  test('are not made beyond what is drawn', () => {
    let made = 0;
    function* endless(): Generator<readonly [[number, number, number], [number, number, number]]> {
      for (;;)
        yield [
          [made++, 0, 0],
          [0, 1, 0],
        ];
    }
    const look = { colour: [1, 1, 1], underLine: [0, 0, 0], order: 7 } as const;
    surfaceLines(endless(), look, createPixelScale())!.dispose();
    expect(made).toBe(maxSurfaceSegments + 1);
    expect(surfaceLines([], look, createPixelScale())).toBeNull();
  });
});
