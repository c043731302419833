import { InspectorError, type InspectorErrorCode, type SourceLocation } from '../error.ts';
import { withoutControls } from './text/clean-name.ts';

/**
 * Returns the error with which an importer refuses a file; `importMesh` adds the file name to the location. Message and
 * pointer can quote the file, so control characters, which a terminal would execute, are removed.
 */
export function refuse(
  code: InspectorErrorCode,
  message: string,
  fix: string,
  location: SourceLocation = {},
  detail?: string,
): InspectorError {
  const { pointer } = location;
  const cleanLocation = pointer === undefined ? location : { ...location, pointer: withoutControls(pointer) };
  const data = { code, message: withoutControls(message), fix, location: cleanLocation };
  return new InspectorError(detail === undefined ? data : { ...data, detail: withoutControls(detail) });
}

/** The fix for damage that only another copy of the file repairs. */
export const exportAgain = 'Export the file again, or open a complete copy';
