import { bigDot, bigMinus, bigPlus, bigPoint, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { Ball } from './enclosing-ball.ts';

/** Divisions of a triangle, at most: a part that is in no sphere then counts as not contained. Two of them halve all edges. */
const maxDepth = 28;

/**
 * Whether spheres together contain triangles, in exact arithmetic. A triangle is in a sphere if its corners are. One that is in no single sphere is
 * divided at the middle of its longest edge, which the integers hold exactly. So the parts of a sliver overlap no more than those of other triangles.
 * @returns `false` also where a part with edges of 2⁻¹⁴ of those of a triangle is in two spheres, but in none alone.
 */
export function packContains(mesh: TriangleMesh, triangles: Uint32Array, spheres: readonly Ball[]): boolean {
  for (const triangle of triangles) {
    const corners = triangleVertices(mesh, triangle).flat();
    const near = nearSpheres(corners, spheres);
    const numbers = near.flatMap(({ center, radius }) => [...center, radius]);
    const { integers } = scaledIntegers([...corners, ...numbers]);
    // Middles are whole for `maxDepth` divisions.
    const scaled = integers.map((value) => value << BigInt(maxDepth));
    const balls = near.map((_, i) => ({ center: bigPoint(scaled, 9 + 4 * i), radiusSq: scaled[12 + 4 * i]! ** 2n }));
    if (!isCovered([bigPoint(scaled, 0), bigPoint(scaled, 3), bigPoint(scaled, 6)], balls, 0)) return false;
  }
  return true;
}

/** Returns the spheres whose box overlaps that of a triangle; others contain no point of it. */
function nearSpheres(corners: readonly number[], spheres: readonly Ball[]): readonly Ball[] {
  return spheres.filter(({ center, radius }) =>
    center.every((value, k) => {
      const own = [corners[k]!, corners[3 + k]!, corners[6 + k]!];
      return value + radius >= Math.min(...own) && value - radius <= Math.max(...own);
    }),
  );
}

interface BigBall {
  readonly center: BigVec3;
  readonly radiusSq: bigint;
}

type Corners = readonly [BigVec3, BigVec3, BigVec3];

function isCovered(corners: Corners, balls: readonly BigBall[], depth: number): boolean {
  const touching = balls.filter((ball) => corners.some((corner) => isIn(corner, ball)));
  if (touching.some((ball) => corners.every((corner) => isIn(corner, ball)))) return true;
  // A corner in no sphere stays in none.
  if (!corners.every((corner) => touching.some((ball) => isIn(corner, ball)))) return false;
  if (depth === maxDepth) return false;
  return halves(corners).every((half) => isCovered(half, balls, depth + 1));
}

/** Divides a triangle at the middle of its longest edge. */
function halves([a, b, c]: Corners): readonly [Corners, Corners] {
  const [ab, bc, ca] = [lengthSq(a, b), lengthSq(b, c), lengthSq(c, a)];
  if (ab >= bc && ab >= ca) return halvesAt(a, b, c);
  return bc >= ca ? halvesAt(b, c, a) : halvesAt(c, a, b);
}

function halvesAt(from: BigVec3, to: BigVec3, opposite: BigVec3): readonly [Corners, Corners] {
  const between = middle(from, to);
  return [
    [from, between, opposite],
    [between, to, opposite],
  ];
}

function lengthSq(p: BigVec3, q: BigVec3): bigint {
  const edge = bigMinus(q, p);
  return bigDot(edge, edge);
}

function isIn(point: BigVec3, { center, radiusSq }: BigBall): boolean {
  const offset = bigMinus(point, center);
  return bigDot(offset, offset) <= radiusSq;
}

/** Returns the middle of two points, whose coordinates are even. */
function middle(p: BigVec3, q: BigVec3): BigVec3 {
  const sum = bigPlus(p, q);
  return sum.map((value) => value >> 1n) as unknown as BigVec3;
}
