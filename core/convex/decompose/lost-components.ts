import { boundsRadius } from '../../mesh/bounds.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures } from '../hull/hull-measures.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import type { SolidComponent } from './solid-components.ts';

/** Hulls cover a solid if they have at least its volume: with less than this part of it, most is lost. */
const minVolume = 0.5;
/** Part of the vertices of a component that may be far outside all hulls. */
const maxOutside = 0.25;

/** Coordinates of vertices from one report of progress to the next: a vertex may be compared with the faces of a thousand hulls. */
const numbersPerReport = 3 * 256;

/**
 * Returns the components that a divider lost: walls thinner than a voxel, and open surfaces without an inside. Their vertices are more than two
 * voxels outside all hulls, or all hulls together have less than half of the volume of the components.
 * @param voxels of the divider, along the longest side. @throws whatever `progress` throws.
 */
export function lostComponents(
  components: readonly SolidComponent[],
  hulls: readonly ConvexHull[],
  voxels: number,
  progress: Progress = noProgress,
): readonly SolidComponent[] {
  const cavities = new Set(components.filter((component) => isCavity(component, components)));
  const volume = components.reduce((sum, one) => sum + (cavities.has(one) ? -1 : 1) * Math.abs(one.volume ?? 0), 0);
  const solid = components.filter((component) => !cavities.has(component));
  if (hulls.reduce((sum, hull) => sum + hullMeasures(hull).volume, 0) < minVolume * volume) return solid;
  const far = (2 * Math.sqrt(3) * longestSide(components)) / voxels;
  const planes = hulls.map((hull) => hullPlanes(hull));
  return solid.filter(({ hull: { positions } }, i) => {
    let outside = 0;
    for (let at = 0; at < positions.length; at += 3) {
      if (at % numbersPerReport === 0) progress((i + at / positions.length) / solid.length);
      outside += Number(planes.every((own) => heightAbove(own, positions, at) > far));
    }
    return outside > (maxOutside * positions.length) / 3;
  });
}

/** Whether a component faces the other way within another one: it is empty, and its hull would fill it. */
function isCavity({ volume, bounds }: SolidComponent, components: readonly SolidComponent[]): boolean {
  return components.some(
    (other) =>
      (other.volume ?? 0) * (volume ?? 0) < 0 &&
      [0, 1, 2].every((k) => other.bounds.min[k]! < bounds.min[k]! && bounds.max[k]! < other.bounds.max[k]!),
  );
}

function longestSide(components: readonly SolidComponent[]): number {
  const sides = [0, 1, 2].map((k) => {
    const min = components.reduce((found, { bounds }) => Math.min(found, bounds.min[k]!), Infinity);
    return components.reduce((found, { bounds }) => Math.max(found, bounds.max[k]!), -Infinity) - min;
  });
  return Math.max(...sides);
}

/** Returns the largest height above the planes of the faces: no point outside is nearer to the hull. */
function heightAbove(planes: Float64Array, points: Float64Array, at: number): number {
  let max = -Infinity;
  for (let plane = 0; plane < planes.length; plane += 4) {
    const height = planes[plane] * points[at] + planes[plane + 1] * points[at + 1] + planes[plane + 2] * points[at + 2] - planes[plane + 3];
    if (height > max) max = height;
  }
  return max;
}

/** Returns the hulls without those that are inside the hulls of lost components, and these in their place. @throws whatever `progress` throws. */
export function withLostHulls(
  hulls: readonly ConvexHull[],
  lost: readonly SolidComponent[],
  progress: Progress = noProgress,
): readonly ConvexHull[] {
  if (lost.length === 0) return hulls;
  const planes = lost.map(({ hull }) => hullPlanes(hull));
  const isInside = ({ positions }: ConvexHull): boolean =>
    planes.some((own, i) => {
      const tolerance = 1e-5 * boundsRadius(lost[i]!.bounds);
      for (let at = 0; at < positions.length; at += 3) if (heightAbove(own, positions, at) > tolerance) return false;
      return true;
    });
  const rest = hulls.filter((hull, i) => {
    progress(i / hulls.length);
    return !isInside(hull);
  });
  return [...rest, ...lost.map(({ hull }) => hull)];
}
