import { bakeMesh, checkFormat } from '../bake/bake-mesh.ts';
import type { BakeFormatName } from '../bake/bake-format.ts';
import { bakeFormats } from '../bake/bake-formats.ts';
import type { Baked } from '../bake/bake-input.ts';
import { exportMesh as convertForExport } from '../bake/export/export-mesh.ts';
import { runsOfParts } from '../mesh/runs-of-parts.ts';
import { partsByName } from '../mesh/parts-by-name.ts';
import { unknownSpace, type SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { exportOptions, withPreset, type ExportOptions } from '../options/export-options.ts';
import { checkValues } from '../options/option.ts';
import { buildTree } from './build-tree.ts';
import { wholeMesh } from './whole-mesh.ts';

/** How a mesh is exported. */
export interface ExportMeshOptions extends Partial<ExportOptions> {
  /** Unit and axes of the mesh, as `readMesh` returns them; a change of the unit or the axes needs them. */
  readonly space?: SourceSpace;
  /** Names of the parts to write, as of `boxwood export --parts`; all by default. */
  readonly parts?: string;
}

/**
 * Returns the bytes of a file with a mesh in another format, unit or space, and notes on what the format does not keep: `boxwood export`.
 * Formats with a tree get one of the default options.
 * @throws InspectorError `invalid-argument` for options out of range, unknown parts, an unknown unit or axis that is needed, and
 * vertices that are not finite; `index-out-of-range` with the triangle; `too-large`.
 */
export function exportMesh(
  mesh: TriangleMesh,
  format: BakeFormatName,
  { space = unknownSpace, parts = '', ...given }: ExportMeshOptions = {},
): Baked {
  checkFormat(format);
  const options = withPreset(checkValues(exportOptions, given), given);
  const whole = wholeMesh(mesh);
  const chosen = parts === '' ? null : partsByName(whole, parts);
  const runs = chosen === null || chosen.length === whole.parts.length ? null : runsOfParts(whole, chosen);
  const exported = convertForExport(whole, { format, space, options, runs });
  const trees = bakeFormats[format].hasTree ? [buildTree(exported.mesh)] : [];
  const baked = bakeMesh(format, { mesh: exported.mesh, space: exported.space, trees, source: null, findings: [], ignored: [] });
  return { ...baked, notes: [...exported.notes, ...baked.notes] };
}
