import type { Vec3 } from '../../math/vec3.ts';
import { insideInto } from './into.ts';
import { insideOptions, type InsideOptions } from '../../options/inside-options.ts';
import { checkValues } from '../../options/option.ts';
import { insideOfCode, onCode, type InsideResult } from './query.ts';
import { createInsideWorkspace, type InsideWorkspace } from './workspace.ts';
import type { WindingTree } from './winding-tree.ts';

export type { InsideResult, InsideStats } from './query.ts';

/**
 * Returns whether a point is inside a mesh, by its generalised winding number, also for open and self-intersecting meshes (catalogue Q5).
 * `createWindingTree` prepares a mesh once. Pass a workspace that was made for it to save its allocation.
 *
 * Source: Jacobson et al., "Robust Inside-Outside Segmentation using Generalized Winding Numbers" (2013).
 * @throws InspectorError `invalid-argument` as `insideInto`.
 */
export function pointWinding(
  winding: WindingTree,
  point: Vec3,
  options: Partial<InsideOptions> = {},
  workspace: InsideWorkspace = createInsideWorkspace(winding),
): InsideResult {
  const { accuracy } = checkValues(insideOptions, options);
  const code = insideInto(winding, point, accuracy, workspace);
  const isOn = code === onCode;
  const { nodesVisited, trianglesTested } = workspace;
  return {
    inside: insideOfCode(code),
    winding: isOn ? null : workspace.winding,
    windingError: isOn ? null : workspace.windingError,
    isOriented: winding.surface.flipped !== null,
    stats: { nodesVisited, trianglesTested },
  };
}
