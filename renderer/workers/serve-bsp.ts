import { bspPicture, bspReportOf, buildBspCells } from '#core/bsp';
import { compareBsp } from '#core/job';
import type { Progress } from '#core/progress';
import type { ToBspWorker } from '../state/bsp/bsp-messages.ts';
import type { ShownBsp } from '../state/bsp/bsp-state.ts';

/** Share of the build in the progress; the rest is the comparison. */
const buildShare = 0.85;

/** Builds a BSP tree, with what the page shows of it. @throws InspectorError as `buildBspCells`. */
export function buildShownBsp({ positions, indices, options }: ToBspWorker, progress: Progress): ShownBsp {
  const built = buildBspCells({ positions, indices, parts: [] }, options, (fraction) => progress(buildShare * fraction));
  const report = bspReportOf(built, [], false);
  if (built.kind === 'open') return { report, picture: null, comparison: null };
  const comparison = compareBsp(built.tree, built.milliseconds, (fraction) => progress(buildShare + (1 - buildShare) * fraction));
  return { report, picture: bspPicture(built.tree, built.cells, built.links), comparison };
}

/** Returns the buffers of a picture, which are passed and not copied. */
export function buffersOf({ picture }: ShownBsp): ArrayBuffer[] {
  if (picture === null) return [];
  const { windings, volumes, centres, isOutside, faces, firstFace, sections, depths, portals, portalLeaves } = picture;
  const lists = [faces, sections, portals].flatMap(({ points, first }) => [points, first]);
  return [volumes, centres, isOutside, firstFace, depths, portalLeaves, windings, ...lists].map(({ buffer }) => buffer as ArrayBuffer);
}
