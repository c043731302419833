import { InspectorError } from '../error.ts';
import { pairOptions } from '../options/pair-options.ts';

/** More than `most` pairs meet. */
export function tooManyPairs(most: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `More than ${most} pairs of triangles intersect`,
    cure: `Move the meshes apart, or raise "${pairOptions.mostPairs.title}" (--most-pairs), which may need gigabytes`,
    place: {},
  });
}
