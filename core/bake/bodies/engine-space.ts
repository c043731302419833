import type { SourceSpace } from '../../mesh/source-space.ts';
import { unitName } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { exportOptions, type ExportOptions } from '../../options/export-options.ts';
import { defaultValues } from '../../options/option.ts';
import { noProgress } from '../../progress.ts';
import type { BakeNote } from '../bake-note.ts';
import type { EngineUp } from '../bake-format.ts';
import { axesMap, mappedAxis, usualForward } from '../export/axes-map.ts';
import { changesNothing, planConversion } from '../export/conversion.ts';
import { convertMesh } from '../export/convert-mesh.ts';

/**
 * Returns a mesh in metres and right-handed coordinates with an up axis, as far as its unit and axes are known, with notes on what was
 * converted and assumed. Winding is kept outward.
 */
export function inEngineSpace(
  mesh: TriangleMesh,
  space: SourceSpace,
  up: '+y' | '+z',
): { readonly mesh: TriangleMesh; readonly notes: readonly BakeNote[] } {
  const hasAxes = space.up !== null;
  const conversion = planConversion(space, engineSpaceOptions(space, up, defaultValues(exportOptions)));
  const isSame = changesNothing(conversion);
  const notes: BakeNote[] = [];
  const name = `metres with ${up.slice(1).toUpperCase()} up`;
  if (!isSame) {
    const from = `${unitName(space.metresPerUnit) ?? 'unknown unit'}, ${space.up ?? 'unknown axis'} up`;
    notes.push({ code: 'space-converted', message: `Coordinates were converted from ${from} to ${name}`, count: 1 });
  }
  if (space.metresPerUnit === null)
    notes.push({
      code: 'units-assumed',
      message: 'The format uses metres, the mesh does not declare its unit; lengths are unchanged',
      count: 1,
    });
  if (!hasAxes)
    notes.push({
      code: 'axes-assumed',
      message: `The format uses ${name}, the mesh does not declare its axes; they are unchanged`,
      count: 1,
    });
  return { mesh: isSame ? mesh : convertMesh(mesh, conversion, noProgress), notes };
}

/**
 * Returns the options that write a mesh in metres and right-handed coordinates with an up axis, as far as its unit and axes are known. Scale,
 * winding and the direction of the front stay as chosen: a forward axis belongs to the up axis and handedness that were chosen with it.
 */
export function engineSpaceOptions(space: SourceSpace, engineUp: EngineUp, options: ExportOptions): ExportOptions {
  const toUnit = space.metresPerUnit === null ? 'same' : 'metre';
  if (space.up === null) return { ...options, toUnit, toUp: 'same', toHandedness: 'same' };
  const chosenUp = options.toUp === 'same' ? space.up : options.toUp;
  const chosenHand = options.toHandedness === 'same' ? (space.handedness ?? 'right') : options.toHandedness;
  const up = engineUp === '+y or +z' ? (chosenUp === '+z' ? '+z' : '+y') : engineUp;
  const map = axesMap(
    { up: chosenUp, forward: usualForward(chosenUp, chosenHand), handedness: chosenHand },
    { up, forward: usualForward(up, 'right'), handedness: 'right' },
  );
  return {
    ...options,
    toUnit,
    toUp: up,
    toForward: options.toForward === 'usual' ? 'usual' : mappedAxis(map, options.toForward),
    toHandedness: space.handedness === null ? 'same' : 'right',
  };
}
