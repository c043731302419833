import type { InspectorErrorData } from '#core/error';

/** Returns the error of a query on a document that has no tree yet. */
export function noTree(name: string): InspectorErrorData {
  return {
    code: 'invalid-argument',
    message: 'There is no tree yet',
    fix: 'Build it in the Tree panel, or wait until it is built',
    location: { file: name },
  };
}
