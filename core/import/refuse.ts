import { InspectorError, type InspectorErrorCode, type SourceLocation } from '../error.ts';
import { withoutControls } from './text/clean-name.ts';

/**
 * The error with which an importer refuses a file; `importMesh` adds the file's name to the place. Words of the file may
 * be quoted in the message and the pointer: control characters in them, which a terminal would obey, are left out.
 */
export function refuse(
  code: InspectorErrorCode,
  message: string,
  fix: string,
  location: SourceLocation = {},
  detail?: string,
): InspectorError {
  const { pointer } = location;
  const cleanPlace = pointer === undefined ? location : { ...location, pointer: withoutControls(pointer) };
  const data = { code, message: withoutControls(message), fix, location: cleanPlace };
  return new InspectorError(detail === undefined ? data : { ...data, detail: withoutControls(detail) });
}

/** The fix for damage that only another copy of the file solves. */
export const exportAgain = 'Export the file again, or open a complete copy';
