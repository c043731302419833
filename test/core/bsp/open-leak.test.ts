import { buildBspCells } from '#core/bsp/bsp-report';
import { openLeak } from '#core/bsp/open-leak';
import type { Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { segmentCast } from '#core/query/segment/segment';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, soup } from '../../fixtures/shapes.ts';

/** Walls of a maze, a unit each; B has an open box, and the way leads from there over the dots to the gap in the wall. */
const maze = ['#######', '#B..#.#', '###.#.#', '#...#.#', '#.###.#', '#......', '#######'];

/** A maze of closed brushes between a floor and a ceiling, with an open box whose side towards the corridor is missing. */
function mazeOf(rows: readonly string[]): TriangleMesh {
  const brushes = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '#' ? [box([x, y, 0], [x + 1, y + 1, 1])] : [])));
  const [width, height] = [rows[0]!.length, rows.length];
  const room = box([1.25, 1.25, 0.25], [1.75, 1.75, 0.75]);
  const isOpenSide = (triangle: number): boolean =>
    [0, 1, 2].every((corner) => room.positions[3 * room.indices[3 * triangle + corner]!] === 1.75);
  const kept = Array.from({ length: triangleCount(room) }, (_, i) => i).filter((triangle) => !isOpenSide(triangle));
  const open = {
    ...room,
    indices: Uint32Array.from(kept.flatMap((triangle) => [...room.indices.subarray(3 * triangle, 3 * triangle + 3)])),
  };
  return joined([...brushes, box([0, 0, -1], [width, height, 0]), box([0, 0, 1], [width, height, 2]), open]);
}

function leakOf(mesh: TriangleMesh): readonly Vec3[] {
  const tree = openTree(buildTree(mesh, {}));
  const leak = openLeak(tree, mesh).path;
  leak.forEach((to, i) => {
    if (i > 0) expect(segmentCast(tree, mesh, { from: leak[i - 1]!, to }, { mode: 'any' }).hits, `piece ${i}`).toEqual([]);
  });
  return leak;
}

describe('the leak of a mesh that is not closed', () => {
  test('goes around the corners of a maze, from inside an open box to the outside', () => {
    const leak = leakOf(mazeOf(maze));
    // Five corners are on the way.
    expect(leak.length).toBeGreaterThanOrEqual(8);
    const [first, hole] = leak;
    expect(first!.every((value, k) => value > [1.25, 1.25, 0.25][k]! && value < [1.75, 1.75, 0.75][k]!)).toBe(true);
    expect(hole).toEqual([1.75, 1.5, 0.5]);
    expect(leak.at(-1)!.some((value, k) => value < [0, 0, -1][k]! || value > [7, 7, 2][k]!)).toBe(true);
    expect(leak.some(([x, y]) => Math.floor(x) === 3 && y > 1 && y < 4)).toBe(true);
  });

  test('can be cancelled where points at the holes are tried', () => {
    const mesh = mazeOf(maze.map((row) => `${row.slice(0, -1)}#`));
    const tree = openTree(buildTree(mesh, {}));
    const late: number[] = [];
    openLeak(tree, mesh, (fraction) => fraction > 0.75 && late.push(fraction));
    // The middle of the hole, and three points towards each of its four edges.
    expect(late.slice(-12)).toEqual(Array.from({ length: 12 }, (_, i) => 0.75 + (i + 1) / 13 / 4));
    const cancel = (fraction: number): void => {
      if (fraction > 0.75) throw new Error('cancelled');
    };
    expect(() => openLeak(tree, mesh, cancel)).toThrow('cancelled');
  });

  test('does not exist where closed brushes seal the hole', () => {
    expect(leakOf(mazeOf(maze.map((row) => `${row.slice(0, -1)}#`)))).toEqual([]);
  });

  test('leaves a hole at a point that nothing covers', () => {
    // A block covers the middle of the missing side.
    const open = box([-1, -1, -1], [1, 1, 1]);
    const isTop = (triangle: number): boolean => [0, 1, 2].every((i) => open.positions[3 * open.indices[3 * triangle + i]! + 2] === 1);
    const kept = Array.from({ length: 12 }, (_, i) => i).filter((triangle) => !isTop(triangle));
    const bowl = {
      ...open,
      indices: Uint32Array.from(kept.flatMap((triangle) => [...open.indices.subarray(3 * triangle, 3 * triangle + 3)])),
    };
    const leak = leakOf(joined([bowl, box([-0.6, -0.6, 0], [0.6, 0.6, 2])]));
    expect(leak.length).toBeGreaterThan(2);
    expect(Math.max(Math.abs(leak[1]![0]), Math.abs(leak[1]![1]))).toBeGreaterThan(0.6);
    expect(leak.at(-1)!.some((value, k) => Math.abs(value) > [1, 1, 2][k]!)).toBe(true);
  });

  describe('of thousands of flipped triangles', () => {
    /** Returns a mesh with every triangle flipped for which a fixed sequence says so. */
    const shuffled = (mesh: TriangleMesh): TriangleMesh => {
      const random = seededRandom(5);
      const indices = mesh.indices.slice();
      for (let at = 0; at < indices.length; at += 3)
        if (random() < 0.5) [indices[at + 1], indices[at + 2]] = [indices[at + 2]!, indices[at + 1]!];
      return { ...mesh, indices };
    };

    test('does not exist, and needs no search', () => {
      const mesh = shuffled(ball(64, 33));
      const reports: number[] = [];
      const built = buildBspCells(mesh, {}, (fraction) => reports.push(fraction));
      expect(built).toMatchObject({ kind: 'open', leak: { path: [], end: 'flipped' } });
      expect(built.kind === 'open' && built.openEdges).toBeGreaterThan(4000);
      expect(reports.length).toBeLessThan(10);
    });

    test('is the way through a hole between them', () => {
      const open = shuffled(ball(64, 33));
      // The two triangles of a quad at the equator.
      const mesh = { ...open, indices: Uint32Array.from([...open.indices.subarray(0, 6000), ...open.indices.subarray(6006)]) };
      const { path, end } = openLeak(openTree(buildTree(mesh, {})), mesh);
      expect(end).toBe('found');
      expect(Math.hypot(...path[0]!)).toBeLessThan(1);
      expect(Math.hypot(...path.at(-1)!)).toBeGreaterThan(1);
    });
  });

  test('ends at the search limit with a mesh of very many triangles, or of very many crossings', () => {
    const open = box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]);
    const inner = { ...open, indices: open.indices.slice(6) };
    const many = joined([ball(200, 101), inner]);
    expect(openLeak(openTree(buildTree(many, {})), many)).toEqual({ path: [], end: 'limit' });
    const crossing = joined([box([-3, -3, -3], [3, 3, 3]), inner, soup(2000, seededRandom(3), 2, 2)]);
    expect(openLeak(openTree(buildTree(crossing, {})), crossing)).toEqual({ path: [], end: 'limit' });
  });

  test('does not exist where the hole has no width, or a side is only flipped', () => {
    const flipped = box();
    const indices = flipped.indices.slice();
    for (const at of [0, 3]) [indices[at + 1], indices[at + 2]] = [indices[at + 2]!, indices[at + 1]!];
    expect(leakOf({ ...flipped, indices })).toEqual([]);
  });
});
