import { InspectorError, type InspectorErrorCode, type Place } from '../error.ts';

/** The error with which an importer refuses a file; `importMesh` adds the file's name to the place. */
export function refuse(
  code: InspectorErrorCode,
  message: string,
  cure: string,
  place: Place = {},
  detail?: string,
): InspectorError {
  return new InspectorError(detail === undefined ? { code, message, cure, place } : { code, message, cure, place, detail });
}

export const exportAgain = 'Export the file again, or open a copy that is whole';
