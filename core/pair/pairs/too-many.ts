import { InspectorError } from '../../error.ts';
import { pairOptions } from '../../options/pair-options.ts';

/** More than `most` pairs meet. */
export function tooManyPairs(max: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `More than ${max} pairs of triangles intersect`,
    fix: `Move the meshes apart, or raise "${pairOptions.maxPairs.title}" (--max-pairs), which may need gigabytes`,
    location: {},
  });
}
