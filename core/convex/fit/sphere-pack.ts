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
  const all = Array.from(triangles, (triangle) =>
    triangleVertices(mesh, triangle).flatMap((corner) => corner.map((x, k) => x - origin[k]!)),
  );
  const size = all.reduce((max, corners) => corners.reduce((found, value) => Math.max(found, Math.abs(value)), max), 0);
  const maxLength = size * pieceSize;
  let room = maxPieces - all.length;
  for (let i = 0; i < all.length && room > 0; ) {
    const { edge, length } = longestEdge(all[i]!);
    if (!(length > maxLength)) {
      i++;
      continue;
    }
    const [a, b, c] = [0, 1, 2].map((k) => all[i]!.slice(3 * ((edge + k) % 3), 3 * ((edge + k) % 3) + 3)) as [number[], number[], number[]];
    const middle = a.map((value, k) => value / 2 + b[k]! / 2);
    all[i] = [...a, ...middle, ...c];
    all.push([...middle, ...b, ...c]);
    room--;
  }
  return { pieces: Float64Array.from(all.flat()), origin, size };
}

function longestEdge(corners: readonly number[]): { readonly edge: number; readonly length: number } {
  let best = { edge: 0, length: -1 };
  for (let edge = 0; edge < 3; edge++) {
    const [p, q] = [3 * edge, 3 * ((edge + 1) % 3)];
    const length = hypot(corners[q]! - corners[p]!, corners[q + 1]! - corners[p + 1]!, corners[q + 2]! - corners[p + 2]!);
    if (length > best.length) best = { edge, length };
  }
  return best;
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
    let [min, max] = [Infinity, -Infinity];
    for (const piece of members) {
      const height = heightOf(piece, k);
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
    for (let piece = 0; piece < pieces.length / pieceLength; piece++) members[bestBall(balls, pieces, pieceLength * piece)]!.push(piece);
    const moved = members.filter((own) => own.length > 0).map((own) => clusterOf(pieces, Uint32Array.from(own)).ball);
    if (!(volumeOf(moved) < volumeOf(balls))) break;
    balls = moved;
  }
  return balls;
}

function bestBall(balls: readonly Ball[], pieces: Float64Array, at: number): number {
  let [best, smallest] = [0, Infinity];
  balls.forEach(({ center, radius }, i) => {
    let farthest = 0;
    for (let corner = at; corner < at + pieceLength; corner += 3) {
      const [x, y, z] = [pieces[corner] - center[0], pieces[corner + 1] - center[1], pieces[corner + 2] - center[2]];
      farthest = Math.max(farthest, x * x + y * y + z * z);
    }
    const excess = Math.sqrt(farthest) - radius;
    if (excess < smallest) [best, smallest] = [i, excess];
  });
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
