import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { FitOptions } from '../../options/fit-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures } from '../hull/hull-measures.ts';
import { createMarks, groupPoints, type TriangleGroup, triangleGroups } from '../triangle-groups.ts';
import { bestFit, type SurfacePoints } from './best-fit.ts';
import { enclosingShape } from './enclosing-shape.ts';
import { type FittedShape, shapeDistance, type ShapeKind, shapeVolume } from './fitted-shape.ts';
import { shapeContains } from './shape-contains.ts';
import { packSpheres, type SpherePack } from './sphere-pack.ts';

/** A primitive shape for a group of triangles. */
export interface GroupFit {
  readonly group: TriangleGroup;
  readonly fitted: FittedShape;
  readonly volume: number;
  /** Largest distance of a vertex of the group from the surface of the shape. */
  readonly maxDistance: number;
  /** Whether the shape contains every vertex. Exact. */
  readonly contains: boolean;
  /** Volume of the shape over that of the convex hull; `null` for a flat group. */
  readonly hullRatio: number | null;
}

/**
 * Fits a primitive shape to a mesh, its parts or its components (catalogue S4). A containing shape is verified exactly, and enlarged by a few
 * roundings where it must be. If that does not help, `contains` is false.
 * @throws InspectorError `no-triangles`; whatever `progress` throws.
 */
export function fitShapes(
  mesh: TriangleMesh,
  { shape, containing, per }: Pick<FitOptions, 'containing' | 'per'> & { readonly shape: ShapeKind },
  progress: Progress = noProgress,
): readonly GroupFit[] {
  const groups = triangleGroups(mesh, per);
  const marks = createMarks(mesh);
  return groups.map((group, i) => {
    progress(i / groups.length);
    const points = groupPoints(mesh, group, marks);
    const hull = convexHull(points);
    // Near the origin, so that map coordinates keep their digits.
    const origin: Vec3 = [hull.positions[0], hull.positions[1], hull.positions[2]];
    const local: ConvexHull = { ...hull, positions: hull.positions.map((value, at) => value - origin[at % 3]!) };
    const around = enclosingShape(local, shape);
    const size = local.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const fitted = containing
      ? grown(around, origin, hull.positions, size)
      : moved(bestFit(around, surfacePoints(mesh, group, origin), size).fitted, origin);
    const volume = shapeVolume(fitted);
    const hullVolume = hullMeasures(hull).volume;
    return {
      group,
      fitted,
      volume,
      maxDistance: farthestVertex(fitted, points),
      contains: shapeContains(fitted, hull.positions),
      hullRatio: hullVolume > 0 ? volume / hullVolume : null,
    };
  });
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
  return groups.map((group, i) => ({
    group,
    ...packSpheres(mesh, group, maxSpheres, (fraction) => progress((i + fraction) / groups.length)),
  }));
}

function moved(fitted: FittedShape, by: Vec3): FittedShape {
  const add = (point: Vec3): Vec3 => [point[0] + by[0], point[1] + by[1], point[2] + by[2]];
  return 'center' in fitted ? { ...fitted, center: add(fitted.center) } : { ...fitted, from: add(fitted.from), to: add(fitted.to) };
}

/** Returns the shape at its place, enlarged until it contains points. It is enlarged near the origin, where its axis keeps its digits. */
function grown(fitted: FittedShape, origin: Vec3, points: Float64Array, size: number): FittedShape {
  const scale = Math.max(size, points.reduce((max, value) => Math.max(max, Math.abs(value)), 0) * 2 ** -40, Number.MIN_VALUE * 2 ** 60);
  for (let step = 0; ; step++) {
    const larger = moved(step === 0 ? fitted : enlarged(fitted, scale * 2 ** (step - 53)), origin);
    if (step > 60 || shapeContains(larger, points)) return larger;
  }
}

/** Returns the shape with its surface moved outwards. */
function enlarged(fitted: FittedShape, by: number): FittedShape {
  switch (fitted.shape) {
    case 'box':
      return { ...fitted, size: [fitted.size[0] + 2 * by, fitted.size[1] + 2 * by, fitted.size[2] + 2 * by] };
    case 'sphere':
    case 'capsule':
      return { ...fitted, radius: fitted.radius + by };
    case 'cylinder': {
      const { from, to, radius } = fitted;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
      // Without a length it has no axis: any will do for points in one place.
      const axis = [0, 1, 2].map((k) => (length > 0 ? (by * (to[k]! - from[k]!)) / length : k === 2 ? by : 0));
      const [low, high] = [-1, 1].map((sign) => [0, 1, 2].map((k) => (sign < 0 ? from : to)[k]! + sign * axis[k]!) as unknown as Vec3);
      return { ...fitted, from: low!, to: high!, radius: radius + by };
    }
  }
}

function farthestVertex(fitted: FittedShape, points: Float64Array): number {
  let max = 0;
  for (let at = 0; at < points.length; at += 3)
    max = Math.max(max, Math.abs(shapeDistance(fitted, points[at], points[at + 1], points[at + 2])));
  return max;
}

/** More points make the fit slower, and no better. */
const maxTriangles = 600;

/** Returns four points of each triangle: three near the corners and the centre, which have its area in equal shares. */
function surfacePoints(mesh: TriangleMesh, { triangles }: TriangleGroup, origin: Vec3): SurfacePoints {
  const step = Math.max(1, Math.ceil(triangles.length / maxTriangles));
  const chosen = triangles.filter((_, i) => i % step === 0);
  const points = new Float64Array(12 * chosen.length);
  const weights = new Float64Array(4 * chosen.length);
  chosen.forEach((triangle, i) => {
    const corners = triangleVertices(mesh, triangle);
    const area = triangleArea(Float64Array.from(corners.flat()));
    for (let j = 0; j < 4; j++) {
      weights[4 * i + j] = area / 4;
      for (let k = 0; k < 3; k++) {
        const sum = corners[0][k]! + corners[1][k]! + corners[2][k]!;
        points[12 * i + 3 * j + k] = (j === 3 ? sum / 3 : sum / 6 + corners[j]![k]! / 2) - origin[k]!;
      }
    }
  });
  return { points, weights };
}
