import { invalidArgument, type InspectorError } from '#core/error';

/** Flags are checked by the verbs: commander would tell of a missing one before an unknown one, and so hide that `--orgin` was meant. */
export function missingFlag(flag: string, fix: string): InspectorError {
  return invalidArgument(`${flag} is missing`, fix);
}
