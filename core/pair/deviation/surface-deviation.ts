import { addToSum, createSum, sumOf } from '../../math/compensated-sum.ts';
import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { farRegions, type FarTriangle } from './far-regions.ts';
import { farthestDistance } from './farthest-distance.ts';
import { type DistanceSample, sampleDistances } from './sample-distances.ts';

/** How far one surface is from another, in mesh units. */
export interface SurfaceDeviation {
  /** The largest distance found, and an upper bound of all. */
  readonly max: number;
  readonly atMost: number;
  /** Where the largest distance was found. */
  readonly location: Vec3 | null;
  /** Means over the area, and error bounds of both. */
  readonly mean: number;
  readonly meanError: number;
  readonly rms: number;
  readonly rmsError: number;
  /** Area by distance: bins of equal width from 0 to `max`. */
  readonly histogram: readonly number[];
  readonly samples: number;
  readonly far: FarRegion;
}

/** The part of a surface that is farther from the other one than a tolerance, and outside it. */
export interface FarRegion {
  readonly area: number;
  /** Triangles with such a part. */
  readonly triangles: number;
  /** The farthest locations, apart from each other; the farthest first. */
  readonly worst: readonly FarLocation[];
  /** Number of connected regions. */
  readonly regionCount: number;
  /** The regions, the farthest first; at most a hundred. */
  readonly regions: readonly FarArea[];
}

/** A connected region of far triangles, and its farthest location. */
export interface FarArea extends FarLocation {
  readonly area: number;
  readonly triangles: number;
}

export interface FarLocation {
  readonly triangle: number;
  readonly location: Vec3;
  readonly distance: number;
}

export interface DeviationLimits {
  /** Samples for the means, after one for each triangle; and for the maximum. */
  readonly maxSamples: number;
  /** Distance from which a part of the surface counts as far. */
  readonly tolerance: number;
  /** Distance between two of the worst locations, at least. */
  readonly spacing: number;
}

const bins = 20;
const maxWorst = 10;
const maxRegions = 100;

/**
 * Measures how far a surface is from that of another mesh. The maximum is that of `farthestDistance`. Means are sums over samples: the distance
 * changes by no more than the way, so the spread of each small triangle about its centre bounds the error.
 * Parts inside the other mesh are not far regions, if that is closed.
 * @returns `null` if one of the meshes has no finite triangle. @throws whatever `progress` throws.
 */
export function surfaceDeviation(
  from: TriangleMesh,
  to: TreedMesh,
  { maxSamples, tolerance, spacing }: DeviationLimits,
  progress: Progress = noProgress,
): SurfaceDeviation | null {
  const all = Uint32Array.from({ length: triangleCount(from) }, (_, triangle) => triangle);
  const farthest = farthestDistance(from, all, to, { maxSamples, tolerance: 0 }, (fraction) => progress(fraction / 2));
  if (farthest === null || farthest.position === null) return null;
  const { found: max, atMost, position: location } = farthest;
  const [area, sum, squares, error, squareError, farArea] = [createSum(), createSum(), createSum(), createSum(), createSum(), createSum()];
  const histogram = new Array<number>(bins).fill(0);
  const isInside = isClosed(to.mesh) ? insideTest(to.tree, to.mesh) : () => false;
  const far = new Map<number, FarTriangle>();
  let samples = 0;
  const onSample = (sample: DistanceSample): void => {
    samples++;
    const { distance } = sample;
    // All distances are in 0..atMost, and no farther from this one than the way.
    const change = Math.min(sample.spread, Math.max(distance, atMost - distance));
    addToSum(area, sample.area);
    addToSum(sum, sample.area * distance);
    addToSum(squares, sample.area * distance ** 2);
    addToSum(error, sample.area * change);
    addToSum(squareError, sample.area * (2 * distance * change + change ** 2));
    histogram[max > 0 ? Math.min(bins - 1, Math.floor((bins * distance) / max)) : 0]! += sample.area;
    if (distance <= tolerance || isInside(sample.centre) === true) return;
    addToSum(farArea, sample.area);
    const known = far.get(sample.triangle);
    const isFarther = known === undefined || distance > known.worst.distance;
    far.set(sample.triangle, { worst: isFarther ? sample : known.worst, area: (known?.area ?? 0) + sample.area });
  };
  sampleDistances(from, to, maxSamples, onSample, (fraction) => progress((1 + fraction) / 2));
  const total = sumOf(area);
  const mean = total > 0 ? sumOf(sum) / total : max;
  const rms = total > 0 ? Math.sqrt(sumOf(squares) / total) : max;
  const rmsChange = total > 0 ? sumOf(squareError) / total : 0;
  return {
    max,
    atMost,
    location,
    mean,
    meanError: total > 0 ? sumOf(error) / total : atMost - max,
    rms,
    rmsError: Math.max(Math.sqrt(rms ** 2 + rmsChange) - rms, rms - Math.sqrt(Math.max(0, rms ** 2 - rmsChange))),
    histogram,
    samples: samples + farthest.samples,
    far: regionOf(from, [...far.values()], sumOf(farArea), spacing),
  };
}

function regionOf(mesh: TriangleMesh, far: readonly FarTriangle[], area: number, spacing: number): FarRegion {
  const regions = farRegions(mesh, far);
  return {
    area,
    triangles: far.length,
    worst: spaced(
      far.map(({ worst }) => worst),
      spacing,
    ),
    regionCount: regions.length,
    regions: regions.slice(0, maxRegions).map(({ worst: { triangle, centre, distance }, ...region }) => ({
      ...region,
      triangle,
      location: centre,
      distance,
    })),
  };
}

/** Returns the farthest samples that are not near a farther one. */
function spaced(samples: readonly DistanceSample[], spacing: number): readonly FarLocation[] {
  const sorted = samples.toSorted((p, q) => q.distance - p.distance || p.triangle - q.triangle);
  const found: FarLocation[] = [];
  for (const { triangle, centre, distance } of sorted) {
    if (found.length === maxWorst) break;
    const isNear = found.some(
      ({ location }) => fastLength(location[0] - centre[0], location[1] - centre[1], location[2] - centre[2]) < spacing,
    );
    if (!isNear) found.push({ triangle, location: centre, distance });
  }
  return found;
}
