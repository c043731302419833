import { expect, it } from 'vitest';
import { bigCross, bigDot, bigMinus, type BigVec3 } from '#core/math/big-vec3';
import { shortestExit } from '#core/shape/shortest-exit';
import { exitRanges, type ExitAxis } from '#core/shape/exit-ranges';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';

/** Points with coordinates of so many bits; few bits make parallel edges and equal moves common. */
function bigPoints(count: number, bits: number, random: () => number): readonly BigVec3[] {
  const coordinate = (): bigint => BigInt(Math.floor((random() - 0.5) * 2 ** Math.min(bits, 52))) << BigInt(Math.max(0, bits - 52));
  return Array.from({ length: count }, () => [coordinate(), coordinate(), coordinate()]);
}

it('the shortest move out of a triangle is that along all axes, and each axis is within its bounds', () => {
  const random = seededRandom(33);
  let bounded = 0;
  let compared = 0;
  for (let run = 0; run < scaled(20_000); run++) {
    const bits = [2, 3, 20, 52, 90, 600, 1100][run % 7]!;
    const shift = bigPoints(1, [1, 40, 120][run % 3]!, random)[0]!;
    const moved = (point: BigVec3): BigVec3 => [point[0] + shift[0], point[1] + shift[1], point[2] + shift[2]];
    const triangle = bigPoints(3, bits, random).map(moved);
    const [center, u, v, w] = [bigPoints(1, bits, random)[0]!, ...bigPoints(3, bits, random)] as [BigVec3, BigVec3, BigVec3, BigVec3];
    const corners = [-1n, 1n].flatMap((a) =>
      [-1n, 1n].flatMap((b) =>
        [-1n, 1n].map((c) => moved([0, 1, 2].map((k) => center[k]! + a * u[k]! + b * v[k]! + c * w[k]!) as unknown as BigVec3)),
      ),
    );
    const body = { corners, edges: [u, v, w], normals: [bigCross(u, v), bigCross(v, w), bigCross(w, u)] };
    const sides = triangle.map((corner, i) => bigMinus(triangle[(i + 1) % 3]!, corner));
    const axes: readonly ExitAxis[] = [
      { factors: [sides[0]!, sides[1]!] },
      ...body.normals.map((normal) => ({ factors: [normal] as const })),
      ...sides.flatMap((side) => body.edges.map((edge) => ({ factors: [side, edge] as const }))),
    ];
    const moves = axes.map(({ factors }) => moveAlong(factors.length === 1 ? factors[0] : bigCross(...factors), corners, triangle));
    const ranges = exitRanges(axes, corners, triangle);
    let best: { needed: bigint; sizeSq: bigint } | null = null;
    for (const [i, move] of moves.entries()) {
      if (move === null) continue;
      const length = Number(move.needed) / Math.sqrt(Number(move.sizeSq));
      if (ranges[i]!.max < Infinity) {
        bounded++;
        expect(length).toBeGreaterThanOrEqual(ranges[i]!.min);
        expect(length).toBeLessThanOrEqual(ranges[i]!.max);
      }
      if (best === null || move.needed ** 2n * best.sizeSq < best.needed ** 2n * move.sizeSq) best = move;
    }
    const found = shortestExit(body, triangle, 0);
    if (best === null) expect(found).toBeNull();
    // Of bodies that are apart no move is asked.
    else if (bits <= 90 && moves.every((move) => move === null || move.needed >= 0n)) {
      const length = Number(best.needed) / Math.sqrt(Number(best.sizeSq));
      expect(Math.abs(found!.length - length)).toBeLessThanOrEqual(1e-12 * length);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(scaled(2_000));
  expect(bounded).toBeGreaterThan(scaled(20_000));
});

function moveAlong(axis: BigVec3, corners: readonly BigVec3[], triangle: readonly BigVec3[]): { needed: bigint; sizeSq: bigint } | null {
  const sizeSq = bigDot(axis, axis);
  if (sizeSq === 0n) return null;
  const sorted = (points: readonly BigVec3[]): readonly bigint[] =>
    points.map((point) => bigDot(axis, point)).toSorted((p, q) => (p < q ? -1 : p > q ? 1 : 0));
  const [own, other] = [sorted(corners), sorted(triangle)];
  const up = other.at(-1)! - own[0]!;
  const down = own.at(-1)! - other[0]!;
  return { needed: up <= down ? up : down, sizeSq };
}
