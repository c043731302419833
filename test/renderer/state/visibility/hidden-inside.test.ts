import { describe, expect, test } from 'vitest';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { hiddenShare } from '../../../../renderer/state/visibility/hidden-inside.ts';
import { ball, box, joined, placed } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';

function shareOf(mesh: TriangleMesh): number | null {
  const search = hiddenShare(mesh, meshBounds(mesh)!, treed(mesh).tree);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

/** Six closed walls around a room. */
const walls = [0, 1, 2].flatMap((axis) =>
  [-10, 9].map((from) => {
    const [min, max] = [
      [-10, -10, -10],
      [10, 10, 10],
    ];
    min[axis] = from;
    max[axis] = from + 1;
    return box(min as [number, number, number], max as [number, number, number]);
  }),
);

/** Crates in rows on the floor of the room. */
const crates = Array.from({ length: 36 }, (_, i) => placed(box(), 0.5, [3 * (i % 6) - 7.5, -8, 3 * Math.floor(i / 6) - 7.5]));

describe('hiddenShare', () => {
  test('a closed room hides the crates in it, and the inner faces of its walls', () => {
    const room = joined([...walls, ...crates]);
    // Of a wall only the two triangles of its outer face and those of four narrow sides are seen.
    expect(shareOf(room)).toBeGreaterThan(0.85);
    expect(shareOf(room)).toBeLessThan(1);
    expect(shareOf(placed(room, 1e-6))).toBeGreaterThan(0.85);
    expect(shareOf(placed(room, 1e6, [5e5, 4e6, 0]))).toBeGreaterThan(0.85);
  });

  test('without a roof the crates are seen', () => {
    const roof = walls[3]!;
    expect(shareOf(joined([...walls.filter((wall) => wall !== roof), ...crates]))).toBeNull();
  });

  test('a single body, and crates in the open, are seen', () => {
    expect(shareOf(ball())).toBeNull();
    expect(shareOf(joined(crates))).toBeNull();
  });

  test('a ball in a ball: half of the triangles are hidden, which is not most', () => {
    expect(shareOf(joined([ball(), placed(ball(), 0.5)]))).toBeNull();
    expect(shareOf(joined([ball(), ...[0.5, 0.6, 0.7, 0.8].map((size) => placed(ball(), size))]))).toBeCloseTo(0.8, 1);
  });

  test('a second layer in the same place hides nothing', () => {
    expect(shareOf(joined([ball(), ball()]))).toBeNull();
  });

  test('a small mesh is read at a glance', () => {
    const few = joined([...walls, ...crates.slice(0, 2)]);
    expect(triangleCount(few)).toBeLessThan(200);
    expect(shareOf(few)).toBeNull();
  });

  test('the search ends where each ray hits thousands of triangles', () => {
    const sheets = joined(Array.from({ length: 4000 }, () => box()));
    expect(shareOf(sheets)).toBeNull();
  });

  test('triangles that are not finite do not count', () => {
    const room = joined([...walls, ...crates]);
    const positions = Float64Array.from(room.positions);
    for (let vertex = 0; vertex < positions.length / 3; vertex += 24) positions[3 * vertex] = NaN;
    expect(shareOf({ ...room, positions })).toBeGreaterThan(0.75);
    expect(shareOf(placed(room, 1e307))).toBeNull();
  });
});
