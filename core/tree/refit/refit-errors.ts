import { InspectorError } from '../../error.ts';

/** A refit that met a triangle of the tree which is not finite any more. */
export function notFinite(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'A triangle of the tree is not finite in the moved mesh',
    fix: 'Build the tree of the moved mesh',
    location: {},
  });
}

/** Room of another length than the tree has. */
export function otherLength(length: number, wanted: number): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `${length} bytes for a tree of ${wanted}`,
    fix: 'Give room of the length of the tree’s bytes',
    location: {},
  });
}
