import { formatError, type InspectorErrorData } from '#core/error';
import { printable } from './columns.ts';

/** An error as the one line that it takes on standard error; words of a file may be quoted in it. */
export function errorLine(error: InspectorErrorData): string {
  return `boxwood: ${printable(formatError(error))}\n`;
}
