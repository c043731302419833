import { addToSum, createSum, sumOf } from '../math/compensated-sum.ts';
import type { Vec3 } from '../math/vec3.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { BspTree } from './bsp-tree.ts';
import type { BspPoint } from './point.ts';
import { type Portal, portalsOfNode } from './portals.ts';
import type { ConvexRegion } from './convex-region.ts';
import { visitRegions } from './regions.ts';
import { regionVolume } from './volume.ts';

/** The leaves of a BSP tree as convex regions, and the portals between the empty ones (catalogue T14). */
export interface BspCells {
  /** (L) regions, solid and empty, by leaf. */
  readonly regions: readonly ConvexRegion[];
  /** (L) volume of each region. */
  readonly volumes: Float64Array;
  /** (L) 1 for regions on the border of the box, which are outside. */
  readonly atBorder: Uint8Array;
  /** Axis planes with this index in `ExactSpace.integers` or a higher one are those of the box. */
  readonly firstBorder: number;
  readonly portals: readonly Portal[];
  /** Number of empty leaves. */
  readonly cells: number;
  readonly solidVolume: number;
  readonly emptyVolume: number;
  /** Bound of the rounding error of each of the two volumes. */
  readonly volumeError: number;
}

/** Computes the regions and portals of all leaves. @throws whatever `progress` throws. */
export function bspCells(tree: BspTree, progress: Progress = noProgress): BspCells {
  const { windings } = tree;
  const regions: ConvexRegion[] = [];
  const volumes = new Float64Array(windings.length);
  const atBorder = new Uint8Array(windings.length);
  const portals: Portal[] = [];
  const solid = createSum();
  const empty = createSum();
  let volumeError = 0;
  let cells = 0;
  const firstBorder = tree.space.positions.length;
  visitRegions(
    tree,
    {
      leaf: (leaf, region) => {
        const { volume, error } = regionVolume(region);
        regions[leaf] = region;
        volumes[leaf] = volume;
        volumeError += error;
        if (windings[leaf] === 0) cells++;
        addToSum(windings[leaf] === 0 ? empty : solid, volume);
        atBorder[leaf] = region.some(({ plane: { source } }) => source.kind === 'axis' && source.at >= firstBorder) ? 1 : 0;
      },
      section: (node, section) => {
        for (const portal of portalsOfNode(tree, node, section)) portals.push(portal);
      },
    },
    progress,
  );
  return { regions, volumes, atBorder, firstBorder, portals, cells, solidVolume: sumOf(solid), emptyVolume: sumOf(empty), volumeError };
}

/** Returns the mean of the points of a convex polygon, rounded. */
export function meanOfPoints(points: readonly BspPoint[]): Vec3 {
  const mean = (along: (point: BspPoint) => number): number => points.reduce((sum, point) => sum + along(point) / points.length, 0);
  return [mean(({ x }) => x), mean(({ y }) => y), mean(({ z }) => z)];
}
