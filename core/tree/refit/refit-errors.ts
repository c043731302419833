import { InspectorError } from '../../error.ts';

/** Returns the error of a refit with a triangle that is no longer finite. */
export function notFinite(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'A triangle of the tree is not finite in the moved mesh',
    fix: 'Build the tree of the moved mesh',
    location: {},
  });
}

/** Returns the error of an output buffer of another length than the tree. */
export function otherLength(length: number, wanted: number): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `The output buffer has ${length} bytes, but the tree has ${wanted}`,
    fix: 'Pass a buffer of the same length as the tree',
    location: {},
  });
}
