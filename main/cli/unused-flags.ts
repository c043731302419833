import { invalidArgument } from '#core/error';
import { flagOf, type OptionTable } from '#core/options';
import { givenFlags } from './option-flags.ts';

/**
 * Checks that every given flag of a table has an effect.
 * @param used names of the options that `choice` uses, such as `--method hull`.
 * @throws InspectorError `invalid-argument` that names the first flag without an effect.
 */
export function checkUsedFlags(
  table: OptionTable,
  flags: Readonly<Record<string, unknown>>,
  used: readonly string[],
  choice: string,
): void {
  const known = new Set(used.map(flagOf));
  const unused = givenFlags(table, flags).find((flag) => !known.has(flag));
  if (unused !== undefined) throw invalidArgument(`${unused} has no effect with ${choice}`, `Remove ${unused}`);
}
