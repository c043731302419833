import { invalidArgument, type InspectorError } from '#core/error';

/** The error for a missing flag. Verbs check flags themselves: Commander would report a missing flag before an unknown one such as `--orgin`. */
export function missingFlag(flag: string, fix: string): InspectorError {
  return invalidArgument(`${flag} is missing`, fix);
}
