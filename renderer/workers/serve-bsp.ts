import { bspPicture, bspReportOf, type BuiltBsp, buildBspCells, createVisibleSets } from '#core/bsp';
import { compareBsp } from '#core/job';
import type { Vec3 } from '#core/math';
import { type InspectorError, invalidArgument } from '#core/error';
import { type FollowedObject, followObject } from '#core/sweep';
import { buildTree, openTree } from '#core/tree';
import type { Progress } from '#core/progress';
import type { BuildBsp } from '../state/bsp/bsp-messages.ts';
import type { SeenCells, ShownBsp } from '../state/bsp/bsp-state.ts';

/** Share of the build in the progress; the rest is the comparison. */
const buildShare = 0.85;

/** Builds a BSP tree, with what the page shows of it. @throws InspectorError as `buildBspCells`. */
export function buildShownBsp({ positions, indices, options }: BuildBsp, progress: Progress): { built: BuiltBsp; shown: ShownBsp } {
  const built = buildBspCells({ positions, indices, parts: [] }, options, (fraction) => progress(buildShare * fraction));
  const report = bspReportOf(built, [], false);
  if (built.kind === 'open') return { built, shown: { report, picture: null, comparison: null } };
  const comparison = compareBsp(built.tree, built.milliseconds, (fraction) => progress(buildShare + (1 - buildShare) * fraction));
  return { built, shown: { report, picture: bspPicture(built.tree, built.cells, built.links), comparison } };
}

/** Follows a ball through the cells of a tree. @throws InspectorError as `followObject`; `invalid-argument` without a tree; whatever `progress` throws. */
export function followInBsp(built: BuiltBsp | null, route: readonly Vec3[], radius: number, progress?: Progress): FollowedObject {
  if (built?.kind !== 'closed') throw noTree();
  const { tree: bsp, cells, links } = built;
  return followObject({ bsp, cells, links, tree: openTree(buildTree(bsp.mesh, {})) }, route, radius, progress);
}

/** Returns what may be seen from a point. @throws InspectorError `invalid-argument` without a tree; whatever `progress` throws. */
export function lookInBsp(built: BuiltBsp | null, point: Vec3, progress: Progress): SeenCells {
  if (built?.kind !== 'closed') throw noTree();
  const { cell, leak } = bspReportOf(built, [point], false).points[0]!;
  if (cell === null) return { point, cell, isVisible: null, visible: null, inFront: null, leak };
  const { isVisible, visible, inFront } = createVisibleSets(built.cells, built.links).from(cell, progress);
  return { point, cell, isVisible, visible, inFront, leak };
}

function noTree(): InspectorError {
  return invalidArgument('There is no BSP tree to move in', 'Build the tree of a closed mesh first');
}

/** Returns the buffers of a picture, which are passed and not copied. */
export function buffersOf({ picture }: ShownBsp): ArrayBuffer[] {
  if (picture === null) return [];
  const { centres, isOutside, faces, firstFace, sections, depths, portals, portalLeaves } = picture;
  const lists = [faces, sections, portals].flatMap(({ points, first }) => [points, first]);
  // The windings and volumes stay with the tree, which follows objects.
  return [centres, isOutside, firstFace, depths, portalLeaves, ...lists].map(({ buffer }) => buffer as ArrayBuffer);
}
