import type { Vec3 } from '../../math/vec3.ts';
import { checkSurface } from '../../mesh/check-surface.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FitOptions } from '../../options/fit-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures } from '../hull/hull-measures.ts';
import { createMarks, groupPoints, type TriangleGroup, triangleGroups } from '../triangle-groups.ts';
import { bestFit } from './best-fit.ts';
import { type BothWayDistance, bothWayDistance, bothWaySquare, type FittedSurface, fittedSurface } from './both-way-distance.ts';
import { enclosingShape } from './enclosing-shape.ts';
import { type FittedShape, translatedFit, shapeDistance, type ShapeKind, shapeVolume } from './fitted-shape.ts';
import { shapeContains } from './shape-contains.ts';
import { packSpheres, type SpherePack } from './sphere-pack.ts';
import { verifiedShape } from './verified-shape.ts';

/** A primitive shape for a group of triangles. */
export interface GroupFit extends BothWayDistance {
  readonly group: TriangleGroup;
  readonly fitted: FittedShape;
  readonly volume: number;
  /** Largest distance of a vertex of the group from the surface of the shape. */
  readonly maxDistance: number;
  /** Whether the shape contains every vertex. Exact. Always true for a containing fit. */
  readonly contains: boolean;
  /** Volume of the shape over that of the convex hull; `null` for a flat group. */
  readonly hullRatio: number | null;
}

/**
 * Fits a primitive shape to a mesh, its parts or its components (catalogue S4). A containing shape is verified exactly, and enlarged by a few
 * roundings where it must be; the work fails if that does not help, as that of `boundingShape`.
 * A shape that need not contain has the smallest both-way distance from the surface that is found, no larger than that of the containing one.
 * @throws InspectorError `no-triangles`, also as `checkSurface`; `internal` as `verifiedShape`; whatever `progress` throws.
 */
export function fitShapes(
  mesh: TriangleMesh,
  { shape, containing, per }: Pick<FitOptions, 'containing' | 'per'> & { readonly shape: ShapeKind },
  progress: Progress = noProgress,
): readonly GroupFit[] {
  const groups = triangleGroups(mesh, per);
  checkSurface(mesh);
  const marks = createMarks(mesh);
  return groups.map((group, i) =>
    fitGroup(
      mesh,
      group,
      groupPoints(mesh, group, marks),
      { shape, containing, what: per === 'whole' ? 'the mesh' : group.name },
      (fraction) => progress((i + fraction) / groups.length),
    ),
  );
}

function fitGroup(
  mesh: TriangleMesh,
  group: TriangleGroup,
  points: Float64Array,
  { shape, containing, what }: { readonly shape: ShapeKind; readonly containing: boolean; readonly what: string },
  progress: Progress,
): GroupFit {
  progress(0);
  const hull = convexHull(points);
  // Near the origin, so that map coordinates keep their digits.
  const origin: Vec3 = [hull.positions[0], hull.positions[1], hull.positions[2]];
  const local: ConvexHull = { ...hull, positions: hull.positions.map((value, at) => value - origin[at % 3]!) };
  const around = enclosingShape(local, shape, () => progress(0));
  const size = local.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const verified = containing ? verifiedShape(around, origin, hull.positions, size, what) : null;
  const surface = fittedSurface(mesh, group.triangles, origin, progress);
  const found = containing ? around : bestOf(around, surface, size, progress);
  const fitted = verified ?? translatedFit(found, origin);
  const volume = shapeVolume(fitted);
  const hullVolume = hullMeasures(hull).volume;
  return {
    group,
    fitted,
    volume,
    maxDistance: farthestVertex(fitted, points),
    ...bothWayDistance(found, surface, density),
    contains: shapeContains(fitted, hull.positions),
    hullRatio: hullVolume > 0 ? volume / hullVolume : null,
  };
}

/** Points along an edge of a shape for its measures. */
const density = 16;

/** Returns the best fit, or the containing shape if the finer measures find it nearer. */
function bestOf(around: FittedShape, surface: FittedSurface, size: number, progress: Progress): FittedShape {
  const { fitted } = bestFit(around, { ...surface, ...surface.coarse }, size, progress);
  const [best, first] = [fitted, around].map((shape) => bothWaySquare(bothWayDistance(shape, surface, density)));
  return best! <= first! ? fitted : around;
}

/** A pack of spheres for a group of triangles. */
export interface GroupPack extends SpherePack {
  readonly group: TriangleGroup;
}

/** Packs spheres around a mesh, its parts or its components; see `packSpheres`. @throws InspectorError `no-triangles`; whatever `progress` throws. */
export function fitSpheres(
  mesh: TriangleMesh,
  { maxSpheres, per }: Pick<FitOptions, 'maxSpheres' | 'per'>,
  progress: Progress = noProgress,
): readonly GroupPack[] {
  const groups = triangleGroups(mesh, per);
  checkSurface(mesh);
  return groups.map((group, i) => ({
    group,
    ...packSpheres(mesh, group, maxSpheres, (fraction) => progress((i + fraction) / groups.length)),
  }));
}

function farthestVertex(fitted: FittedShape, points: Float64Array): number {
  let max = 0;
  for (let at = 0; at < points.length; at += 3)
    max = Math.max(max, Math.abs(shapeDistance(fitted, points[at], points[at + 1], points[at + 2])));
  return max;
}
