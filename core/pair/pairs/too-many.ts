import { InspectorError } from '../../error.ts';
import { pairOptions } from '../../options/pair-options.ts';

/** Returns the error for more than `max` intersecting pairs. */
export function tooManyPairs(max: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `More than ${max} pairs of triangles intersect`,
    fix: `Move the meshes apart, or raise "${pairOptions.maxPairs.title}" (--max-pairs); large values may need gigabytes of memory`,
    location: {},
  });
}
