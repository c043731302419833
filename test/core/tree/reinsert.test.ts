import { createMerges, merge, type Merges } from '#core/tree/splits/merges';
import { mergeNeighbours } from '#core/tree/splits/merge-neighbours';
import { reinsert } from '#core/tree/splits/reinsert';
import { sortAlongCurve } from '#core/tree/splits/sort-along-curve';
import { triangleBoxes, type TriangleBoxes } from '#core/tree/splits/triangle-boxes';
import { noProgress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, joined, meshOf, placed, soup } from '../../fixtures/shapes.ts';

/** Triangles of which each fills a unit cube at a place on the X axis. */
function cubesAt(...locations: readonly number[]): TriangleBoxes {
  return triangleBoxes(
    meshOf(
      locations.flatMap((x) => [x, 0, 0, x + 1, 1, 0, x, 0, 1]),
      locations.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
    ),
  );
}

/** The triangles below a cluster, in brackets where it has children. */
function shape({ count, left, right }: Merges, cluster = 2 * count - 2): string {
  return cluster < count
    ? String(cluster)
    : `(${[shape({ count, left, right } as Merges, left[cluster - count]!), shape({ count, left, right } as Merges, right[cluster - count]!)].sort().join(' ')})`;
}

/** Half the surfaces of all merges. */
function surface({ boxes }: Merges): number {
  let sum = 0;
  for (let at = 0; at < boxes.length; at += 6) {
    const [x, y, z] = [0, 1, 2].map((k) => boxes[at + 3 + k]! - boxes[at + k]!) as [number, number, number];
    sum += x * y + y * z + z * x;
  }
  return sum;
}

function ploc(work: TriangleBoxes): Merges {
  sortAlongCurve(work, noProgress);
  return mergeNeighbours(work, noProgress);
}

describe('reinsertion', () => {
  it('joins neighbours where merging has joined the far ends', () => {
    const work = cubesAt(0, 1, 100, 101);
    const merges = createMerges(4);
    merge(work, merges, 0, 0, 2);
    merge(work, merges, 1, 1, 3);
    merge(work, merges, 2, 4, 5);
    expect(shape(merges)).toBe('((0 2) (1 3))');
    // Two of 101 and the root of 102 in length, each with 2 · length + 1 of half its surface.
    expect(surface(merges)).toBe(2 * 203 + 205);
    reinsert(work, merges, noProgress);
    expect(shape(merges)).toBe('((0 1) (2 3))');
    expect(surface(merges)).toBe(2 * 5 + 205);
  });

  it('keeps every triangle once with correct sizes and boxes, and reduces the total area', () => {
    const large = placed(soup(40, seededRandom(8), 1, 0.5), 30);
    for (const mesh of [
      soup(3000, seededRandom(2)),
      ball(60, 40),
      joined([large, soup(2000, seededRandom(1), 20, 0.2)]),
      ...Array.from({ length: 24 }, (_, n) => soup(n + 1, seededRandom(n))),
    ]) {
      const work = triangleBoxes(mesh);
      const merges = ploc(work);
      const before = surface(merges);
      reinsert(work, merges, noProgress);
      expect(surface(merges)).toBeLessThanOrEqual(before);
      const { count } = merges;
      const again = createMerges(count);
      const seen = new Set<number>();
      /** Makes the same tree anew, children first. */
      const made: number[] = [];
      const visit = (cluster: number): number => {
        seen.add(cluster);
        if (cluster < count) return cluster;
        const [left, right] = [visit(merges.left[cluster - count]!), visit(merges.right[cluster - count]!)];
        made.push(cluster - count);
        return merge(work, again, made.length - 1, left, right);
      };
      visit(2 * count - 2);
      expect(seen.size).toBe(2 * count - 1);
      made.forEach((m, i) => {
        expect(merges.sizes[m]).toBe(again.sizes[i]);
        expect(merges.boxes.subarray(6 * m, 6 * m + 6)).toEqual(again.boxes.subarray(6 * i, 6 * i + 6));
      });
    }
  });

  it('does not change a tree whose areas overflow', () => {
    const work = triangleBoxes(placed(soup(200, seededRandom(3)), 1e160));
    const merges = ploc(work);
    const before = shape(merges);
    reinsert(work, merges, noProgress);
    expect(shape(merges)).toBe(before);
  });
});
