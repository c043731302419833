import { hypot } from '../../math/hypot.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { windingBruteForce } from '../../query/inside/brute-force.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import type { TriangleGroup } from '../triangle-groups.ts';
import { type Ball, enclosingBall } from './enclosing-ball.ts';
import { packContains } from './pack-contains.ts';

/** Spheres that together contain the surface of a group. */
export interface SpherePack {
  readonly spheres: readonly Ball[];
  /** Whether every point of every triangle is in one of the spheres. Exact. */
  readonly contains: boolean;
  /** No point of the spheres is farther outside the surface than this. */
  readonly maxOutside: number;
  /** Sum of the volumes of the spheres; where they overlap, volume counts more than once. */
  readonly volume: number;
}

/** The spheres are first enlarged by 2⁻¹³ of the size: those that only touch in a point contain nothing around it. */
const firstMargin = 13;

/** Corners of a piece of a triangle: nine numbers. */
const pieceLength = 9;
/** Pieces are no longer than this part of the size of the group, as long as there are not more than `maxPieces`. */
const pieceSize = 1 / 48;
const maxPieces = 60_000;

/**
 * Returns at most `maxSpheres` spheres that contain the surface of a group of triangles, as planners of robot motion use them for a link. The triangles
 * are cut into pieces. The set of pieces with the largest sphere is divided across its longest side, until there are enough sets; then pieces
 * move to the sphere that they fit best. Each sphere is the smallest around its pieces, enlarged until `packContains` holds.
 * The inside of a closed mesh is not filled: what is inside has passed the surface.
 */
export function packSpheres(mesh: TriangleMesh, group: TriangleGroup, maxSpheres: number, progress: Progress = noProgress): SpherePack {
  const { pieces, origin, size } = piecesOf(mesh, group);
  const local = refined(divided(pieces, maxSpheres, progress), pieces);
  for (let step = 0; ; step++) {
    progress(0.9);
    const more = size * 2 ** (step - firstMargin);
    const spheres = local.map(
      ({ center, radius }): Ball => ({
        center: [center[0] + origin[0]!, center[1] + origin[1]!, center[2] + origin[2]!],
        radius: radius + more,
      }),
    );
    const contains = packContains(mesh, group.triangles, spheres);
    if (!contains && step < firstMargin) continue;
    const volume = spheres.reduce((sum, { radius }) => sum + (4 / 3) * Math.PI * radius ** 3, 0);
    return { spheres, contains, maxOutside: outsideOf(mesh, group, spheres), volume };
  }
}

interface Pieces {
  /** (9·n) corners, minus the origin. */
  readonly pieces: Float64Array;
  readonly origin: readonly number[];
  readonly size: number;
}

/** Cuts the longest edges in half until all pieces are small. */
function piecesOf(mesh: TriangleMesh, { triangles }: TriangleGroup): Pieces {
  const origin = triangleVertices(mesh, triangles[0])[0];
  let count = triangles.length;
  let pieces = new Float64Array(2 * pieceLength * count);
  triangles.forEach((triangle, i) => {
    pieces.set(
      triangleVertices(mesh, triangle).flatMap((corner) => corner.map((x, k) => x - origin[k]!)),
      pieceLength * i,
    );
  });
  let size = 0;
  for (let at = 0; at < pieceLength * count; at++) size = Math.max(size, Math.abs(pieces[at]));
  const maxLength = size * pieceSize;
  const most = Math.max(count, maxPieces);
  for (let i = 0; i < count && count < most; ) {
    const edge = edgeLongerThan(pieces, pieceLength * i, maxLength);
    if (edge < 0) {
      i++;
      continue;
    }
    if (pieceLength * (count + 1) > pieces.length) {
      const larger = new Float64Array(2 * pieces.length);
      larger.set(pieces);
      pieces = larger;
    }
    divide(pieces, pieceLength * i, edge, pieceLength * count++);
  }
  return { pieces: pieces.subarray(0, pieceLength * count), origin, size };
}

/** Divides a piece at the middle of an edge: one half in its place, the other one at `other`. */
function divide(pieces: Float64Array, at: number, edge: number, other: number): void {
  const [a, b, c] = [at + 3 * edge, at + 3 * ((edge + 1) % 3), at + 3 * ((edge + 2) % 3)];
  for (let k = 0; k < 3; k++) {
    const [from, to, opposite] = [pieces[a + k], pieces[b + k], pieces[c + k]];
    const middle = from / 2 + to / 2;
    pieces[other + k] = middle;
    pieces[other + 3 + k] = to;
    pieces[other + 6 + k] = opposite;
    // The first half begins with the edge, as the second does.
    scratch[k] = from;
    scratch[3 + k] = middle;
    scratch[6 + k] = opposite;
  }
  pieces.set(scratch, at);
}

const scratch = new Float64Array(pieceLength);

/** Returns the longest edge of a piece, the first of equal ones; -1 if it is not longer than `maxLength`. */
function edgeLongerThan(pieces: Float64Array, at: number, maxLength: number): number {
  let best = 0;
  let longest = -1;
  for (let edge = 0; edge < 3; edge++) {
    const p = at + 3 * edge;
    const q = edge === 2 ? at : p + 3;
    const length = hypot(pieces[q] - pieces[p], pieces[q + 1] - pieces[p + 1], pieces[q + 2] - pieces[p + 2]);
    if (length > longest) {
      best = edge;
      longest = length;
    }
  }
  return longest > maxLength ? best : -1;
}

interface Cluster {
  readonly members: Uint32Array;
  readonly ball: Ball;
}

function clusterOf(pieces: Float64Array, members: Uint32Array): Cluster {
  const points = new Float64Array(pieceLength * members.length);
  members.forEach((piece, i) => points.set(pieces.subarray(pieceLength * piece, pieceLength * (piece + 1)), pieceLength * i));
  return { members, ball: enclosingBall(points) };
}

function divided(pieces: Float64Array, maxSpheres: number, progress: Progress): readonly Cluster[] {
  const all = Uint32Array.from({ length: pieces.length / pieceLength }, (_, i) => i);
  const clusters = [clusterOf(pieces, all)];
  const final: Cluster[] = [];
  while (clusters.length > 0 && clusters.length + final.length < maxSpheres) {
    progress((0.8 * (clusters.length + final.length)) / maxSpheres);
    clusters.sort((p, q) => p.ball.radius - q.ball.radius);
    const largest = clusters.pop()!;
    const halves = halvesOf(pieces, largest.members);
    if (halves === null) final.push(largest);
    else clusters.push(...halves.map((members) => clusterOf(pieces, members)));
  }
  return [...clusters, ...final];
}

/** Divides pieces at the middle of the longest side of their bounds; `null` for one piece, and for pieces with one centre. */
function halvesOf(pieces: Float64Array, members: Uint32Array): readonly [Uint32Array, Uint32Array] | null {
  const heightOf = (piece: number, k: number): number =>
    pieces[pieceLength * piece + k] + pieces[pieceLength * piece + 3 + k] + pieces[pieceLength * piece + 6 + k];
  let best: readonly [Uint32Array, Uint32Array] | null = null;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < members.length; i++) {
      const height = heightOf(members[i], k);
      min = Math.min(min, height);
      max = Math.max(max, height);
    }
    if (!(max - min > longest)) continue;
    longest = max - min;
    const middle = min / 2 + max / 2;
    const low = members.filter((piece) => heightOf(piece, k) <= middle);
    const high = members.filter((piece) => heightOf(piece, k) > middle);
    best = low.length > 0 && high.length > 0 ? [low, high] : best;
  }
  return best;
}

/** Rounds in which pieces move to other spheres. */
const rounds = 6;

/** Returns the balls after moving each piece to the one whose surface it is deepest below, as long as their volume decreases. */
function refined(start: readonly Cluster[], pieces: Float64Array): readonly Ball[] {
  let balls = start.map(({ ball }) => ball);
  for (let round = 0; round < rounds; round++) {
    const members: number[][] = balls.map(() => []);
    const flat = Float64Array.from(balls.flatMap(({ center, radius }) => [...center, radius]));
    for (let piece = 0; piece < pieces.length / pieceLength; piece++) members[bestBall(flat, pieces, pieceLength * piece)]!.push(piece);
    const moved = members.filter((own) => own.length > 0).map((own) => clusterOf(pieces, Uint32Array.from(own)).ball);
    if (!(volumeOf(moved) < volumeOf(balls))) break;
    balls = moved;
  }
  return balls;
}

/** Returns the ball (4·n: centre, radius) below whose surface a piece is deepest, the first of equal ones. Hot. */
function bestBall(balls: Float64Array, pieces: Float64Array, at: number): number {
  let best = 0;
  let smallest = Infinity;
  for (let ball = 0; ball < balls.length; ball += 4) {
    let farthest = 0;
    for (let corner = at; corner < at + pieceLength; corner += 3) {
      const x = pieces[corner] - balls[ball];
      const y = pieces[corner + 1] - balls[ball + 1];
      const z = pieces[corner + 2] - balls[ball + 2];
      farthest = Math.max(farthest, x * x + y * y + z * z);
    }
    const excess = Math.sqrt(farthest) - balls[ball + 3];
    if (excess < smallest) {
      best = ball / 4;
      smallest = excess;
    }
  }
  return best;
}

function volumeOf(balls: readonly Ball[]): number {
  return balls.reduce((sum, { radius }) => sum + radius ** 3, 0);
}

/** Returns how far a sphere reaches outside, at most: from its centre to the surface, and on from there. */
function outsideOf(mesh: TriangleMesh, { triangles }: TriangleGroup, spheres: readonly Ball[]): number {
  const own = {
    ...mesh,
    indices: Uint32Array.from([...triangles].flatMap((t) => [...mesh.indices.subarray(3 * t, 3 * t + 3)])),
    parts: [],
  };
  const isSolid = isClosed(own);
  const scratch = new Float64Array(4);
  let max = 0;
  for (const { center, radius } of spheres) {
    let nearest = Infinity;
    for (let i = 0; i < own.indices.length; i += 3) {
      closestPointTriangle(...center, own.positions, 3 * own.indices[i], 3 * own.indices[i + 1], 3 * own.indices[i + 2], scratch);
      nearest = Math.min(nearest, hypot(scratch[0], scratch[1], scratch[2]));
    }
    const isInside = isSolid && Math.abs(windingBruteForce(own, center)) > 0.5;
    max = Math.max(max, isInside ? radius - nearest : radius + nearest);
  }
  return max;
}
