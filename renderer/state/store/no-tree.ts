import type { InspectorErrorData } from '#core/error';

/** Why a document cannot be asked yet. */
export function noTree(name: string): InspectorErrorData {
  return {
    code: 'invalid-argument',
    message: 'There is no tree yet to ask',
    fix: 'Build it in the Tree panel, or wait until it is built',
    location: { file: name },
  };
}
