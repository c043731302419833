import type { SourceSpace } from '../../mesh/source-space.ts';
import { exportOptions, type ExportOptions, type FlatChoice, withPreset } from '../../options/export-options.ts';
import { defaultValues } from '../../options/option.ts';
import type { BakeTarget } from './bake-targets.ts';

/**
 * Returns the options of the export for a target; `null` if the file has the mesh as it is. What the space does not state is not converted:
 * without a unit lengths stay as they are.
 */
export function targetOptions(
  { preset }: BakeTarget,
  { metresPerUnit, up, handedness }: SourceSpace,
  flat: FlatChoice = 'refuse',
): ExportOptions | null {
  if (preset === 'none') return flat === 'refuse' ? null : { ...defaultValues(exportOptions), flat };
  const options = withPreset({ ...defaultValues(exportOptions), preset }, {});
  return {
    ...options,
    flat,
    ...(metresPerUnit === null && { toUnit: 'same' }),
    ...(up === null && { toUp: 'same' }),
    ...(handedness === null && { toHandedness: 'same' }),
  };
}
