import { meshBounds } from '../../mesh/bounds.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { surfaceDeviation } from '../../pair/deviation/surface-deviation.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import type { Progress } from '../../progress.ts';
import { isInsideClosedMesh } from '../../query/inside-closed-mesh.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { fastestTree } from '../../tree/fastest-tree.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { intervalAlong, type Interval } from '../pair/interval.ts';
import { meshOfHulls, type NamedHull } from '../hull/mesh-of-hulls.ts';

/** How hulls differ from the mesh that they stand for. */
export interface SolidComparison {
  /** Volume in a hull but not in the mesh; `null` for an open mesh. */
  readonly phantomVolume: number | null;
  /** Volume in the mesh but in no hull. */
  readonly missingVolume: number | null;
  /** Volume of one cell of the grid. Cells at the surfaces count on one side, by their centre. */
  readonly cellVolume: number | null;
  /** Largest distance found of the hulls outside the mesh, and of the mesh outside the hulls. */
  readonly maxDeviation: { readonly outward: number; readonly inward: number };
}

/** Cells along the longest side of the grid. */
export const gridCells = 48;
const maxSamples = 40_000;

/**
 * Compares a mesh with the union of convex hulls. Volumes count the cells of a grid whose centres are in one and not in the other. Distances
 * are those of samples of both surfaces. Samples inside the other solid do not count, such as those where hulls touch each other.
 * @throws whatever `progress` throws.
 */
export function compareSolids(mesh: TriangleMesh, hulls: readonly NamedHull[], progress: Progress): SolidComparison {
  const source = treedOf(mesh, progress);
  const union = treedOf(meshOfHulls(hulls), progress);
  const limits = { maxSamples, tolerance: 0, spacing: Infinity };
  const outward = surfaceDeviation(union.mesh, source, limits, (fraction) => progress(fraction / 3))?.far.worst[0]?.distance ?? 0;
  const inward = surfaceDeviation(mesh, union, limits, (fraction) => progress((1 + fraction) / 3))?.far.worst[0]?.distance ?? 0;
  const volumes = isClosed(mesh) ? countCells(source, hulls, (fraction) => progress((2 + fraction) / 3)) : null;
  return { ...(volumes ?? { phantomVolume: null, missingVolume: null, cellVolume: null }), maxDeviation: { outward, inward } };
}

function treedOf(mesh: TriangleMesh, progress: Progress): TreedMesh {
  const bytes = buildTree(mesh, fastestTree(), () => progress(0));
  return { mesh, tree: loadTree(openTree(bytes), mesh) };
}

function countCells(source: TreedMesh, hulls: readonly NamedHull[], progress: Progress): Omit<SolidComparison, 'maxDeviation'> {
  const [own, theirs] = [meshBounds(source.mesh)!, meshBounds(meshOfHulls(hulls))!];
  const min = [0, 1, 2].map((k) => Math.min(own.min[k]!, theirs.min[k]!));
  const sizes = [0, 1, 2].map((k) => Math.max(own.max[k]!, theirs.max[k]!) - min[k]!);
  const step = Math.max(...sizes) / gridCells;
  const [nx, ny, nz] = sizes.map((size) => Math.max(1, Math.ceil(size / step))) as [number, number, number];
  const solids = hulls.map(({ hull }) => ({
    planes: hullPlanes(hull),
    bounds: [0, 1, 2].map((k) => coordinateInterval(hull.positions, k)),
  }));
  let [phantom, missing] = [0, 0];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      progress((i + j / ny) / nx);
      for (let k = 0; k < nz; k++) {
        const [x, y, z] = [
          min[0]! + ((i + 0.5) / nx) * sizes[0]!,
          min[1]! + ((j + 0.5) / ny) * sizes[1]!,
          min[2]! + ((k + 0.5) / nz) * sizes[2]!,
        ];
        const isInHulls = solids.some(({ planes, bounds }) => isWithin(bounds, x, y, z) && isBelow(planes, x, y, z));
        const isInMesh = isInsideClosedMesh(source.tree, source.mesh, [x, y, z]) === true;
        if (isInHulls && !isInMesh) phantom++;
        if (isInMesh && !isInHulls) missing++;
      }
    }
  }
  const cellVolume = (sizes[0]! * sizes[1]! * sizes[2]!) / (nx * ny * nz);
  return { phantomVolume: phantom * cellVolume, missingVolume: missing * cellVolume, cellVolume };
}

function coordinateInterval(positions: Float64Array, k: number): Interval {
  return intervalAlong(positions, Number(k === 0), Number(k === 1), Number(k === 2));
}

function isWithin(bounds: readonly Interval[], ...point: readonly number[]): boolean {
  return bounds.every(([min, max], k) => point[k]! >= min && point[k]! <= max);
}

function isBelow(planes: Float64Array, x: number, y: number, z: number): boolean {
  for (let at = 0; at < planes.length; at += 4) {
    if (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z > planes[at + 3]) return false;
  }
  return true;
}
