import { plus, type Vec3 } from '../../math/vec3.ts';
import { boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import { countOpenEdges, type OpenEdgeCount } from '../../mesh/count-open-edges.ts';
import { exactOrigin, meshFrom } from '../../mesh/exact-origin.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { farthestDistance, type FarthestDistance } from '../../pair/deviation/farthest-distance.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import { type FittedShape, shapeDistance } from '../fit/fitted-shape.ts';
import { type Contains, containsOf, treedForQueries } from './body-contains.ts';
import { bodyFrom, type ColliderBody, meshOfBodies } from './collider.ts';
import { hullTree } from './hull-tree.ts';
import { outsideBound } from './outside-bound.ts';
import { outsideParts } from './outside-parts.ts';
import { type GridAxes, signedGrid } from './signed-grid.ts';
import { type SolidCells, solidCells } from './solid-cells.ts';

/** How a collider differs from the mesh that it stands for. */
export interface ColliderRating {
  /** Volume in the collider but not in the mesh; `null` for an open mesh. */
  readonly phantomVolume: number | null;
  /** Volume in the mesh but not in the collider. */
  readonly missingVolume: number | null;
  /** Volume of one cell of the grid. Cells at the surfaces count on one side, by their centre; see `rateCollider`. */
  readonly cellVolume: number | null;
  /**
   * Largest distance of a point of the collider outside the mesh from its surface, and of the mesh outside the collider, with bounds that no
   * point exceeds. An open mesh has no inside, so all points of the collider count.
   */
  readonly maxDeviation: {
    readonly outward: number;
    readonly inward: number;
    readonly outwardAtMost: number;
    readonly inwardAtMost: number;
    /** Where they were found; `null` for a distance of 0. */
    readonly outwardAt: Vec3 | null;
    readonly inwardAt: Vec3 | null;
  };
}

/** A mesh that is prepared for the rating of several colliders. */
export interface RatedSource {
  /** Its positions are minus `origin`, which does not round them: far from 0 the cells would be rounded. */
  readonly treed: TreedMesh;
  readonly origin: Vec3;
  /** None for a closed mesh. */
  readonly openEdges: readonly OpenEdgeCount[];
  /** `null` for an open mesh. */
  readonly cells: SolidCells | null;
}

/** How much work a rating is. */
export interface RatingLimits {
  /** Cells along the longest side of the mesh. */
  readonly cells: number;
  /** Points in the search for the inward distance, after one pass over the triangles; four times as many in that for the outward one. */
  readonly maxSamples: number;
}

/** Cells along the longest side of the mesh, by default. */
export const gridCells = 48;

export const ratingLimits: RatingLimits = { cells: gridCells, maxSamples: 10_000 };
/** Times as many points for the outward distance: a hull over many shallow dents needs them, and with fewer its bound is far off. */
const outwardFactor = 4;
/** Part of the size of the mesh by which the bound may exceed the distance found. */
const relativeTolerance = 2e-4;

/** Prepares a mesh with a finite triangle. @throws whatever `progress` throws. */
export function ratedSource(mesh: TriangleMesh, progress: Progress = noProgress, { cells } = ratingLimits): RatedSource {
  const origin = exactOrigin(meshBounds(mesh)!);
  const treed = treedForQueries(meshFrom(mesh, origin), progress);
  const open = countOpenEdges(mesh);
  return { treed, origin, openEdges: open, cells: open.length === 0 ? solidCells(treed, cells, progress) : null };
}

/**
 * Compares a mesh with the union of bodies. Volumes count the cells of a grid whose centres are in one and not in the other; a cell whose centre is on
 * the surface counts by points in it. Distances are those
 * of `farthestDistance`: points inside the other solid do not count, such as those where hulls touch each other.
 * @param placed at least one body, in the space of the mesh. @throws whatever `progress` throws.
 */
export function rateCollider(
  source: RatedSource,
  placed: readonly ColliderBody[],
  progress: Progress = noProgress,
  { maxSamples } = ratingLimits,
): ColliderRating {
  const { origin } = source;
  const bodies = origin.every((value) => value === 0) ? placed : placed.map((body) => bodyFrom(body, origin));
  const collider = treedForQueries(meshOfBodies(bodies), progress);
  const contains = containsOf(bodies, () => progress(0));
  const { mesh, tree } = source.treed;
  const limits = { maxSamples, tolerance: relativeTolerance * boundsRadius(meshBounds(mesh)!) };
  const isIn = insideTest(tree, mesh);
  const isInside: Contains = source.cells === null ? () => false : (x, y, z) => isIn([x, y, z]) === true;
  const outward = { ...limits, maxSamples: outwardFactor * maxSamples, isInside };
  const out = farthestDistance(collider.mesh, trianglesOf(collider.mesh), source.treed, outward, (f) => progress(f / 3));
  const hulls = hullTree(bodies, () => progress(1 / 3));
  const inside = { isInside: contains, boundOf: outsideBound(hulls), partsOf: outsideParts(hulls) };
  const back = inward(source.treed.mesh, bodies, collider, { ...limits, ...inside }, (f) => progress((1 + f) / 3));
  const volumes = source.cells === null ? null : countCells(source, source.cells, bodies, collider.mesh, (f) => progress((2 + f) / 3));
  const sagitta = bodies.reduce((max, body) => Math.max(max, body.kind === 'shape' ? sagittaOf(body.fitted) : 0), 0);
  return {
    ...(volumes ?? { phantomVolume: null, missingVolume: null, cellVolume: null }),
    maxDeviation: {
      outward: out?.found ?? 0,
      inward: back.found,
      outwardAtMost: (out?.atMost ?? 0) + sagitta,
      inwardAtMost: back.atMost,
      outwardAt: positionOf(out, origin),
      inwardAt: positionOf(back, origin),
    },
  };
}

type Farthest = Pick<FarthestDistance, 'found' | 'atMost' | 'position'>;

function positionOf(farthest: Farthest | null, origin: Vec3): Vec3 | null {
  return farthest !== null && farthest.found > 0 && farthest.position !== null ? plus(farthest.position, origin) : null;
}

function inward(
  mesh: TriangleMesh,
  bodies: readonly ColliderBody[],
  collider: TreedMesh,
  limits: Parameters<typeof farthestDistance>[3],
  progress: Progress,
): Farthest {
  const [only] = bodies;
  if (bodies.length === 1 && only?.kind === 'shape') return outsideShape(mesh, only.fitted);
  return farthestDistance(mesh, trianglesOf(mesh), collider, limits, progress) ?? { found: 0, atMost: 0, position: null };
}

/** The distance to a convex shape is convex, so the farthest point of a mesh is a vertex. */
function outsideShape(mesh: TriangleMesh, fitted: FittedShape): Farthest {
  let max = 0;
  let position: Vec3 | null = null;
  for (const vertex of new Set(mesh.indices)) {
    const point: Vec3 = [mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1], mesh.positions[3 * vertex + 2]];
    const distance = shapeDistance(fitted, ...point);
    if (!(distance > max) || distance === Infinity) continue;
    [max, position] = [distance, point];
  }
  return { found: max, atMost: max, position };
}

/** The tessellation of a round shape is inside it by at most this; see `tessellate`. */
function sagittaOf(fitted: FittedShape): number {
  return fitted.shape === 'box' ? 0 : 0.01 * fitted.radius;
}

function trianglesOf(mesh: TriangleMesh): Uint32Array {
  return Uint32Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle);
}

function countCells(
  source: RatedSource,
  cells: SolidCells,
  bodies: readonly ColliderBody[],
  collider: TriangleMesh,
  progress: Progress,
): Omit<ColliderRating, 'maxDeviation'> {
  const bounds = meshBounds(collider)!;
  const [ax, ay, az] = [0, 1, 2].map((k) => axisOf(cells, k, bounds.min[k]!, bounds.max[k]!)) as [Axis, Axis, Axis];
  const [, ny, nz] = cells.counts;
  const isInBody = cellsOf(bodies, [ax.centres, ay.centres, az.centres], progress);
  const onSurface = surfacePart * Math.max(...cells.step);
  const contains = containsOf(bodies, () => progress(1));
  const isIn = insideTest(source.treed.tree, source.treed.mesh);
  let [phantom, missing] = [0, 0];
  for (let i = 0, at = 0; i < ax.centres.length; i++) {
    for (let j = 0; j < ay.centres.length; j++) {
      for (let k = 0; k < az.centres.length; k++, at++) {
        const isInCollider = isInBody[at] === 1;
        const isOfGrid = ax.points[i] >= 0 && ay.points[j] >= 0 && az.points[k] >= 0;
        const distance = isOfGrid ? cells.distances[(ax.points[i] * ny + ay.points[j]) * nz + az.points[k]] : Infinity;
        const volume = ax.widths[i] * ay.widths[j] * az.widths[k];
        if (Math.abs(distance) <= onSurface) {
          const parts = partsOfCell(isIn, contains, [ax.centres[i], ay.centres[j], az.centres[k]], cells.step);
          phantom += parts.phantom * volume;
          missing += parts.missing * volume;
          continue;
        }
        const isInMesh = distance < 0;
        if (isInCollider === isInMesh) continue;
        if (isInCollider) phantom += volume;
        else missing += volume;
      }
    }
  }
  return { phantomVolume: phantom, missingVolume: missing, cellVolume: cells.step[0] * cells.step[1] * cells.step[2] };
}

/** Part of a cell: a centre that is nearer to the surface than this is on it, up to rounding, and the cell is on both sides. */
const surfacePart = 1e-9;
/** Points of such a cell along each axis, as parts of its side. They are in no plane of the cell, on which surfaces often are. */
const cellPoints = [-0.327, -0.109, 0.131, 0.347];

/** Returns the parts of a cell that are in the collider only, and in the mesh only, by points in it. */
function partsOfCell(
  isIn: (point: Vec3) => boolean | null,
  contains: Contains,
  centre: Vec3,
  step: SolidCells['step'],
): { readonly phantom: number; readonly missing: number } {
  let [phantom, missing] = [0, 0];
  for (const x of cellPoints) {
    for (const y of cellPoints) {
      for (const z of cellPoints) {
        const point: Vec3 = [centre[0] + x * step[0], centre[1] + y * step[1], centre[2] + z * step[2]];
        const isInMesh = isIn(point) === true;
        if (contains(...point) === isInMesh) continue;
        if (isInMesh) missing++;
        else phantom++;
      }
    }
  }
  return { phantom: phantom / cellPoints.length ** 3, missing: missing / cellPoints.length ** 3 };
}

/** Returns (nx·ny·nz) 1 for the points of a grid that are in a body. */
function cellsOf(bodies: readonly ColliderBody[], axes: GridAxes, progress: Progress): Uint8Array {
  const [xs, ys, zs] = axes;
  const found = new Uint8Array(xs.length * ys.length * zs.length);
  const contains = containsOf(
    bodies.filter(({ kind }) => kind !== 'mesh'),
    () => progress(0),
  );
  for (let i = 0, at = 0; i < xs.length; i++) {
    for (let j = 0; j < ys.length; j++) {
      progress((i + j / ys.length) / xs.length);
      for (let k = 0; k < zs.length; k++, at++) if (contains(xs[i], ys[j], zs[k])) found[at] = 1;
    }
  }
  for (const body of bodies) {
    if (body.kind !== 'mesh') continue;
    const widest = Math.max(...axes.flatMap((axis) => [...axis.subarray(1)].map((value, i) => value - axis[i])));
    const distances = signedGrid(treedForQueries(body.mesh, progress), axes, 1.8 * widest, progress);
    distances.forEach((distance, i) => (found[i] |= Number(distance < 0)));
  }
  return found;
}

/** The cells of a grid along an axis, and those around it up to the bounds of a collider. */
interface Axis {
  readonly centres: Float64Array;
  readonly widths: Float64Array;
  /** Point of the grid; -1 outside. */
  readonly points: Int32Array;
}

/** Outside the grid the cells are as wide as its widest ones: a thin plate has thin cells, which would be too many around it. */
function axisOf({ origin, step, counts }: SolidCells, k: number, min: number, max: number): Axis {
  const widest = Math.max(...step);
  const inner = counts[k]! - 2;
  const low = origin[k]! + step[k]! / 2;
  const high = low + inner * step[k]!;
  const before = Math.max(0, Math.ceil((low - min) / widest - 1e-9));
  const after = Math.max(0, Math.ceil((max - high) / widest - 1e-9));
  const length = before + inner + after;
  const centre = (i: number): number => {
    if (i < before) return low - (before - i - 0.5) * widest;
    return i < before + inner ? origin[k]! + (i - before + 1) * step[k]! : high + (i - before - inner + 0.5) * widest;
  };
  const isInner = (i: number): boolean => i >= before && i < before + inner;
  return {
    centres: Float64Array.from({ length }, (_, i) => centre(i)),
    widths: Float64Array.from({ length }, (_, i) => (isInner(i) ? step[k]! : widest)),
    points: Int32Array.from({ length }, (_, i) => (isInner(i) ? i - before + 1 : -1)),
  };
}
